import { sql } from 'kysely'
import { prepare, type WithConnection } from '#database/query/prepare.ts'
import type { Visibility } from './record.ts'

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

/** Returns the number of the owner's projects of a visibility. */
export async function readOwnedCount(ctx: WithConnection, ownerId: number, visibility: Visibility): Promise<number> {
  const counts = await ownedProjectCounts.of.all(ctx, { owner_id: ownerId })
  return counts.find((count) => count.visibility === visibility)?.total ?? 0
}
