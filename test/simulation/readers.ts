/** People who read lists one after the other, without a pause, while others write and the clock moves. */

import type { Client } from '#test/support/client.ts'
import type { Scene } from './domain.ts'

const paths = [
  '/users?limit=100',
  '/job-posts?limit=100',
  '/courses?limit=100',
  '/exams?limit=100',
  '/notifications?limit=100',
]

export class Readers {
  readonly #year: Scene
  #isOn = false
  #running: Promise<unknown> = Promise.resolve()
  count = 0

  constructor(year: Scene) {
    this.#year = year
  }

  /** Begins to read, or ends when each has its answer. */
  run(isOn: boolean) {
    if (this.#isOn === isOn) return
    this.#isOn = isOn
    if (isOn)
      this.#running = Promise.all(
        this.#year
          .citizens('recruiter')
          .slice(0, 2)
          .map((person) => this.#read(person)),
      )
  }

  async stop() {
    this.run(false)
    await this.#running
  }

  async #read(client: Client) {
    for (let turn = 0; this.#isOn; turn++) {
      await client.get(paths[turn % paths.length] ?? '/users')
      this.count += 1
    }
  }
}
