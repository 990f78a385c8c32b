/** Copies all rows of one database into another, of the same or the other engine, and compares them. */

import { createHash } from 'node:crypto'
import { DatabaseError } from '../database.ts'
import { isReplaced, migrations } from '../migrations/index.ts'
import { describeRow, type Row, type Source, type Table, type Target, toComparable } from './tables.ts'

export interface CopiedTable {
  name: string
  rows: number
  /** The hash of all values of all rows, in the order of their keys. */
  sha256: string
}

interface CopyJob {
  source: Source
  /** What the source is, so that an interrupted copy goes on only from the same one. */
  name: string
  target: Target
  /** Reads the tables, which PostgreSQL describes; after the target is prepared. */
  readTables: () => Promise<readonly Table[]>
  /** Called after each table, with the number of rows that were copied now. */
  onTable?: (name: string, rows: number) => void
}

/**
 * Copies rows in the order of their keys, then the sequences, and compares both databases row by row before the target
 * can be used. An interrupted copy goes on after the last row of each table.
 *
 * @throws {DatabaseError} for a source of another version, and for the first row that differs
 */
export async function copyRows({ source, name, target, readTables, onTable }: CopyJob): Promise<CopiedTable[]> {
  await refuseOtherVersion(source)
  await target.prepare(name)
  const tables = await readTables()
  const sequences = new Map<Table, number>()
  for (const table of tables) {
    let rows = 0
    for await (const some of source.read(table, await target.readLastKey(table))) {
      await target.write(table, some)
      rows += some.length
    }
    // Read once: while a service runs, sequences go on after the moment of the copy.
    if (table.hasSequence) sequences.set(table, await source.readSequence(table))
    onTable?.(table.name, rows)
  }
  for (const [table, last] of sequences) await target.setSequence(table, last)
  const copied = await compareDatabases(source, target, tables, sequences)
  await target.finish()
  return copied
}

async function refuseOtherVersion(source: Source) {
  const found = new Set((await source.readMigrations()).filter((name) => !isReplaced(name)))
  const known = migrations.map(({ name }) => name)
  if (found.size !== known.length || known.some((name) => !found.has(name)))
    throw new DatabaseError(
      'The database belongs to another version of the service; run "npm run migrate" with this version first.',
    )
}

async function compareDatabases(
  source: Source,
  target: Target,
  tables: readonly Table[],
  sequences: ReadonlyMap<Table, number>,
): Promise<CopiedTable[]> {
  const copy = await target.open()
  try {
    const compared: CopiedTable[] = []
    for (const table of tables) {
      compared.push(await compareTables(table, source, copy))
    }
    for (const [table, last] of sequences)
      if ((await copy.readSequence(table)) !== last)
        throw new DatabaseError(`The copy differs: the sequence of ${table.name}.`)
    return compared
  } finally {
    await copy.close()
  }
}

async function compareTables(table: Table, source: Source, copy: Source): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let rows = 0
  const copies = flatten(copy.read(table))
  for await (const row of flatten(source.read(table))) {
    const text = toComparable(row)
    const other = await copies.next()
    if (other.done || toComparable(other.value) !== text)
      throw new DatabaseError(`The copy differs: the row ${describeRow(table, row)}.`)
    hash.update(text)
    rows++
  }
  const extra = await copies.next()
  if (!extra.done) throw new DatabaseError(`The copy differs: it has the row ${describeRow(table, extra.value)} more.`)
  return { name: table.name, rows, sha256: hash.digest('hex') }
}

async function* flatten(pages: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}
