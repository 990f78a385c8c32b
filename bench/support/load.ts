/** Starts and controls `load-process.ts`. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Load, Outcome } from '../load-process.ts'

export interface Loader {
  send(load: Load): Promise<Outcome>
  stop(): void
}

export function startLoader(): Loader {
  const child = fork(join(import.meta.dirname, '../load-process.ts'))
  return {
    async send(load) {
      const reply = once(child, 'message')
      child.send(load)
      const [outcome] = await reply
      return outcome as Outcome
    },
    stop: () => child.kill(),
  }
}
