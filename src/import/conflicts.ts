/** What a trial learns from the database that it compares with: which rows that would not take. */

import type { AnyContext } from '#context.ts'
import { type BulkRow, prepareFindConflicts } from '#database/query/bulk.ts'
import { createOnce } from './create-once.ts'
import type { ImportTable } from './table.ts'

const keyConflictsOf = createOnce(({ name, stored, key }: ImportTable) =>
  key === undefined ? [] : [prepareFindConflicts(name, stored, { columns: key })],
)
const otherConflictsOf = createOnce(({ name, stored, uniqueKeys = [] }: ImportTable) =>
  uniqueKeys.map((one) => prepareFindConflicts(name, stored, one)),
)

/** Returns the places of the rows whose key is taken, and of those of which another row has what only one may have. */
export async function findConflicts(
  ctx: AnyContext,
  table: ImportTable,
  rows: readonly BulkRow[],
): Promise<{ ofKey: ReadonlySet<number>; ofOthers: ReadonlySet<number> }> {
  const input = { rows: rows.map((row, place) => ({ ...row, place })) }
  const find = async (queries: ReturnType<typeof keyConflictsOf>) =>
    new Set((await Promise.all(queries.map((query) => query.all(ctx, input)))).flat().map(({ place }) => place))
  return { ofKey: await find(keyConflictsOf(table)), ofOthers: await find(otherConflictsOf(table)) }
}
