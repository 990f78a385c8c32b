/** Appends new rows of the activity and audit logs to the tree. Each row is appended once, in any order of their commits. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRandomText } from '#core/random.ts'
import type { LeafKind } from '#database/tables/transparency.ts'
import { defineTask } from '#platform/tasks.ts'
import { writeActivityLeaf, writeAuditLeaf } from './leaves.ts'
import { hashLeaf } from './merkle.ts'
import { logEnd, loggedActivity, loggedAudit, logLeaves } from './queries.ts'
import { appendHashes } from './tiles.ts'

/** Rows of one transaction, which others wait for on the embedded database. */
const batchSize = 250

interface NewLeaf {
  kind: LeafKind
  row_id: number
  salt: string | null
  hash: Uint8Array
}

/** Appends all rows that are not in the tree yet. */
export async function appendToLog(ctx: Context): Promise<void> {
  while ((await runInTransaction(ctx, appendBatch)) > 0);
}

/** Returns how many rows were appended. */
async function appendBatch(tx: Transaction): Promise<number> {
  const { size, audit_id } = await logEnd.lock.one(tx, {})
  // Rows of the audit log are numbered in the order of their commits, those of the activity log are not.
  const audit = await loggedAudit.after.all(tx, { id: audit_id, most: batchSize })
  const activity = await loggedActivity.pending.all(tx, { most: batchSize })
  const leaves: NewLeaf[] = [
    ...activity.map((row) => {
      const salt = createRandomText(16)
      return { kind: 'activity' as const, row_id: row.id, salt, hash: hashLeaf(writeActivityLeaf(row, salt)) }
    }),
    ...audit.map((row) => ({
      kind: 'audit' as const,
      row_id: row.id,
      salt: null,
      hash: hashLeaf(writeAuditLeaf(row)),
    })),
  ]
  if (leaves.length === 0) return 0
  for (const [index, { kind, row_id, salt }] of leaves.entries()) {
    const position = size + index
    await logLeaves.add.run(tx, { position, kind, row_id, salt })
    if (kind === 'activity') await loggedActivity.setPosition.run(tx, { id: row_id, position })
  }
  const hashes = leaves.map(({ hash }) => hash)
  await appendHashes(tx, size, hashes)
  await logEnd.set.run(tx, { size: size + leaves.length, audit_id: audit.at(-1)?.id ?? audit_id })
  return leaves.length
}

/** Appends new rows every minute. */
export const appendRows = defineTask<Record<string, never>>({
  kind: 'append_to_transparency_log',
  handle: appendToLog,
})
