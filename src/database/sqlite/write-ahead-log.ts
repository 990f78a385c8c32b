/** Syncs the write-ahead log for all waiting commits at once. */

import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fdatasync)

/** Commits that arrive during a sync share the next one. */
export class WriteAheadLog {
  readonly #file: number
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(path: string) {
    this.#file = openSync(path, 'r+')
  }

  /** Resolves when everything committed before this call is on disk. */
  flush(): Promise<void> {
    if (this.#running === null) return this.#start()
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    )
    return this.#next
  }

  close() {
    closeSync(this.#file)
  }

  #start(): Promise<void> {
    this.#next = null
    const running = sync(this.#file).finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }
}
