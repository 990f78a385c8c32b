/** Is loaded into a service to see what its start costs. Reports the phases of the start, and the modules that it loaded. */

import { channel } from 'node:diagnostics_channel'
import { registerHooks } from 'node:module'
import { performance } from 'node:perf_hooks'

/** The state of the process at the end of a phase. */
export interface Phase {
  name: string
  /** Milliseconds since the process began. */
  at: number
  /** Processor time since then, in milliseconds. */
  processor: number
  /** Bytes of the heap, with garbage. */
  heap: number
  /** Resident memory, in bytes. */
  resident: number
}

export interface LoadedModule {
  url: string
  /** Milliseconds until the next module was read: finding, reading and compiling this one. */
  duration: number
  /** The length of its source. */
  size: number
}

export interface StartRecord {
  phases: readonly Phase[]
  modules: readonly LoadedModule[]
}

const phases: Phase[] = []
const modules: LoadedModule[] = []

/** A pause between two modules that is longer is work of another kind. */
const longestLoadMs = 50
let begin = performance.now()
registerHooks({
  load(url, context, nextLoad) {
    endModule()
    const result = nextLoad(url, context)
    modules.push({
      url,
      duration: 0,
      size: typeof result.source === 'string' ? result.source.length : (result.source?.byteLength ?? 0),
    })
    return result
  },
})

function endModule() {
  const now = performance.now()
  const last = modules.at(-1)
  if (last !== undefined) last.duration = Math.min(now - begin, longestLoadMs)
  begin = now
}

function endPhase(name: string) {
  const { user, system } = process.cpuUsage()
  const { heapUsed: heap, rss: resident } = process.memoryUsage()
  phases.push({ name, at: performance.now(), processor: (user + system) / 1_000, heap, resident })
}

// The service marks the end of each phase with the standard function.
const mark = performance.mark.bind(performance)
performance.mark = (name, options) => {
  endPhase(name)
  return mark(name, options)
}

const finished = channel('http.server.response.finish')
finished.subscribe(function recordFirst() {
  endPhase('first answer')
  finished.unsubscribe(recordFirst)
})

process.on('message', () => {
  const record: StartRecord = { phases, modules }
  process.send?.(record)
})
// The benchmark has ended, so this process ends too.
process.on('disconnect', () => process.exit())
process.channel?.unref()
