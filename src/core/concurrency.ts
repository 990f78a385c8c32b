/** Mutual exclusion and limits of concurrency for asynchronous work, in order of arrival. */

export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  /** The number of callers that run or wait. */
  get waiting() {
    return this.#waiting
  }

  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    const mine = Promise.withResolvers<void>()
    this.#last = mine.promise
    this.#waiting++
    await before
    try {
      return await work()
    } finally {
      this.#waiting--
      mine.resolve()
    }
  }
}

export type Priority = 'urgent' | 'normal'

/** Waiting callers. Those of different keys take turns, so that one who waits often delays no other. */
class FairQueue {
  /** The key whose turn is next comes first. */
  readonly #byKey = new Map<string, (() => void)[]>()
  #size = 0

  count(key?: string): number {
    return key === undefined ? this.#size : (this.#byKey.get(key)?.length ?? 0)
  }

  push(key: string, resume: () => void) {
    this.#size++
    const waiting = this.#byKey.get(key)
    if (waiting === undefined) this.#byKey.set(key, [resume])
    else waiting.push(resume)
  }

  shift(): (() => void) | undefined {
    const [first] = this.#byKey
    if (first === undefined) return undefined
    const [key, waiting] = first
    const resume = waiting.shift()
    this.#size--
    this.#byKey.delete(key)
    if (waiting.length > 0) this.#byKey.set(key, waiting)
    return resume
  }
}

/**
 * Runs a limited number of works at a time. Urgent ones go first; of the others, those of different keys take turns, and
 * those of one key run in order of arrival.
 */
export class Semaphore {
  readonly #waiting: Record<Priority, FairQueue> = { urgent: new FairQueue(), normal: new FairQueue() }
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** The number of callers that wait with the priority, of the key if it is given. */
  countWaiting(priority: Priority = 'normal', key?: string): number {
    return this.#waiting[priority].count(key)
  }

  async run<T>(work: () => Promise<T>, priority: Priority = 'normal', key = ''): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting[priority].push(key, resolve))
    else this.#free--
    try {
      return await work()
    } finally {
      const next = this.#waiting.urgent.shift() ?? this.#waiting.normal.shift()
      // The permit passes to the next waiting caller, so that no later caller overtakes it.
      if (next === undefined) this.#free++
      else next()
    }
  }
}

/** A mutex for each key; works with different keys may overlap. */
export class KeyedMutex {
  readonly #byKey = new Map<string, Mutex>()

  /** The number of callers with the key that run or wait. */
  countWaiting(key: string): number {
    return this.#byKey.get(key)?.waiting ?? 0
  }

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#byKey.get(key) ?? new Mutex()
    this.#byKey.set(key, turns)
    try {
      return await turns.runExclusive(work)
    } finally {
      if (turns.waiting === 0) this.#byKey.delete(key)
    }
  }
}

/** Limits how many works of each key are in progress at a time; further ones are refused and do not wait. */
export class KeyedLimit {
  readonly #limit: number
  readonly #counts = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs the work, or throws `refusal` when the limit is reached. */
  async run<T>(key: string, refusal: Error, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#limit) throw refusal
    this.#counts.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left === 0) this.#counts.delete(key)
      else this.#counts.set(key, left)
    }
  }
}
