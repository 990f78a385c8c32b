/** Stores the rows of a table in batches that are each one transaction. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { type BulkRow, prepareAnalysis, prepareBulkInsert, prepareSetSequence } from '#database/query/bulk.ts'
import type { Tables } from '#database/tables/index.ts'
import { joinPeople } from './account-matches.ts'
import { findConflicts } from './conflicts.ts'
import { createOnce } from './create-once.ts'
import { findBrought, recordBrought } from './imported-rows.ts'
import { findRowsWithoutPlace } from './limits.ts'
import { type Entry, type ImportOptions, importFile, listOpen, readEntry, recordRefusal } from './progress.ts'
import { legacyFiles, type Progress } from './queries.ts'
import { findIds, resolveReferences } from './references.ts'
import { type Databases, type ImportRow, type ImportTable, namedTables, type Surroundings } from './table.ts'

const defaultKey = ['id']

const insertOf = createOnce(({ name, stored, key = defaultKey }: ImportTable) => prepareBulkInsert(name, stored, key))
const sequenceOf = createOnce((table: keyof Tables) => prepareSetSequence(table))
const analysisOf = createOnce((table: keyof Tables) => prepareAnalysis(table))

/** Imports the file of a table and returns its totals; null without a file. */
export const importRows = (ctx: Context, table: ImportTable, options: ImportOptions): Promise<Progress | null> =>
  importFile(ctx, table, options, (_, batch, before, save) =>
    runInTransaction(ctx, async (tx) => {
      const entries = batch.lines.map((line) => readEntry(table, line))
      const databases = listDatabases(tx, options)
      await keepKnown(databases, table, entries, before.run)
      if (options.merge && table.name === 'users') await joinPeople(databases, entries, before.run)
      await resolveReferences(databases, table, entries)
      await refuseExisting(databases, table, entries)
      await storeEntries(tx, table, entries, options)
      if (table.stored.id === 'integer') await recordEntries(tx, table, entries, before.run)
      return save(tx, before, entries, batch)
    }),
  )

const listDatabases = (tx: Transaction, { also }: ImportOptions): Databases => (also === undefined ? [tx] : [tx, also])

const recordEntries = (tx: Transaction, { name }: ImportTable, entries: readonly Entry[], run: number) =>
  recordBrought(
    tx,
    name,
    listOpen(entries).map(({ row }) => row.id),
    run,
  )

/** Lets new rows of the table get ids above the imported ones, and the database plan with the size that the table has now. */
export async function finishTable(ctx: Context, { name, stored, hasRandomIds = false }: ImportTable): Promise<void> {
  if (stored.id === 'integer' && !hasRandomIds) await sequenceOf(name).all(ctx, {})
  await analysisOf(name).run(ctx)
}

/** Keeps what a former reading of the file has brought, also what was removed since. */
async function keepKnown(databases: Databases, table: ImportTable, entries: readonly Entry[], run: number) {
  if (table.stored.id !== 'integer') return
  const known = await findBrought(
    databases,
    table.name,
    listOpen(entries).map(({ row }) => row.id),
  )
  const seen = new Set<unknown>()
  for (const entry of listOpen(entries)) {
    const { id } = entry.row
    const brought = known.get(id)
    if (seen.has(id) || brought?.run === run) recordRefusal(entry, `The id ${id} is in the file twice.`)
    else if (brought !== undefined) entry.verdict = 'kept'
    seen.add(id)
  }
}

/** Refuses rows whose ids others have; what has names is kept as it is. */
async function refuseExisting(databases: Databases, { name, stored }: ImportTable, entries: readonly Entry[]) {
  if (stored.id === undefined) return
  const ids = listOpen(entries).map(({ row }) => row.id)
  const existing = await findIds(databases, name, ids)
  for (const entry of listOpen(entries))
    if (existing.has(entry.row.id)) {
      if (namedTables.has(name)) entry.verdict = 'kept'
      else recordRefusal(entry, `There is a row with the id ${entry.row.id} already, which no import has brought.`)
    }
}

