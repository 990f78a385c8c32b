/** Somebody who reads one notification after the other. */

import assert from 'node:assert/strict'
import { all, type Doer, expected, type Reach, type Settler } from './doer.ts'

export class Reader implements Doer {
  readonly #me: Settler
  readonly #sent = new Set<number>()
  readonly #acknowledged = new Set<number>()

  constructor(me: Settler) {
    this.#me = me
  }

  async act({ as }: Reach) {
    const client = as(this.#me.token)
    const { data } = expected(await client.get('/notifications?read=false&limit=1'), 200)
    const [notice] = data
    if (notice === undefined) return
    this.#sent.add(notice.id)
    expected(await client.put(`/notifications/${notice.id}/read`), 200)
    this.#acknowledged.add(notice.id)
  }

  async check({ as }: Reach) {
    const client = as(this.#me.token)
    const unread = await all(client, '/notifications?read=false')
    const read = new Set((await all(client, '/notifications?read=true')).map(({ id }) => Number(id)))
    assert.deepEqual(this.#acknowledged.difference(read), new Set())
    assert.deepEqual(read.difference(this.#sent), new Set())
    const { data } = expected(await client.get('/notifications/unread-count'), 200)
    assert.equal(data.count, unread.length)
  }
}
