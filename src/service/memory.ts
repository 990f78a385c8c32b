/** Gives memory back to the system after the start, in busy times as it grows, and after them. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadResidentMemory } from '#adapters/resident-memory.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import type { Database } from '#database/database.ts'

/** After the start it looks so often, until the garbage of the start is collected. */
const firstLookMs = 1_000
const intervalMs = 30_000
/** The share of an interval in which the event loop may be busy so that the interval counts as quiet. */
const quietShare = 0.1

const growthCheckedEveryMs = isMemoryScarce ? 250 : 1_000
/** Growth of resident memory, in bytes, after which memory is released. */
const maxGrowth = (isMemoryScarce ? 8 : 12) * 1024 * 1024

/** Where memory is scarce, makes V8 collect garbage as soon as the heap of a thread grows, for up to a third of the speed. */
export function setMemorySavingFlags(): void {
  if (isMemoryScarce) setFlagsFromString('--memory-saver-mode')
}

/**
 * Looks at the event loop from time to time. While it is quiet, the caches of the database and the free blocks of the
 * allocator go back to the system, in some milliseconds. Garbage is collected soon after the start, which leaves 30 MB of it, and
 * in the second quiet interval after a busy one, because that takes 0.1 s. In busy times the free blocks go back whenever memory
 * has grown, so that the process holds what it uses, and not the most that it has ever used.
 */
export async function startMemoryRelease(db: Database): Promise<{ stop(): void }> {
  const memory = await loadResidentMemory()
  let last = performance.eventLoopUtilization()
  let quietIntervals = 1
  let residentAfterTrim = process.memoryUsage.rss()

  function trim() {
    memory?.trimAllocator()
    residentAfterTrim = process.memoryUsage.rss()
  }

  /** Returns whether garbage was collected since the event loop was busy. */
  function look(): boolean {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    quietIntervals = utilization > quietShare ? 0 : quietIntervals + 1
    if (quietIntervals === 0) return false
    // Before the garbage collection, which frees the statements that the database forgets.
    db.releaseMemory()
    if (quietIntervals === 2) collectGarbage()
    trim()
    return quietIntervals >= 2
  }

  function limitGrowth() {
    const resident = process.memoryUsage.rss()
    residentAfterTrim = Math.min(residentAfterTrim, resident)
    if (resident > residentAfterTrim + maxGrowth) trim()
  }

  const first = setInterval(() => {
    if (look()) clearInterval(first)
  }, firstLookMs).unref()
  const timers = [setInterval(look, intervalMs).unref(), setInterval(limitGrowth, growthCheckedEveryMs).unref()]
  return {
    stop() {
      clearInterval(first)
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** The function is not part of the language; it is taken from a context that is created after it was enabled. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
}
