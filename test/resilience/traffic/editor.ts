/** A user whose headline counts their changes. */

import assert from 'node:assert/strict'
import { type Account, expectStatus, type Program, readAll, type SimulatedUser } from './simulated-user.ts'

export class Editor implements SimulatedUser {
  readonly #me: Account
  #sent = 0
  #acknowledged = 0

  constructor(me: Account) {
    this.#me = me
  }

  async act({ as }: Program) {
    const client = as(this.#me.token)
    // Only the profile shows whether an unanswered change was made.
    if (this.#sent > this.#acknowledged) await this.#look(client)
    const headline = String(++this.#sent)
    expectStatus(await client.put(`/users/${this.#me.id}`, { headline }), 200)
    this.#acknowledged = this.#sent
  }

  /** Each change writes an activity entry in its transaction, so their numbers are equal. */
  async check({ as }: Program) {
    const client = as(this.#me.token)
    await this.#look(client)
    const entries = await readAll(client, `/users/${this.#me.id}/activity?type=profile_updated`)
    assert.equal(entries.length, this.#acknowledged)
  }

  async #look(client: ReturnType<Program['as']>) {
    const { data } = expectStatus(await client.get(`/users/${this.#me.id}`), 200)
    const found = Number(data.headline)
    assert.ok(found >= this.#acknowledged && found <= this.#sent, `${found} of ${this.#sent}`)
    this.#sent = found
    this.#acknowledged = found
  }
}
