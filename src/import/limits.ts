/** How many rows an object can have and how long they are together, as for those that are added one by one. */

import type { AnyContext } from '#context.ts'
import { type ListSize, maxListBytes } from '#core/list-limit.ts'
import { integerList, measureRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'
import type { Databases, FactSizes, ImportRow, ImportTable, ObjectLimit } from './table.ts'

const prepared = new Map<string, FactSizes>()

const prepareSizes = (table: keyof Tables, { column, without, texts = [] }: ObjectLimit): FactSizes =>
  prepare((q, p: { ids: readonly number[] }) => {
    // The names are known when the module is loaded, and not to the compiler.
    const name = column as 'id'
    const rows = q
      .selectFrom(table as 'users')
      .select(({ ref }) => ref(name).as('id'))
      .select(measureRows(...texts))
      .where(name, 'in', integerList(p.ids))
      .groupBy(name)
    return without === undefined ? rows : rows.where(without as 'deleted_at', 'is', null)
  })

function getSizes(table: keyof Tables, limit: ObjectLimit): FactSizes {
  if (limit.sizes !== undefined) return limit.sizes
  const name = JSON.stringify([table, limit.column, limit.without])
  const sizes = prepared.get(name) ?? prepareSizes(table, limit)
  prepared.set(name, sizes)
  return sizes
}

/** Returns how large the lists of the objects are in all databases. */
async function measureLists(databases: Databases, table: keyof Tables, limit: ObjectLimit, ids: readonly number[]) {
  const sizes = new Map<number, ListSize>()
  for (const db of ids.length === 0 ? [] : (databases as readonly AnyContext[]))
    for (const { id, total, bytes } of await getSizes(table, limit).all(db, { ids }))
      sizes.set(id, add(sizes.get(id), { total, bytes }))
  return sizes
}

const add = (sum: ListSize | undefined, { total, bytes }: ListSize): ListSize => ({
  total: (sum?.total ?? 0) + total,
  bytes: (sum?.bytes ?? 0) + bytes,
})

/** Returns the bytes of a value as it is stored. */
export const countBytes = (value: unknown): number =>
  value === undefined || value === null
    ? 0
    : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))

const measureRow = ({ texts = [] }: ObjectLimit, row: ImportRow) =>
  texts.reduce((sum, name) => sum + countBytes(row[name]), 0)

/** Returns the sentence about each row that its object has no place for. */
export async function findRowsWithoutPlace(
  databases: Databases,
  { name, limits = [] }: ImportTable,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<ImportRow, string>> {
  const refused = new Map<ImportRow, string>()
  for (const limit of limits) {
    const { column, most, without, measure = (row: ImportRow) => measureRow(limit, row) } = limit
    const counted = rows.filter((row) => row[column] && !(without && row[without]))
    const sizes = await measureLists(databases, name, limit, [...new Set(counted.map((row): number => row[column]))])
    for (const row of counted) {
      const size = add(sizes.get(row[column]), { total: 1, bytes: measure(row) })
      if (size.total > most)
        refused.set(row, `There are ${most} rows with the ${column} ${row[column]} already, and there can be no more.`)
      else if (size.bytes > maxListBytes)
        refused.set(row, `The texts of the rows with the ${column} ${row[column]} can have at most 2 MB together.`)
      else sizes.set(row[column], size)
    }
  }
  return refused
}
