/** What this instance knows of its followers: how far they are behind, how much they read, and which of them fail. */

import type { Context } from '#context.ts'
import { addDuration } from '#core/time.ts'
import type { PassResult } from './pass.ts'
import { followerRows, journalRows, type Position } from './queries.ts'

/** A follower that fails pauses for so long, doubled with each failure. */
const shortestPauseSeconds = 1
const longestPauseSeconds = 300
/** An alarm is raised when a follower has not read a row for so long, or has failed so often in a row. */
const alarmedAfterSeconds = 300
const alarmedAfterFailures = 5

export interface FollowerFigures {
  name: string
  /** Rows of the journal that it has not read. */
  lag_rows: number
  /** For how long it has not read a row that was there, as far as this instance has seen. */
  lag_seconds: number
  /** Rows that it has read in this process. */
  read_rows: number
  /** Failures in a row. */
  failures: number
  /** Whether it is being built from the tables. */
  is_building: boolean
}

/** Returns whether a follower is behind for long or fails time and again. */
export const isAlarming = ({ lag_seconds, failures }: FollowerFigures): boolean =>
  lag_seconds >= alarmedAfterSeconds || failures >= alarmedAfterFailures

interface FollowerObservation {
  readRows: number
  failures: number
  /** In milliseconds of the process. */
  pausedUntil: number
  /** The last row of the journal when it was first seen behind, and when that was. */
  mark: (Position & { seenAt: number }) | null
}

export class FollowerMonitor {
  readonly #ctx: Pick<Context, 'db' | 'log' | 'clock'>
  readonly #known = new Map<string, FollowerObservation>()
  /** The followers of this release; empty before the first pass. */
  readonly #names = new Set<string>()

  constructor(ctx: Pick<Context, 'db' | 'log' | 'clock'>) {
    this.#ctx = ctx
  }

  /** Returns the followers that have failed and pause. */
  listPaused(): string[] {
    const now = performance.now()
    return [...this.#known].filter(([, { pausedUntil }]) => pausedUntil > now).map(([name]) => name)
  }

  record({ names, read, failures }: PassResult): void {
    for (const name of names) this.#names.add(name)
    for (const [name, rows] of Object.entries(read)) {
      const known = this.#get(name)
      known.readRows += rows
      if (!failures.some((failure) => failure.name === name)) known.failures = 0
    }
    for (const { name, error } of failures) {
      const known = this.#get(name)
      const seconds = Math.min(longestPauseSeconds, shortestPauseSeconds * 2 ** known.failures++)
      known.pausedUntil = performance.now() + seconds * 1_000
      const retry_at = addDuration(this.#ctx.clock.now(), { seconds })
      this.#ctx.log.error({ follower: name, failures: known.failures, retry_at, error }, 'follower failed')
    }
  }

  /** Reads how far the followers are, without those of other releases. */
  async read(): Promise<FollowerFigures[]> {
    const ctx = this.#ctx
    const [lags, last] = await Promise.all([followerRows.lags.all(ctx, {}), journalRows.last.maybe(ctx, {})])
    const now = performance.now()
    const own = lags.filter(({ name }) => this.#names.size === 0 || this.#names.has(name))
    return own.map(({ name, format, rows, transaction_id, position }) => {
      const known = this.#get(name)
      const { mark } = known
      const hasPassed =
        mark === null ||
        transaction_id > mark.transaction_id ||
        (transaction_id === mark.transaction_id && position >= mark.position)
      if (rows === 0) known.mark = null
      else if (hasPassed) known.mark = last && { ...last, seenAt: now }
      return {
        name,
        lag_rows: rows,
        lag_seconds: known.mark === null ? 0 : (now - known.mark.seenAt) / 1_000,
        read_rows: known.readRows,
        failures: known.failures,
        is_building: format <= 0,
      }
    })
  }

  #get(name: string): FollowerObservation {
    const known = this.#known.get(name) ?? { readRows: 0, failures: 0, pausedUntil: 0, mark: null }
    this.#known.set(name, known)
    return known
  }
}
