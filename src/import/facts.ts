/** What rows refer to, in the database of the import and in that which a trial compares with. */

import type { AnyContext } from '#context.ts'
import type { Databases } from './table.ts'

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
