/** Loaded into a server that is soaked: tells what it holds on to, after the collector has run. */

import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Holdings {
  /** Bytes of JavaScript objects that are in use. */
  heap: number
  /** Bytes of buffers, and of what else lies outside the heap. */
  external: number
  /** Bytes of the whole process, threads included. */
  resident: number
  /** Timers, sockets, and whatever else keeps a process alive. */
  resources: number
  /** Open files and sockets; 0 where the system does not tell. */
  files: number
  /** Milliseconds: the longest and the 99th percentile of delays of the event loop since the last time. */
  longestDelay: number
  usualDelay: number
}

const resolution = 10
const delays = monitorEventLoopDelay({ resolution })
delays.enable()
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', () => {
  const [longestDelay, usualDelay] = [delays.max, delays.percentile(99)].map((ns) => ns / 1e6 - resolution)
  // Twice: what the first run finalizes is free after the second.
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  const holdings: Holdings = {
    heap: heapUsed,
    external,
    resident: rss,
    resources: process.getActiveResourcesInfo().length,
    files: openFiles(),
    longestDelay: longestDelay ?? 0,
    usualDelay: usualDelay ?? 0,
  }
  process.send?.(holdings)
  delays.reset()
})
process.on('disconnect', () => process.exit())
process.channel?.unref()

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
