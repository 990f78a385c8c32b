/**
 * Measures what work costs in processor time, so that no test of it needs a fast machine. Time in which others have the processor does not
 * count; and a processor whose caches and clock others share does less in a second of its time, which a known piece of work shows.
 * This module imports nothing, so that tests of packages may use it.
 */

interface MeasureOptions {
  /** Ends with the first try that takes no longer. */
  limitMs?: number
  tries?: number
  /** Runs before each try, and is not measured. */
  prepare?: () => Promise<void>
  /** What else must be true before it ends early. */
  isDone?: () => boolean
  /** Whether the other threads of the process count. */
  allThreads?: boolean
}

/** What takes this many times its limit in all is not held up by others, but slow. */
const maxLimits = 40

const knownWork = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] })),
)
/** What the known work takes on an undisturbed processor of these years. */
const knownWorkMs = 4

function startMeasurement(allThreads: boolean): () => number {
  const read = (before?: NodeJS.CpuUsage) => (allThreads ? process.cpuUsage(before) : process.threadCpuUsage(before))
  const before = read()
  return () => {
    const { user, system } = read(before)
    return (user + system) / 1_000
  }
}

/** Returns how many times as long as on an undisturbed processor work takes at this moment, at least 1. */
export function measureSlowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const end = startMeasurement(false)
    JSON.parse(knownWork)
    return end()
  })
  return Math.max(1, Math.min(...times) / knownWorkMs)
}

/** Returns the processor time of the work in milliseconds of an undisturbed processor: the least of the tries, which are ten unless one is quick. */
export async function measureProcessor(
  work: () => unknown,
  { limitMs = 0, tries = 10, prepare, isDone = () => true, allThreads = false }: MeasureOptions = {},
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  let sum = 0
  for (let count = 0; count < tries; count++) {
    await prepare?.()
    const end = startMeasurement(allThreads)
    await work()
    const ms = end()
    // What is quick enough is so on any processor.
    least = Math.min(least, ms <= limitMs || count === 0 ? ms : ms / measureSlowness())
    sum += ms
    if ((least <= limitMs && isDone()) || (limitMs > 0 && sum > maxLimits * limitMs)) break
  }
  return least
}

interface Growth {
  short: number
  long: number
  /** How many times as long the long work may take. Linear work takes as many times as long as it is longer, and quadratic work its square. */
  factor: number
  /** What the long work may take besides, because clocks are coarse. */
  extraMs: number
}

/** Returns undefined where work takes a time in proportion to its length, and otherwise what it takes. */
export async function findDisproportion(
  work: (length: number) => unknown,
  { short, long, factor, extraMs }: Growth,
): Promise<string | undefined> {
  // What takes no longer than that is within the limit, whatever the short work takes.
  const onceMs = await measureProcessor(() => work(long), { tries: 1 })
  if (onceMs <= extraMs) return undefined
  const shortMs = await measureProcessor(() => work(short), { tries: 3 })
  const limitMs = factor * shortMs + extraMs
  const longMs = await measureProcessor(() => work(long), { limitMs })
  return longMs <= limitMs ? undefined : `${shortMs.toFixed()} ms for ${short}, ${longMs.toFixed()} ms for ${long}`
}
