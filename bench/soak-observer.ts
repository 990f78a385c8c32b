/** Is loaded into a soaked server. Reports what the server holds after a garbage collection. */

import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Holdings {
  /** Bytes of JavaScript objects in use. */
  heap: number
  /** Bytes of buffers and other memory outside the heap. */
  external: number
  /** Bytes of the whole process, including its threads. */
  resident: number
  /** Timers, sockets and everything else that keeps a process alive. */
  resources: number
  /** Open files and sockets; 0 where the system does not report them. */
  files: number
  /** Delays of the event loop since the last report, in milliseconds: the longest and the 99th percentile. */
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
  // Collects twice: the second run frees what the first run finalized.
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
