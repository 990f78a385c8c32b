/**
 * The index exists twice: the active copy serves searches, while the other one may be built anew. A profile that is saved
 * meanwhile is queued for both, once the other copy contains it.
 */

import { sql } from 'kysely'
import type { TableCopy } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Increase it when profiles are indexed in another way; the next start builds the index anew. */
export const formatVersion = 4

export const getOtherCopy = (copy: TableCopy): TableCopy => (copy === '1' ? '2' : '1')

export const copies = {
  state: prepare((q) => q.selectFrom('search_copies').select(['active', 'version', 'building_version', 'position'])),

  /** Makes others wait who build a copy or write to it, and returns the state. */
  hold: prepare((q, _: object) =>
    q
      .updateTable('search_copies')
      .set((eb) => ({ position: eb.ref('position') }))
      .returning(['active', 'version', 'building_version', 'position']),
  ),

  begin: prepare((q, p: { building_version: number }) =>
    q.updateTable('search_copies').set({ building_version: p.building_version, position: 0 }),
  ),

  advance: prepare((q, p: { position: number }) => q.updateTable('search_copies').set({ position: p.position })),

  /** Makes the copy that was built the active one. */
  activate: prepare((q) =>
    q.updateTable('search_copies').set({
      active: sql<TableCopy>`case active when '1' then '2' else '1' end`,
      version: sql<number>`building_version`,
      building_version: null,
      position: 0,
    }),
  ),
}
