import { inTransaction, type Transaction } from '#context.ts'
import type { Visibility } from '#database/tables/projects.ts'
import { defineTask } from '#platform/tasks.ts'
import { ownedProjectCounts, projectCounts } from './count-queries.ts'

interface Counted {
  owner_id: number
  visibility: Visibility
}

/** Notes that an owner has so many more projects, or fewer. */
export async function countProjects(tx: Transaction, counted: Counted, change: number): Promise<void> {
  if (change === 0) return
  await projectCounts.add.run(tx, { visibility: counted.visibility, change })
  await ownedProjectCounts.add.run(tx, {
    owner_id: counted.owner_id,
    visibility: counted.visibility,
    change,
  })
}

/** Adds up the changes of the numbers of projects. */
export const compactProjectCounts = defineTask<Record<string, never>>({
  kind: 'compact_project_counts',
  async handle(ctx) {
    await inTransaction(ctx, async (tx) => {
      const { id } = await projectCounts.last.one(tx, {})
      const counts = await projectCounts.of.all(tx, {})
      await projectCounts.removeUpTo.run(tx, { last_id: id })
      for (const { visibility, total } of counts)
        await projectCounts.add.run(tx, { visibility, change: total })
    })
  },
})
