/** What rows refer to, in the database of the import and in that which a trial compares with. */

import type { AnyContext } from '#context.ts'
import type { Databases, ImportRow } from './table.ts'

interface FactQuery<Row> {
  all(ctx: AnyContext, parameters: { ids: readonly number[] }): Promise<Row[]>
}

/** Returns the facts of all databases about the rows with the ids, by id. */
export async function findFacts<Row extends { id: number }>(
  databases: Databases,
  query: FactQuery<Row>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Row>> {
  const wanted = { ids: [...new Set(ids)] }
  const found = wanted.ids.length === 0 ? [] : await Promise.all(databases.map((db) => query.all(db, wanted)))
  return new Map(found.flat().map((row) => [row.id, row]))
}

/** Refuses rows that name the owner of what they refer to, who may do it anyway. */
export async function findOwners(
  databases: Databases,
  query: FactQuery<{ id: number; user_id: number }>,
  rows: readonly ImportRow[],
  { column, noun }: { column: string; noun: string },
): Promise<ReadonlyMap<ImportRow, string>> {
  const objects = await findFacts(
    databases,
    query,
    rows.map((row) => row[column]),
  )
  const owned = rows.filter((row) => objects.get(row[column])?.user_id === row.user_id)
  return new Map(owned.map((row) => [row, `The user ${row.user_id} is the owner of the ${noun} ${row[column]}.`]))
}