/** Stores the rows that are not refused, with what follows from them. */
async function storeEntries(tx: Transaction, table: ImportTable, entries: readonly Entry[], options: ImportOptions) {
  const surroundings = await readSurroundings(tx, table, entries, options)
  for (const entry of listOpen(entries)) {
    const why = describeUnusablePath(table, entry.row, surroundings)
    if (why !== null) recordRefusal(entry, why)
  }
  await completeRows(tx, table, entries, options)
  const open = listOpen(entries)
  if (open.length === 0) return
  const all = open.map((entry) => ({ entry, row: table.convert(entry.row, surroundings) }))
  if (options.also !== undefined) await compareRows(options.also, table, all)
  const converted = all.filter(({ entry }) => entry.verdict === 'imported')
  const added = await insertOf(table).all(tx, { rows: converted.map(({ row }) => row) })
  keepAdded(table, converted, added)
  const stored = listOpen(open).map(({ row }) => row)
  if (stored.length > 0) await table.derive?.(tx, stored, surroundings)
}

/** Returns the sentence about a path without an imported file, or with a private one where it is shown to everyone. */
function describeUnusablePath({ paths = [], publicPaths = [] }: ImportTable, row: ImportRow, { files }: Surroundings) {
  for (const column of paths)
    for (const path of [row[column] ?? []].flat()) {
      const verb = Array.isArray(row[column]) ? 'has' : 'is'
      const file = files.get(path)
      if (file === undefined && path !== '')
        return `The column "${column}" ${verb} "${path}", which is no path of files.ndjson.`
      if (file?.area === 'private' && publicPaths.includes(column))
        return `The column "${column}" ${verb} "${path}", whose file is private.`
    }
  return null
}

async function completeRows(tx: Transaction, table: ImportTable, entries: readonly Entry[], options: ImportOptions) {
  const databases = listDatabases(tx, options)
  const complete = table.complete?.bind(table)
  const steps = [complete, (dbs: Databases, rows: readonly ImportRow[]) => findRowsWithoutPlace(dbs, table, rows)]
  for (const step of steps) {
    const open = listOpen(entries)
    if (step === undefined || open.length === 0) continue
    const refused = await step(
      databases,
      open.map(({ row }) => row),
    )
    for (const entry of open) {
      const why = refused.get(entry.row)
      if (why !== undefined) recordRefusal(entry, why)
    }
  }
}

interface ConvertedRow {
  entry: Entry
  row: BulkRow
}

const describeSame = ({ key = defaultKey, unique }: ImportTable) =>
  `Another row has ${unique ?? `the same ${key.join(' and ')}`} already.`

/** Decides in a trial about rows that the other database would not add, as that would. */
async function compareRows(also: Context, table: ImportTable, converted: readonly ConvertedRow[]) {
  const rows = converted.map(({ row }) => row)
  const { ofKey, ofOthers } = await findConflicts(also, table, rows)
  for (const [place, { entry }] of converted.entries())
    if (ofKey.has(place)) entry.verdict = 'kept'
    else if (ofOthers.has(place)) recordRefusal(entry, describeSame(table))
}

/** Refuses the rows that were not added, because another row has what only one may have; what is named by its objects is kept. */
function keepAdded(table: ImportTable, converted: readonly ConvertedRow[], added: readonly BulkRow[]) {
  const { key = defaultKey } = table
  if (added.length === converted.length) return
  const nameOf = (row: BulkRow) => JSON.stringify(key.map((column) => row[column]))
  const names = new Set(added.map(nameOf))
  const open = new Set(names)
  for (const { entry, row } of converted) {
    // A name stands for its first row.
    if (open.delete(nameOf(row))) continue
    if (key !== defaultKey && !names.has(nameOf(row))) entry.verdict = 'kept'
    else recordRefusal(entry, describeSame(table))
  }
}

async function readSurroundings(
  tx: Transaction,
  { paths = [] }: ImportTable,
  entries: readonly Entry[],
  { also }: ImportOptions,
): Promise<Surroundings> {
  const wanted = listOpen(entries).flatMap(({ row }) => paths.flatMap((column) => row[column] ?? []))
  const old = { paths: [...new Set<string>(wanted)] }
  const others = wanted.length === 0 || also === undefined ? [] : await legacyFiles.byPaths.all(also, old)
  const found = wanted.length === 0 ? [] : await legacyFiles.byPaths.all(tx, old)
  const files = new Map([...others, ...found].map(({ path, ...file }) => [path, file]))
  return { now: tx.clock.now(), config: tx.config, files }
}
