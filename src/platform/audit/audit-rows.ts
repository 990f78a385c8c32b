/** Reads the audit log for administrators, and erases what it says about a user. */

import type { AnyContext, Context, Transaction } from '#context.ts'
import type { AgeOrder, Slice } from '#core/page.ts'
import { readCounters } from '../counters.ts'
import { type AuditDetails, readDetails } from './chain.ts'
import { type AuditFilter, auditHeads, auditLog, readsCounter } from './queries.ts'

export type { AuditFilter } from './queries.ts'

const noDetails: AuditDetails = { changes: null, reason: null, address: null }

const isFiltered = (filter: AuditFilter) => Object.values(filter).some((value) => value !== undefined)

/** The rows of the whole log are numbered without gaps, so its end is their number; reads are counted as they are written. */
async function countRows(ctx: Context, withoutReads = false): Promise<number> {
  const { last_id } = await auditLog.end.one(ctx, {})
  return withoutReads ? last_id - (await readCounters(ctx, readsCounter)) : last_id
}

/** Returns a page of the log. */
export async function listAuditRows(ctx: Context, filter: AuditFilter, slice: AgeOrder & Slice) {
  const { without_reads, ...others } = filter
  const { rows, total } = isFiltered(others)
    ? await auditLog.newest.pageInBackground(ctx, { ...filter, ...slice })
    : {
        rows: await auditLog.newest.slice(ctx, { without_reads, ...slice }),
        total: await countRows(ctx, without_reads),
      }
  return {
    total,
    rows: rows.map(({ details, ...row }) => ({ ...row, details: details === null ? null : readDetails(details) })),
  }
}

/** Returns the number of the first row since the time; null when there is none. */
export const findFirstRowSince = async (ctx: AnyContext, time: string): Promise<number | null> =>
  (await auditLog.firstSince.maybe(ctx, { time }))?.id ?? null

/** Returns the end of the log and its newest signature. */
export async function getAuditHead(ctx: AnyContext) {
  const { last_id, hash } = await auditLog.end.one(ctx, {})
  return { rows: last_id, hash, signed: await auditHeads.newest.maybe(ctx, {}) }
}

/** Returns what the log says about a user, for the export of their data. The names of administrators are not in it. */
export async function listAuditRowsAbout(ctx: AnyContext, userId: number) {
  const rows = await auditLog.aboutUser.all(ctx, { user_id: userId })
  return rows.map(({ details, ...row }) => {
    const { changes, reason } = details === null ? noDetails : readDetails(details)
    return { ...row, changes, reason }
  })
}

/** Erases the details of all rows about a user; the rows stay, and the log stays verifiable. */
export async function eraseAuditDetails(tx: Transaction, userId: number): Promise<void> {
  await auditLog.eraseDetails.run(tx, { user_id: userId })
}
