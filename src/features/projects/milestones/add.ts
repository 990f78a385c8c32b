import type { Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { milestones } from './queries.ts'
import { milestoneRecord } from './record.ts'
import type { Milestone, NewMilestone } from './schemas.ts'

export const milestoneLimit = defineListLimit('milestones', 500)

/** Throws 422 if the milestones of the project are too many or too long. */
export const ensureMilestonesFit = async (tx: Transaction, projectId: number): Promise<void> =>
  ensureWithin(milestoneLimit, await milestones.size.one(tx, { project_id: projectId }))

/** Adds milestones at the end of the project, unless they have an `order`, and returns them. */
export async function addMilestones(
  tx: Transaction,
  projectId: number,
  input: readonly NewMilestone[],
): Promise<Milestone[]> {
  if (input.length === 0) return []
  const added = await milestones.addAll.all(tx, await toRows(tx, projectId, input))
  await ensureMilestonesFit(tx, projectId)
  return added
}

async function toRows(tx: Transaction, projectId: number, input: readonly NewMilestone[]) {
  const last = await milestones.lastOrder.one(tx, { project_id: projectId })
  const now = tx.clock.now()
  const rows = input.map((one, index) => ({
    ...milestoneRecord.defaults,
    ...one,
    project_id: projectId,
    completed_at: one.status === 'completed' ? now : null,
    order: one.order ?? last.order + index + 1,
  }))
  return { rows }
}
