/** Is loaded into a measured server. Reports what the process used since the last report. */

import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Observation {
  /** Processor time of all threads, in milliseconds. */
  cpu: number
  /** Processor time of the main thread, in milliseconds. */
  mainCpu: number
  /** The longest time the event loop was blocked, in milliseconds. */
  longestDelay: number
  /** Resident memory, in bytes. */
  memory: number
  /**
   * The most processor time used while the event loop was blocked, in milliseconds: without time that the machine gave
   * to other processes.
   */
  longestWork: number
}

const resolution = 5
const delays = monitorEventLoopDelay({ resolution })
let before = process.cpuUsage()
let mainBefore = measureOwnWork()

let longestWork = 0
let last = { at: performance.now(), work: measureOwnWork() }
setInterval(() => {
  const now = { at: performance.now(), work: measureOwnWork() }
  longestWork = Math.max(longestWork, Math.min(now.at - last.at - resolution, now.work - last.work))
  last = now
}, resolution).unref()

/** Processor time of this thread, in milliseconds. */
function measureOwnWork() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  const observation: Observation = {
    cpu: (user + system) / 1_000,
    mainCpu: measureOwnWork() - mainBefore,
    longestDelay: Math.max(0, delays.max / 1e6 - resolution),
    memory: process.memoryUsage.rss(),
    longestWork,
  }
  process.send?.(observation)
  before = process.cpuUsage()
  mainBefore = measureOwnWork()
  delays.reset()
  longestWork = 0
})
// The benchmark has ended, so this process ends too.
process.on('disconnect', () => process.exit())
process.channel?.unref()
delays.enable()
