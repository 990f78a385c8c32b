/** Loaded into a measured server: tells the benchmark what the process has needed since it was last asked. */

import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Observation {
  /** Processor time, in milliseconds. */
  cpu: number
  /** The longest time the event loop was held up, in milliseconds. */
  longestDelay: number
  /** Resident now, in bytes. */
  memory: number
}

const resolution = 5
const delays = monitorEventLoopDelay({ resolution })
let before = process.cpuUsage()

process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  const observation: Observation = {
    cpu: (user + system) / 1_000,
    longestDelay: Math.max(0, delays.max / 1e6 - resolution),
    memory: process.memoryUsage.rss(),
  }
  process.send?.(observation)
  before = process.cpuUsage()
  delays.reset()
})
// Whoever measures is gone.
process.on('disconnect', () => process.exit())
process.channel?.unref()
delays.enable()
