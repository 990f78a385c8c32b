/** How many rows an object can have, as for those that are added one by one. */

import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'
import type { Databases, ImportRow, ImportTable, ObjectLimit } from './table.ts'

const counts = new Map<string, ReturnType<typeof prepareCount>>()

const prepareCount = (table: keyof Tables, { column, without }: ObjectLimit) =>
  prepare((q, p: { ids: readonly number[] }) => {
    // The names are known when the module is loaded, and not to the compiler.
    const name = column as 'id'
    const rows = q
      .selectFrom(table as 'users')
      .select(({ fn, ref }) => [ref(name).as('id'), fn.countAll<number>().as('total')])
      .where(name, 'in', integerList(p.ids))
      .groupBy(name)
    return without === undefined ? rows : rows.where(without as 'deleted_at', 'is', null)
  })

function getCount(table: keyof Tables, limit: ObjectLimit) {
  const name = JSON.stringify([table, limit.column, limit.without])
  const count = counts.get(name) ?? prepareCount(table, limit)
  counts.set(name, count)
  return count
}

/** Returns how many rows the objects have in all databases. */
async function countRows(databases: Databases, table: keyof Tables, limit: ObjectLimit, ids: readonly number[]) {
  const totals = new Map<number, number>()
  for (const db of ids.length === 0 ? [] : databases)
    for (const { id, total } of await getCount(table, limit).all(db, { ids }))
      totals.set(id, (totals.get(id) ?? 0) + total)
  return totals
}

/** Returns the sentence about each row that its object has no place for. */
export async function findRowsWithoutPlace(
  databases: Databases,
  { name, limits = [] }: ImportTable,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<ImportRow, string>> {
  const refused = new Map<ImportRow, string>()
  for (const limit of limits) {
    const { column, most, without } = limit
    const counted = rows.filter((row) => row[column] && !(without && row[without]))
    const totals = await countRows(databases, name, limit, [...new Set(counted.map((row): number => row[column]))])
    for (const row of counted) {
      const total = (totals.get(row[column]) ?? 0) + 1
      if (total <= most) totals.set(row[column], total)
      else
        refused.set(row, `There are ${most} rows with the ${column} ${row[column]} already, and there can be no more.`)
    }
  }
  return refused
}
