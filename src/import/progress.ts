/** Goes through the lines of a file, remembers how far it came, and lists the rows that are refused. */

import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { hashFile, type Line, type LineBatch, readLineBatches } from './lines.ts'
import { importProgress, type Progress } from './queries.ts'
import type { ImportRow, ImportTable } from './table.ts'
import { readRow } from './verdict.ts'

export interface ImportOptions {
  folder: string
  /** The folder within it for the lists of refused rows. */
  refusedFolder: string
  /** Existing rows are kept; without it they are refused. */
  merge: boolean
  /** Another database, whose rows count as existing too. */
  also?: Context
  onProgress?: (progress: Progress) => void
  /** Called after each file, also one that was done before. */
  onTable?: (progress: Progress, elapsedMs: number) => void
}

/** A line with its row, and what becomes of it. */
export interface Entry {
  line: Line
  row: ImportRow
  verdict: 'imported' | 'kept' | 'refused'
  why: string
}

export const recordRefusal = (entry: Entry, why: string): void => void Object.assign(entry, { verdict: 'refused', why })
export const listOpen = (entries: readonly Entry[]): Entry[] => entries.filter(({ verdict }) => verdict === 'imported')

export function readEntry(table: ImportTable, line: Line): Entry {
  const row = readRow(table, line.text)
  return typeof row === 'string'
    ? { line, row: {}, verdict: 'refused', why: row }
    : { line, row, verdict: 'imported', why: '' }
}

/** Adds the verdicts to the progress, in the transaction that stores the rows, and returns the sum. */
export type Save = (
  tx: Transaction,
  before: Progress,
  entries: readonly Entry[],
  done: Pick<LineBatch, 'doneBytes' | 'doneLines'>,
) => Promise<Progress>

/** Stores the rows of the lines, with the progress after them, which it returns. */
export type StoreBatch = (ctx: Context, batch: LineBatch, before: Progress, save: Save) => Promise<Progress>

/** Imports the file of a table and returns its totals; null without a file. What was interrupted is continued. */
export async function importFile(
  ctx: Context,
  { name }: Pick<ImportTable, 'name'>,
  options: ImportOptions,
  store: StoreBatch,
): Promise<Progress | null> {
  const file = `${name}.ndjson`
  const path = join(options.folder, file)
  if (!existsSync(path)) return null
  const sha256 = await hashFile(path)
  const before = await importProgress.of.maybe(ctx, { file })
  const anew = { ...nothing, file, sha256, run: (before?.run ?? 0) + 1 }
  let progress = before?.sha256 === sha256 ? before : anew
  if (progress.finished_at !== null) {
    // What refused rows refer to may have been mended in another file.
    if (progress.refused === 0 || !options.merge) return progress
    progress = anew
  }
  const refused = await openRefused(join(options.folder, options.refusedFolder), file, progress)
  try {
    for await (const batch of readLineBatches(path, progress.done_bytes, progress.done_lines)) {
      progress = await store(ctx, batch, progress, (tx, before, entries, done) =>
        save(tx, before, entries, { ...done, refused }),
      )
      options.onProgress?.(progress)
      await pause(restMs)
    }
  } finally {
    await refused.close()
  }
  return progress
}

/**
 * Between two transactions, in milliseconds: longer than a service that waits for the embedded database pauses between two attempts (`sqlite/writer.ts`),
 * so that its changes come between them. Without it they waited for up to 14 s.
 */
const restMs = 15

const nothing = { done_bytes: 0, done_lines: 0, imported: 0, kept: 0, refused: 0, refused_bytes: 0, finished_at: null }

/** Opens the list of refused rows, cut to what was committed. */
async function openRefused(folder: string, file: string, { refused_bytes }: Progress): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, file)
  const list = await open(path, refused_bytes > 0 && existsSync(path) ? 'r+' : 'w')
  await list.truncate(refused_bytes)
  return list
}

interface Done {
  doneBytes: number
  doneLines: number
  refused: FileHandle
}

async function save(
  tx: Transaction,
  before: Progress,
  entries: readonly Entry[],
  { doneBytes, doneLines, refused }: Done,
) {
  const list = entries
    .filter(({ verdict }) => verdict === 'refused')
    .map(describeRefusal)
    .join('')
  // Before the commit: after a crash the list is cut to the length that was committed.
  await refused.write(list, before.refused_bytes)
  const count = (wanted: Entry['verdict']) => entries.filter(({ verdict }) => verdict === wanted).length
  const after: Progress = {
    ...before,
    done_bytes: doneBytes,
    done_lines: doneLines,
    imported: before.imported + count('imported'),
    kept: before.kept + count('kept'),
    refused: before.refused + count('refused'),
    refused_bytes: before.refused_bytes + Buffer.byteLength(list),
  }
  await importProgress.save.run(tx, after)
  return after
}

const describeRefusal = ({ line, why }: Entry) => `${JSON.stringify({ line: line.number, why, row: line.text })}\n`

/** Marks a file as done, so that it is not imported again. */
export const finishFile = (ctx: Context, progress: Progress): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await importProgress.save.run(tx, { ...progress, finished_at: tx.clock.now() })
    const { file, sha256, imported, kept, refused } = progress
    tx.auditEvent?.describe({ before: null, after: { file, sha256, imported, kept, refused } })
  })
