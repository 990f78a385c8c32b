import type { Transaction } from '#context.ts'
import type { Visibility } from '#database/tables/projects.ts'
import { changeCounter } from '#platform/counters.ts'
import { ownedProjectCounts } from './count-queries.ts'

interface Counted {
  owner_id: number
  visibility: Visibility
}

/** The counter of the projects of a visibility. */
export const projectsCounter = (visibility: Visibility) => `projects.${visibility}`

/** Changes the number of projects of an owner, and of all owners, by `change`. */
export async function countProjects(tx: Transaction, counted: Counted, change: number): Promise<void> {
  if (change === 0) return
  await changeCounter(tx, projectsCounter(counted.visibility), change)
  await ownedProjectCounts.add.run(tx, {
    owner_id: counted.owner_id,
    visibility: counted.visibility,
    change,
  })
}
