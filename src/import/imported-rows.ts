/** Which rows imports have brought: only these may be named by others, whatever ids the rows of this service have. */

import type { AnyContext, Transaction } from '#context.ts'
import { importedRows } from './imported-row-queries.ts'

/** A row that an import has brought, or that goes on for one of a file. */
export interface BroughtRow {
  /** The id that it has here. */
  id: unknown
  /** Whether it was here before: an account of the same person. */
  isJoined: boolean
}

interface KnownRow extends BroughtRow {
  /** Which reading of the file brought it; null in another database. */
  run: number | null
}

/** Returns the rows that imports have brought, by the ids that files have for them. The first database is that of the import. */
export async function findBrought(databases: readonly AnyContext[], kind: string, ids: readonly unknown[]) {
  const brought = new Map<unknown, KnownRow>()
  const rows = [...new Set(ids)].map((id) => ({ id }))
  if (rows.length === 0) return brought
  for (const [index, db] of [...databases.entries()].toReversed())
    for (const { id, range } of await importedRows.nearest.all(db, { kind, rows })) {
      if (range === null || range.last_id < id) continue
      const { joined_id, run } = range
      brought.set(id, { id: joined_id ?? id, isJoined: joined_id !== null, run: index === 0 ? run : null })
    }
  return brought
}

/** Remembers rows that were stored; ids that follow one another are one range. */
export async function recordBrought(tx: Transaction, kind: string, ids: readonly number[], run: number): Promise<void> {
  const ranges: { first_id: number; last_id: number }[] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.last_id === id - 1) last.last_id = id
    else ranges.push({ first_id: id, last_id: id })
  }
  const rows = ranges.map((range) => ({ ...range, kind, run, joined_id: null }))
  if (rows.length > 0) await importedRows.add.all(tx, { rows })
}

/** Remembers which accounts go on for people of a file, whose ids are the keys. */
export async function recordJoined(tx: Transaction, joined: ReadonlyMap<number, number>, run: number): Promise<void> {
  const rows = [...joined].map(([id, joined_id]) => ({ kind: 'users', first_id: id, last_id: id, joined_id, run }))
  if (rows.length > 0) await importedRows.add.all(tx, { rows })
}
