/** Verifies the audit log: the hash of every row, the chain, the signatures, and that details were erased lawfully. */

import type { Context } from '#context.ts'
import { runInTransaction } from '#context.ts'
import { defineTask } from '../tasks.ts'
import { type ChainedRow, hashDetails, hashRow } from './chain.ts'
import { auditHeads, auditLog } from './queries.ts'
import { type AuditEnd, getPublicKey, isSignedEnd, signEnd } from './signature.ts'

/** The action that erases the details about a user. */
export const erasureAction = 'eraseUser'

export interface Verification {
  rows: number
  /** The hash of the last row. */
  hash: string
  erased: number
  signatures: number
  /** Of the signatures, those with the key of a former `APP_SECRET`, which the database alone vouches for. */
  formerKeys: number
  /** The first row that is broken, and why; null when the log is whole. */
  broken: { id: number; reason: string } | null
}

type StoredRow = ChainedRow & { details: string | null; hash: string }

const batchSize = 1_000

interface AuditState {
  /** The users whose accounts were erased. */
  erased: ReadonlySet<number | null>
  heads: ReadonlyMap<number, Head>
  end: AuditEnd
  publicKey: string
}

type Head = Awaited<ReturnType<typeof auditHeads.all.all>>[number]

/** Reads the whole log in order; ends at the first row that is broken. */
export async function verifyAuditLog(ctx: Context): Promise<Verification> {
  const result: Verification = { rows: 0, hash: '', erased: 0, signatures: 0, formerKeys: 0, broken: null }
  const heads = await auditHeads.all.all(ctx, {})
  const known: AuditState = {
    erased: new Set((await auditLog.erased.all(ctx, { action: erasureAction })).map(({ user_id }) => user_id)),
    heads: new Map(heads.map((head) => [head.last_id, head])),
    // Rows that are appended meanwhile are read too, so the end is read first.
    end: await auditLog.end.one(ctx, {}),
    publicKey: getPublicKey(ctx.config.appSecret),
  }
  for (;;) {
    const rows = await auditLog.after.all(ctx, { id: result.rows, most: batchSize })
    const broken = checkRows(rows, result, known)
    if (broken !== null) return { ...result, broken }
    if (rows.length < batchSize) break
  }
  const isMissing = result.rows < known.end.last_id || result.signatures < heads.length
  return isMissing ? { ...result, broken: { id: result.rows + 1, reason: 'it is missing' } } : result
}

/** Checks rows and counts them in the result; returns the first broken one, or null. */
function checkRows(rows: readonly StoredRow[], result: Verification, known: AuditState): Verification['broken'] {
  for (const row of rows) {
    const reason = findFault(row, result, known)
    if (reason !== null) return { id: result.rows + 1, reason }
    result.rows = row.id
    result.hash = row.hash
    result.erased += row.details === null ? 1 : 0
    const head = known.heads.get(row.id)
    result.signatures += head ? 1 : 0
    result.formerKeys += head && head.public_key !== known.publicKey ? 1 : 0
  }
  return null
}

function findFault(row: StoredRow, last: Verification, { erased, heads, end }: AuditState): string | null {
  if (row.id !== last.rows + 1) return 'it is missing'
  if (row.previous_hash !== last.hash) return 'it does not follow the row before it'
  if (hashRow(row) !== row.hash) return 'its contents do not match its hash'
  if (row.id === end.last_id && row.hash !== end.hash) return 'the end of the log has another hash'
  const head = heads.get(row.id)
  if (head && !(head.hash === row.hash && isSignedEnd(head, head.signature, head.public_key)))
    return `the signature of ${head.signed_at.slice(0, 10)} does not match`
  if (row.details === null) return erased.has(row.user_id) ? null : 'its details are gone, but its user was not deleted'
  return hashDetails(row.details) === row.details_hash ? null : 'its details do not match their hash'
}

/** Signs the end of the log, and writes it to the service's own log, which leaves the database. */
export const signAuditLog = defineTask<Record<string, never>>({
  kind: 'sign_audit_log',
  async handle(ctx) {
    const head = await runInTransaction(ctx, async (tx) => {
      const { last_id, hash } = await auditLog.end.one(tx, {})
      if (last_id === 0) return null
      const signed = { last_id, hash, signed_at: tx.clock.now(), ...signEnd(tx.config.appSecret, { last_id, hash }) }
      return (await auditHeads.add.run(tx, signed)) === 1 ? signed : null
    })
    if (head !== null) ctx.log.info({ ...head }, 'audit log signed')
  },
})
