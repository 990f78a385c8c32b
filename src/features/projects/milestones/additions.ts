import type { Transaction } from '../../../context.ts'
import { type MilestoneText, milestones } from './queries.ts'
import type { Milestone, NewMilestone } from './schemas.ts'

/** Adds milestones to a project, behind those it has unless they say another place. */
export async function addMilestones(
  tx: Transaction,
  projectId: number,
  given: readonly NewMilestone[],
): Promise<Milestone[]> {
  if (given.length === 0) return []
  const last = await milestones.lastOrder.one(tx, { project_id: projectId })
  const now = tx.clock.now()
  return milestones.addAll.all(tx, {
    project_id: projectId,
    rows: given.map((one, index) => textOf(one, { order: last.order + index + 1, now })),
  })
}

const textOf = (given: NewMilestone, { order, now }: { order: number; now: string }): MilestoneText => ({
  title: given.title,
  description: given.description ?? '',
  due_date: given.due_date ?? null,
  status: given.status ?? 'not_started',
  completion_criteria: given.completion_criteria ?? '',
  completed_at: given.status === 'completed' ? now : null,
  order: given.order ?? order,
})
