/** A user who reads one notification after the other. */

import assert from 'node:assert/strict'
import { type Account, expectStatus, type Program, readAll, type SimulatedUser } from './simulated-user.ts'

export class NotificationReader implements SimulatedUser {
  readonly #me: Account
  readonly #sent = new Set<number>()
  readonly #acknowledged = new Set<number>()

  constructor(me: Account) {
    this.#me = me
  }

  async act({ as }: Program) {
    const client = as(this.#me.token)
    const { data } = expectStatus(await client.get('/notifications?read=false&limit=1'), 200)
    const [notice] = data
    if (notice === undefined) return
    this.#sent.add(notice.id)
    expectStatus(await client.put(`/notifications/${notice.id}/read`), 200)
    this.#acknowledged.add(notice.id)
  }

  async check({ as }: Program) {
    const client = as(this.#me.token)
    const unread = await readAll(client, '/notifications?read=false')
    const read = new Set((await readAll(client, '/notifications?read=true')).map(({ id }) => Number(id)))
    assert.deepEqual(this.#acknowledged.difference(read), new Set())
    assert.deepEqual(read.difference(this.#sent), new Set())
    const { data } = expectStatus(await client.get('/notifications/unread-count'), 200)
    assert.equal(data.count, unread.length)
  }
}
