/** A seeded random generator. Ten thousand requests need one that is cheaper than a property testing library. */

/** Generates a random value. */
export type Make<T> = (chance: Chance) => T

export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** An integer from 0 to below the limit (Mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  /** Both bounds included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True once in the given number of calls. */
  oneIn(times: number): boolean {
    return this.below(times) === 0
  }

  of<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const chosen = list[this.below(list.length)]
    if (list.length === 0) throw new Error('There is nothing to choose from.')
    return chosen as T
  }

  /** At most this many values. */
  some<T>(most: number, make: Make<T>): T[] {
    return Array.from({ length: this.below(most + 1) }, () => make(this))
  }
}

/** Chooses a generator by its weight. */
export function weighted<T>(...ways: readonly [number, Make<T>][]): Make<T> {
  const total = ways.reduce((sum, [weight]) => sum + weight, 0)
  return (chance) => {
    let left = chance.below(total)
    for (const [weight, make] of ways) {
      if (left < weight) return make(chance)
      left -= weight
    }
    throw new Error('The weights do not add up.')
  }
}

export const oneOf =
  <T>(list: readonly T[]): Make<T> =>
  (chance) =>
    chance.of(list)

export const always =
  <T>(value: T): Make<T> =>
  () =>
    value
