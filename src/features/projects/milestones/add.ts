import type { Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { type MilestoneText, milestones } from './queries.ts'
import type { Milestone, NewMilestone } from './schemas.ts'

const milestoneLimit = defineListLimit('milestones', 500)

/** Throws 422 if the milestones of the project are too many or too long. */
export const ensureMilestonesFit = async (tx: Transaction, projectId: number): Promise<void> =>
  ensureWithin(milestoneLimit, await milestones.size.one(tx, { project_id: projectId }))

/** Adds milestones at the end of the project, unless they have an `order`, and returns them. */
export async function addMilestones(
  tx: Transaction,
  projectId: number,
  given: readonly NewMilestone[],
): Promise<Milestone[]> {
  if (given.length === 0) return []
  const added = await milestones.addAll.all(tx, await toRows(tx, projectId, given))
  await ensureMilestonesFit(tx, projectId)
  return added
}

async function toRows(tx: Transaction, projectId: number, given: readonly NewMilestone[]) {
  const last = await milestones.lastOrder.one(tx, { project_id: projectId })
  const now = tx.clock.now()
  const rows = given.map((one, index) => toText(one, { order: last.order + index + 1, now }))
  return { project_id: projectId, rows }
}

const toText = (given: NewMilestone, { order, now }: { order: number; now: string }): MilestoneText => ({
  title: given.title,
  description: given.description ?? '',
  due_date: given.due_date,
  status: given.status ?? 'not_started',
  completion_criteria: given.completion_criteria ?? '',
  completed_at: given.status === 'completed' ? now : null,
  order: given.order ?? order,
})
