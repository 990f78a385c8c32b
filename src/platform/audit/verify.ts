/** Verifies the audit log: the hash of every row, the chain, the signatures, and that details were erased lawfully. */

import type { Context } from '#context.ts'
import { inTransaction } from '#context.ts'
import { defineTask } from '../tasks.ts'
import { type ChainedRow, hashDetails, hashRow } from './chain.ts'
import { auditHeads, auditLog } from './queries.ts'
import { isSignedEnd, signEnd } from './signature.ts'

/** The action that erases the details about a user. */
export const erasureAction = 'eraseUser'

export interface Verification {
  rows: number
  /** The hash of the last row. */
  hash: string
  erased: number
  signatures: number
  /** The first row that is broken, and why; null when the log is whole. */
  broken: { id: number; reason: string } | null
}

type StoredRow = ChainedRow & { details: string | null; hash: string }

const batchSize = 1_000

/** Reads the whole log in order; ends at the first row that is broken. */
export async function verifyAuditLog(ctx: Context): Promise<Verification> {
  const erased = new Set((await auditLog.erased.all(ctx, { action: erasureAction })).map(({ user_id }) => user_id))
  const heads = new Map((await auditHeads.all.all(ctx, {})).map((head) => [head.last_id, head]))
  const result: Verification = { rows: 0, hash: '', erased: 0, signatures: 0, broken: null }
  const fail = (id: number, reason: string) => ({ ...result, broken: { id, reason } })
  // Rows that are appended meanwhile are read too, so the end is read first.
  const end = await auditLog.end.one(ctx, {})

  for (;;) {
    const rows = await auditLog.after.all(ctx, { id: result.rows, most: batchSize })
    for (const row of rows) {
      const reason = findFault(row, result, erased)
      if (reason !== null) return fail(result.rows + 1, reason)
      const head = heads.get(row.id)
      if (head && !(head.hash === row.hash && isSignedEnd(ctx.config.appSecret, head, head.signature)))
        return fail(row.id, `the signature of ${head.signed_at.slice(0, 10)} does not match`)
      heads.delete(row.id)
      result.rows = row.id
      result.hash = row.hash
      result.erased += row.details === null ? 1 : 0
      result.signatures += head ? 1 : 0
      if (row.id === end.last_id && row.hash !== end.hash) return fail(row.id, 'the end of the log has another hash')
    }
    if (rows.length < batchSize) break
  }
  if (result.rows < end.last_id || heads.size > 0) return fail(result.rows + 1, 'it is missing')
  return result
}

function findFault(row: StoredRow, last: Verification, erased: ReadonlySet<number | null>): string | null {
  if (row.id !== last.rows + 1) return 'it is missing'
  if (row.previous_hash !== last.hash) return 'it does not follow the row before it'
  if (hashRow(row) !== row.hash) return 'its contents do not match its hash'
  if (row.details === null) return erased.has(row.user_id) ? null : 'its details are gone, but its user was not deleted'
  return hashDetails(row.details) === row.details_hash ? null : 'its details do not match their hash'
}

/** Signs the end of the log, and writes it to the service's own log, which leaves the database. */
export const signAuditLog = defineTask<Record<string, never>>({
  kind: 'sign_audit_log',
  async handle(ctx) {
    const head = await inTransaction(ctx, async (tx) => {
      const { last_id, hash } = await auditLog.end.one(tx, {})
      if (last_id === 0) return null
      const signed = { last_id, hash, signed_at: tx.clock.now(), ...signEnd(tx.config.appSecret, { last_id, hash }) }
      return (await auditHeads.add.run(tx, signed)) === 1 ? signed : null
    })
    if (head !== null) ctx.log.info({ ...head }, 'audit log signed')
  },
})
