/** Verifies the log: every row against its leaf, the tree, and a head that was saved earlier. */

import {
  getRoot,
  type Head,
  hashLeaf,
  parseCheckpoint,
  type ReadNode,
  RootBuilder,
  writeHead,
} from '@research-platform/credentials'
import type { Context } from '#context.ts'
import { isIssuerSignature } from '#features/issuer/index.ts'
import { writeActivityLeaf, writeAuditLeaf } from './leaves.ts'
import { logEnd, loggedActivity, loggedAudit, logLeaves } from './queries.ts'
import { createNodeReader } from './tiles.ts'

export interface LogVerification {
  rows: number
  /** Rows whose contents were erased with an account. */
  erased: number
  /** In base64. */
  root: string
  /** The first fault; null when the log is whole. */
  fault: string | null
}

const batchSize = 1_000

/** Reads the whole log, and compares it with a saved checkpoint if there is one. Ends at the first fault. */
export async function verifyLog(ctx: Context, checkpoint: string | null): Promise<LogVerification> {
  const result: LogVerification = { rows: 0, erased: 0, root: '', fault: null }
  // Leaves that are appended meanwhile are not read.
  const { size } = await logEnd.get.one(ctx, {})
  const saved = checkpoint === null ? null : parseCheckpoint(checkpoint)
  result.fault = checkpoint === null ? null : await checkHead(ctx, saved, size)
  const builder = new RootBuilder()
  while (result.rows < size && result.fault === null)
    result.fault = await checkBatch(ctx, { size, builder, saved: saved?.head ?? null }, result)
  if (result.fault !== null) return result
  result.root = encode(builder.getRoot())
  const isServed = encode(await getRoot(createNodeReader(ctx), size)) === result.root
  return isServed ? result : { ...result, fault: 'The stored tree does not match its leaves' }
}

/** Checks a saved head by itself. */
async function checkHead(
  ctx: Context,
  saved: ReturnType<typeof parseCheckpoint>,
  size: number,
): Promise<string | null> {
  if (saved === null) return 'The saved head is no checkpoint of this log'
  if (!(await isIssuerSignature(ctx, Buffer.from(writeHead(saved.head)), saved.signature)))
    return 'The saved head was not signed by this service'
  return saved.head.size > size ? `The log has ${size} rows, but had ${saved.head.size} when the head was saved` : null
}

interface Course {
  size: number
  builder: RootBuilder
  saved: Head | null
}

/** Checks the next rows and counts them in the result. Returns the first fault, or null. */
async function checkBatch(
  ctx: Context,
  { size, builder, saved }: Course,
  result: LogVerification,
): Promise<string | null> {
  const read = createNodeReader(ctx)
  const rows = await readRows(ctx, result.rows, Math.min(size, result.rows + batchSize) - 1)
  if (rows.length === 0) return `Leaf ${result.rows} is missing`
  for (const row of rows) {
    const fault = await checkRow(row, result.rows, read)
    if (fault !== null) return fault
    builder.add(await read(0, result.rows))
    result.rows++
    result.erased += row.content === null ? 1 : 0
    if (saved?.size === result.rows && !matches(builder, saved))
      return 'The rows before the saved head are not the same as when it was saved'
  }
  return null
}

const encode = (hash: Uint8Array) => Buffer.from(hash).toString('base64')
const matches = (builder: RootBuilder, { root_hash }: Head) => encode(builder.getRoot()) === root_hash

interface StoredLeaf {
  position: number
  name: string
  /** Null for a row that was erased; undefined for one that is missing. */
  content: string | null | undefined
}

async function checkRow(
  { position, name, content }: StoredLeaf,
  expected: number,
  read: ReadNode,
): Promise<string | null> {
  if (position !== expected) return `Leaf ${expected} is missing`
  if (content === undefined) return `${name} (leaf ${position}) was removed`
  if (content === null) return null
  return hashLeaf(content).equals(await read(0, position)) ? null : `${name} (leaf ${position}) was changed`
}

/** Reads the rows of the leaves from `first` to `last`. */
async function readRows(ctx: Context, first: number, last: number): Promise<StoredLeaf[]> {
  const leaves = await logLeaves.from.all(ctx, { position: first, most: last - first + 1 })
  const activity = await loggedActivity.between.all(ctx, { first, last })
  const byPosition = new Map(activity.map((row) => [row.log_position, row]))
  const auditIds = leaves.flatMap(({ kind, row_id }) => (kind === 'audit' ? [row_id] : []))
  const audit =
    auditIds.length === 0
      ? []
      : await loggedAudit.between.all(ctx, { first: Math.min(...auditIds), last: Math.max(...auditIds) })
  const byId = new Map(audit.map((row) => [row.id, row]))
  return leaves.map(({ position, kind, row_id, salt }) => {
    if (kind === 'audit') {
      const row = byId.get(row_id)
      return { position, name: `Row ${row_id} of the audit log`, content: row && writeAuditLeaf(row) }
    }
    const row = byPosition.get(position)
    const name = `Row ${row_id} of the activity log`
    if (salt === null) return { position, name, content: row === undefined ? null : undefined }
    return { position, name, content: row && writeActivityLeaf(row, salt) }
  })
}
