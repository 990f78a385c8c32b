import type { Transaction } from '#context.ts'
import { type MilestoneText, milestones } from './queries.ts'
import type { NewMilestone } from './schemas.ts'

/** Adds milestones at the end of the project, unless they have an `order`. */
export async function addAtEnd(tx: Transaction, projectId: number, given: readonly NewMilestone[]) {
  const last = await milestones.lastOrder.one(tx, { project_id: projectId })
  const now = tx.clock.now()
  const rows = given.map((one, index) => toText(one, { order: last.order + index + 1, now }))
  return { project_id: projectId, rows }
}

/** Adds the milestones of a new project. */
export async function addMilestones(tx: Transaction, projectId: number, given: readonly NewMilestone[]): Promise<void> {
  if (given.length > 0) await milestones.addAll.all(tx, await addAtEnd(tx, projectId, given))
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
