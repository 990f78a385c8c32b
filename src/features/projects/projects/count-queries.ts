import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { Visibility } from '#database/tables/projects.ts'

/** How many projects there are, as changes that a schedule adds up. */
export const projectCounts = {
  add: prepare((q, p: { visibility: Visibility; change: number }) =>
    q.insertInto('project_counts').values({ visibility: p.visibility, change: p.change }),
  ),

  of: prepare((q) =>
    q
      .selectFrom('project_counts')
      .select('visibility')
      .select(sql<number>`coalesce(sum(change), 0)`.as('total'))
      .groupBy('visibility'),
  ),

  last: prepare((q) => q.selectFrom('project_counts').select(sql<number>`coalesce(max(id), 0)`.as('id'))),

  removeUpTo: prepare((q, p: { last_id: number }) =>
    q.deleteFrom('project_counts').where('id', '<=', p.last_id),
  ),
}

/** One row an owner and visibility. */
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
