import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { UnpagedList } from '#core/page.ts'
import { ensure, invalidFields, notFound } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { fill } from '#language/sentence.ts'
import { getProject } from '../access.ts'
import { addMilestones, ensureMilestonesFit } from './add.ts'
import { milestoneChanges } from './history-queries.ts'
import { milestones } from './queries.ts'
import type { Milestone, MilestoneChange, MilestoneSummary, MilestoneWithHistory, NewMilestone } from './schemas.ts'

export const historyLimit = defineListLimit('notes', 1_000)
const nothingToChange = invalidFields({ status: ['The status field is required.'] })

export async function listMilestones(ctx: Context, projectId: number) {
  await getProject(ctx, projectId, 'read')
  const rows = await milestones.of.all(ctx, { project_id: projectId })
  return new UnpagedList(rows, summarizeMilestones(rows))
}

function summarizeMilestones(rows: readonly Milestone[]): MilestoneSummary {
  const countWithStatus = (status: Milestone['status']) => rows.filter((one) => one.status === status).length
  return {
    summary: {
      total: rows.length,
      completed: countWithStatus('completed'),
      in_progress: countWithStatus('in_progress'),
      not_started: countWithStatus('not_started'),
    },
  }
}

export async function showMilestone(ctx: Context, projectId: number, id: number): Promise<MilestoneWithHistory> {
  await getProject(ctx, projectId, 'read')
  const milestone = await milestones.inProject.one(ctx, { project_id: projectId, id })
  return { ...milestone, history: await milestoneChanges.of.all(ctx, { milestone_id: id }) }
}

export function addMilestone(ctx: Context, projectId: number, input: NewMilestone): Promise<Milestone> {
  return runInTransaction(ctx, async (tx) => {
    await getProject(tx, projectId, 'manageMilestones')
    const [added] = await addMilestones(tx, projectId, [input])
    ensure(added !== undefined, notFound)
    return added
  })
}

/** Changes a milestone. Status changes and notes are added to its history; a repeated change does nothing. */
export async function updateMilestone(
  ctx: Context,
  projectId: number,
  id: number,
  change: MilestoneChange,
): Promise<{ milestone: Milestone }> {
  if (Object.keys(change).length === 0) throw nothingToChange
  return runInTransaction(ctx, async (tx) => {
    await getProject(tx, projectId, 'manageMilestones')
    const before = await milestones.inProject.one(tx, { project_id: projectId, id })
    const { notes, ...fields } = change
    const milestone = await milestones.update.one(tx, withCompletionTime(tx, before, { ...before, ...fields }))
    await ensureMilestonesFit(tx, projectId)
    await remember(tx, before, milestone, notes ?? '')
    if (isChanged(before, milestone) || notes)
      await recordActivity(tx, 'milestone_updated', {
        description: fill('Updated the milestone {title}', { title: milestone.title }),
        metadata: { project_id: projectId, milestone_id: id, from: before.status, to: milestone.status },
      })
    return { milestone }
  })
}

/** Sets the completion time with the status, and keeps the first one. */
function withCompletionTime(tx: Transaction, before: Milestone, after: Milestone): Milestone {
  const completed_at = after.status === 'completed' ? (before.completed_at ?? tx.clock.now()) : null
  return { ...after, completed_at }
}

const isChanged = (before: Milestone, after: Milestone) => JSON.stringify(before) !== JSON.stringify(after)

async function remember(tx: Transaction, before: Milestone, { id, status }: Milestone, notes: string) {
  if (before.status === status && notes === '') return
  await milestoneChanges.add.run(tx, {
    milestone_id: id,
    changed_by: tx.actor.id,
    from: before.status,
    to: status,
    notes,
    now: tx.clock.now(),
  })
  ensureWithin(historyLimit, await milestoneChanges.size.one(tx, { milestone_id: id }))
}

export function deleteMilestone(ctx: Context, projectId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getProject(tx, projectId, 'manageMilestones')
    await milestones.remove.one(tx, { project_id: projectId, id })
  })
}
