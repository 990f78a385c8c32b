/** The newest changes, kept in memory for those who wait for them on this instance. */

import type { Context } from '#context.ts'
import { type Loop, startLoop } from '#platform/loop.ts'
import { recordChangeNumbers } from './follower.ts'
import { type ChangeRow, changes, numbers } from './queries.ts'

/** Milliseconds between two looks for changes. */
const looksEvery = 200
/** Numbers that are read at once. */
const readAtOnce = 500
/** Rows that are kept. */
const maxRows = 5_000

type Listener = (rows: readonly ChangeRow[]) => void

/** Looks for changes while there are listeners. */
export class ChangeTail {
  readonly #ctx: Context
  readonly #listeners = new Set<Listener>()
  readonly #loop: Loop<void>
  #rows: ChangeRow[] = []
  /** All changes from this number, exclusive, up to `#last` are kept. */
  #first = 0
  #last = 0

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#loop = startLoop(ctx.log, 'change feed', looksEvery, () => this.#look())
  }

  /** Calls the listener with new changes until the returned function is called. Resolves when none can be missed. */
  async subscribe(listener: Listener): Promise<() => void> {
    this.#listeners.add(listener)
    try {
      await this.#loop.run()
    } catch (error) {
      this.#listeners.delete(listener)
      throw error
    }
    return () => this.#listeners.delete(listener)
  }

  /** The number of the newest known change. */
  get last(): number {
    return this.#last
  }

  /** Returns all changes after the number, or null if some of them are not kept here. */
  readAfter(number: number): readonly ChangeRow[] | null {
    if (number < this.#first) return null
    const start = this.#rows.findIndex((row) => row.number > number)
    return start === -1 ? [] : this.#rows.slice(start)
  }

  close(): Promise<void> {
    return this.#loop.stop()
  }

  async #look() {
    if (this.#listeners.size === 0) return
    await recordChangeNumbers(this.#ctx)
    const { last } = await numbers.get.one(this.#ctx, {})
    if (last - this.#last > maxRows) this.#skipTo(last - readAtOnce)
    while (this.#last < last) {
      const until = Math.min(last, this.#last + readAtOnce)
      const rows = await changes.between.all(this.#ctx, { since: this.#last, until })
      this.#keep(rows, until)
      for (const listener of this.#listeners) listener(rows)
    }
  }

  /** Leaves the changes up to the number to the database; after a time without listeners, there may be many. */
  #skipTo(number: number) {
    this.#rows = []
    this.#first = number
    this.#last = number
  }

  #keep(rows: readonly ChangeRow[], until: number) {
    this.#rows.push(...rows)
    this.#last = until
    const surplus = this.#rows.length - maxRows
    if (surplus <= 0) return
    this.#first = this.#rows[surplus - 1]?.number ?? this.#first
    this.#rows = this.#rows.slice(surplus).filter(({ number }) => number > this.#first)
  }
}
