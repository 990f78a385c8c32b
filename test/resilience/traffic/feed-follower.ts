/** Follows the change feed over crashes and outages, and keeps what it has been told. */

import assert from 'node:assert/strict'
import type { Program } from './simulated-user.ts'

const followed = ['job_post', 'course', 'project', 'user']

type Client = ReturnType<Program['as']>

export class FeedFollower {
  #cursor = '0'
  #newest = 0
  /** The objects that are there, as `project 7`. */
  readonly #present = new Set<string>()

  /** Every object of the lists has been told once, and none that is told of is missing from the numbers. */
  async check(admin: Client, lists: Readonly<Record<string, readonly { id: number }[]>>) {
    await this.#follow(admin)
    for (const [kind, rows] of Object.entries(lists))
      for (const { id } of rows) assert.ok(this.#present.has(`${kind} ${id}`), `The feed has told of ${kind} ${id}.`)
  }

  async #follow(admin: Client) {
    for (;;) {
      const { data, meta, text } = await admin.get(`/changes?since=${this.#cursor}&limit=100`)
      assert.ok(meta, text)
      for (const { id, type, object } of data) {
        assert.ok(id > this.#newest, 'Numbers ascend.')
        this.#newest = id
        if (followed.includes(object.kind)) this.#take(type, `${object.kind} ${object.id}`)
      }
      this.#cursor = meta.next
      if (!meta.more) return
    }
  }

  #take(type: string, name: string) {
    if (type.endsWith('.deleted')) this.#present.delete(name)
    else if (type.endsWith('.created')) {
      assert.ok(!this.#present.has(name), `${name} is created once.`)
      this.#present.add(name)
    } else assert.ok(this.#present.has(name), `${name} was created before it is updated.`)
  }
}
