/** Work that must not overlap takes turns, in the order it came, without blocking the event loop. */

export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  /** How many run or wait. */
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

/** Work of which only so much may run at once; the rest waits, in the order it came. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** How many wait. */
  get waiting() {
    return this.#waiting.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#free--
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The place goes to the next in line, so that nobody overtakes.
      if (next === undefined) this.#free++
      else next()
    }
  }
}

/** Turns for each key: work with different keys may overlap. */
export class KeyedMutex {
  readonly #byKey = new Map<string, Mutex>()

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
