import type { Transaction } from '#context.ts'
import { ownedProjectCounts } from './count-queries.ts'
import type { Visibility } from './record.ts'

interface CountedProject {
  owner_id: number
  visibility: Visibility
}

/** Changes the number of projects of an owner by `change`. */
export async function countProjects(tx: Transaction, counted: CountedProject, change: number): Promise<void> {
  if (change === 0) return
  await ownedProjectCounts.add.run(tx, {
    owner_id: counted.owner_id,
    visibility: counted.visibility,
    change,
  })
}
