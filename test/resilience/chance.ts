/** Chance that is the same for the same seed. Ten thousand requests want it cheaper than a library for properties gives it. */

/** Makes a value by chance. */
export type Make<T> = (chance: Chance) => T

export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** A whole number from 0, below the limit: Mulberry32. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  /** Both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0
  }

  of<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const chosen = list[this.below(list.length)]
    if (list.length === 0) throw new Error('There is nothing to choose from.')
    return chosen as T
  }

  /** So many at most, each made anew. */
  some<T>(most: number, make: Make<T>): T[] {
    return Array.from({ length: this.below(most + 1) }, () => make(this))
  }
}

/** One of the ways, each as often as its weight says. */
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
