import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { defineListTotals } from '#platform/list-totals.ts'
import type { Visibility } from './record.ts'

/** Counts the projects of a visibility, which is the group. */
export const countVisibility = defineListTotals('projects', ['status'])
/** Counts those of a visibility and a field, which are the group. */
export const countField = defineListTotals('projects.field', ['status'])

/** One row for each owner and visibility. */
export const ownedProjectCounts = {
  add: prepare((q, p: { owner_id: number; visibility: Visibility; change: number }) =>
    q
      .insertInto('owned_project_counts')
      .values({ owner_id: p.owner_id, visibility: p.visibility, total: p.change })
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'visibility'])
          .doUpdateSet({ total: sql<number>`owned_project_counts.total + excluded.total` }),
      ),
  ),

  of: prepare((q, p: { owner_id: number }) =>
    q.selectFrom('owned_project_counts').select(['visibility', 'total']).where('owner_id', '=', p.owner_id),
  ),
}
