/** Leases of rows that instances work on: a row may be taken again when its lease has ended without a result. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Duration } from '#core/time.ts'
import { perEngine } from '#database/query/expressions.ts'

export const leaseDuration: Duration = { seconds: 60 }

/** A lease is identified by the number of its attempt, so that an instance that lost it cannot change the row. */
export interface Lease {
  id: number
  attempts: number
}

/** Selects the rows whose ids the query returns, without those that another instance is taking. */
export const isUnlocked = (ids: RawBuilder<unknown>) =>
  perEngine<SqlBool>({
    sqlite: sql`"id" in (${ids})`,
    // As an array, because PostgreSQL may evaluate a subquery of `in` more than once and lock too many rows.
    postgres: sql`"id" = any(array(${ids} for update skip locked))`,
  })

/** Selects the row if the lease is still valid. */
export const isLeased = ({ id, attempts }: Lease) => sql<SqlBool>`"id" = ${id} and "attempts" = ${attempts}`
