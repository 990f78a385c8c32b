/** Stores the rows of a table in batches that are each one transaction. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { type BulkRow, prepareBulkInsert, prepareFindIds, prepareSetSequence } from '#database/query/bulk.ts'
import type { Tables } from '#database/tables/index.ts'
import { findRowsWithoutPlace } from './limits.ts'
import { type Entry, type ImportOptions, importFile, listOpen, readEntry, recordRefusal } from './progress.ts'
import { legacyFiles, type Progress } from './queries.ts'
import type { Databases, ImportRow, ImportTable, Surroundings } from './table.ts'

const defaultKey = ['id']

/** Returns a function that prepares the statement of a name once. */
function once<K, T>(create: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    const value = known.get(key) ?? create(key)
    known.set(key, value)
    return value
  }
}

const insertOf = once(({ name, stored, key = defaultKey }: ImportTable) => prepareBulkInsert(name, stored, key))
const idsOf = once((table: keyof Tables) => prepareFindIds(table))
const sequenceOf = once((table: keyof Tables) => prepareSetSequence(table))

/** Imports the file of a table and returns its totals; null without a file. */
export const importRows = (ctx: Context, table: ImportTable, options: ImportOptions): Promise<Progress | null> =>
  importFile(ctx, table, options, (_, batch, before, save) =>
    runInTransaction(ctx, async (tx) => {
      const entries = batch.lines.map((line) => readEntry(table, line))
      await refuseExisting(tx, table, entries, options)
      await refuseReferences(tx, table, entries, options)
      await storeEntries(tx, table, entries, options)
      return save(tx, before, entries, batch)
    }),
  )

/** Lets new rows of the table get ids above the imported ones. */
export async function setSequence(ctx: Context, { name, stored, hasRandomIds = false }: ImportTable): Promise<void> {
  if (stored.id === 'integer' && !hasRandomIds) await sequenceOf(name).all(ctx, {})
}

async function findIds(tx: Transaction, table: keyof Tables, ids: readonly unknown[], { also }: ImportOptions) {
  const wanted = { ids: [...new Set(ids)] }
  if (wanted.ids.length === 0) return new Set<unknown>()
  const rows = await idsOf(table).all(tx, wanted)
  const others = also === undefined ? [] : await idsOf(table).all(also, wanted)
  return new Set<unknown>([...rows, ...others].map(({ id }) => id))
}

async function refuseExisting(
  tx: Transaction,
  { name, stored }: ImportTable,
  entries: Entry[],
  options: ImportOptions,
) {
  if (stored.id === undefined) return
  const existing = await findIds(
    tx,
    name,
    listOpen(entries).flatMap(({ row }) => row.id ?? []),
    options,
  )
  const seen = new Set<unknown>()
  for (const entry of listOpen(entries)) {
    const { id } = entry.row
    if (seen.has(id)) recordRefusal(entry, `The id ${id} is in the file twice.`)
    else if (existing.has(id)) keepOrRefuse(entry, `There is a row with the id ${id} already.`, options)
    seen.add(id)
  }
}

function keepOrRefuse(entry: Entry, why: string, { merge }: ImportOptions) {
  if (merge) entry.verdict = 'kept'
  else recordRefusal(entry, why)
}

async function refuseReferences(tx: Transaction, table: ImportTable, entries: Entry[], options: ImportOptions) {
  for (const [column, target] of Object.entries(table.references ?? {})) {
    const listIds = ({ row }: Entry): unknown[] => [row[column] ?? []].flat()
    const known = await findIds(tx, target, listOpen(entries).flatMap(listIds), options)
    for (const entry of listOpen(entries)) {
      const unknown = listIds(entry).find((id) => !known.has(id))
      if (unknown === undefined) continue
      const verb = Array.isArray(entry.row[column]) ? 'has' : 'is'
      recordRefusal(entry, `The column "${column}" ${verb} ${unknown}, which is no id of ${target}.`)
    }
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
  const converted = open.map((entry) => ({ entry, row: table.convert(entry.row, surroundings) }))
  const added = await insertOf(table).all(tx, { rows: converted.map(({ row }) => row) })
  keepAdded(table, converted, added, options)
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

async function completeRows(tx: Transaction, table: ImportTable, entries: readonly Entry[], { also }: ImportOptions) {
  const databases: Databases = also === undefined ? [tx] : [tx, also]
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

/** Refuses the rows that were not added, because another row has what only one may have. */
function keepAdded(
  { key = defaultKey, unique }: ImportTable,
  converted: readonly { entry: Entry; row: BulkRow }[],
  added: readonly BulkRow[],
  options: ImportOptions,
) {
  if (added.length === converted.length) return
  const nameOf = (row: BulkRow) => JSON.stringify(key.map((column) => row[column]))
  const names = new Set(added.map(nameOf))
  for (const { entry, row } of converted) {
    // A name stands for its first row.
    if (names.delete(nameOf(row))) continue
    const why = `Another row has ${unique ?? `the same ${key.join(' and ')}`} already.`
    if (key === defaultKey) recordRefusal(entry, why)
    else keepOrRefuse(entry, why, options)
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
