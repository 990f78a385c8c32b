/** What rows refer to, in the database of the import and in that which a trial compares with. */

import type { FactQuery } from './fact-queries.ts'
import type { Databases, ImportRow } from './table.ts'

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

/** Returns the ids that rows have in a column. */
export const listIds = (rows: readonly ImportRow[], column: string): number[] =>
  rows.flatMap((row): number[] => row[column] ?? [])

/** Returns the sentence about each row that has one. */
export function collectRefusals(
  rows: readonly ImportRow[],
  describe: (row: ImportRow) => string | null,
): ReadonlyMap<ImportRow, string> {
  const refused = new Map<ImportRow, string>()
  for (const row of rows) {
    const why = describe(row)
    if (why !== null) refused.set(row, why)
  }
  return refused
}

/** Refuses rows that name the owner of what they refer to, who may do it anyway. */
export async function findOwners(
  databases: Databases,
  query: FactQuery<{ id: number; user_id: number }>,
  rows: readonly ImportRow[],
  { column, noun }: { column: string; noun: string },
): Promise<ReadonlyMap<ImportRow, string>> {
  const objects = await findFacts(databases, query, listIds(rows, column))
  return collectRefusals(rows, (row) =>
    objects.get(row[column])?.user_id === row.user_id
      ? `The user ${row.user_id} is the owner of the ${noun} ${row[column]}.`
      : null,
  )
}
