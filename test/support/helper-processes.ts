/** The limited processes of this worker, in which services read what strangers sent. */

import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/** Those that run. One that an earlier test file started may serve the next file too, because it rests for seconds. */
export const helperProcesses = new Set<ChildProcess>()

const observers = new Set<(child: ChildProcess) => void>()

/** Calls a function with each process that starts from now on. Returns a function that ends this. */
export function observeStarts(observer: (child: ChildProcess) => void): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  child.once('spawn', () => {
    if (!child.spawnargs.some((argument) => argument.endsWith('limited-process.ts'))) return
    helperProcesses.add(child)
    child.once('exit', () => helperProcesses.delete(child))
    for (const observe of observers) observe(child)
  })
})
