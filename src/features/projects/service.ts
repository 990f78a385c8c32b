import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { permit, refuseInvalid } from '#core/problem.ts'
import { sortKey } from '#core/text-normalization.ts'
import { prepareRoomCheck } from '#database/list/room.ts'
import { recordActivity } from '#features/activity/index.ts'
import { removeFiles } from '#features/files/index.ts'
import type { CheckContext } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { getProject, showProject } from './access.ts'
import { countProjects } from './counts.ts'
import { addMilestones } from './milestones/add.ts'
import { type ProjectText, projectFiles, projects } from './queries.ts'
import { projectRecord } from './record.ts'
import { projectRights } from './rights.ts'
import { findDateErrors, type NewProject, type Project, type ProjectChange } from './schemas.ts'
import { listUploaders } from './versions/evidence-queries.ts'

/** What an owner has. */
export const projectLimit = defineListLimit('title', 10_000)

/** Projects without an end are sorted last. */
const never = '9999-12-31'

export async function createProject(ctx: Context, { milestones = [], ...input }: NewProject): Promise<Project> {
  const checkRoom = await prepareRoomCheck(ctx, projectLimit, projects.size, { owner_id: ctx.actor.id })
  return runInTransaction(ctx, async (tx) => {
    const text = applyChange({ ...projectRecord.defaults, title: input.title }, input)
    await checkRoom(tx)
    const { id } = await projects.add.one(tx, { ...toRow(tx, text), owner_id: tx.actor.id })
    await addMilestones(tx, id, milestones)
    // Sent to the database together, because none needs the result of another.
    const [project] = await Promise.all([
      showProject(tx, id),
      countProjects(tx, { owner_id: tx.actor.id, visibility: text.visibility }, 1),
      recordActivity(tx, 'project_created', {
        description: fill('Created the project {title}', { title: text.title }),
        metadata: { project_id: id },
      }),
    ])
    return project
  })
}

export function updateProject(ctx: Context, id: number, change: ProjectChange): Promise<Project> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getProject(tx, id, 'edit')
    const text = applyChange(before, change)
    await projects.update.run(tx, { ...toRow(tx, text), id })
    describeAuditEvent(tx, { userId: before.owner_id, before, after: text })
    if (text.visibility !== before.visibility) {
      permit(projectRights.may.publish(tx.actor, before))
      await ensureNotHidden(tx, 'project', id)
      await countProjects(tx, before, -1)
      await countProjects(tx, { ...before, visibility: text.visibility }, 1)
    }
    if (text.visibility !== before.visibility || text.field !== before.field)
      await tx.emitEvidenceChanged(tx, { projectId: id })
    return showProject(tx, id)
  })
}

/** Checks the dates of a change together with those that are stored. */
export async function checkDateChange(ctx: Context, change: ProjectChange, { params }: CheckContext<{ id: number }>) {
  const before = await getProject(ctx, params.id, 'edit')
  refuseInvalid(findDateErrors({ ...before, ...change }))
}

/** Deletes a project with everything that belongs to it. */
export function deleteProject(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const project = await getProject(tx, id, 'remove')
    describeAuditEvent(tx, { userId: project.owner_id, before: { title: project.title }, after: null })
    const files = await projectFiles.of.all(tx, { id })
    const userIds = await listUploaders(tx, id)
    await projects.remove.run(tx, { id })
    await countProjects(tx, project, -1)
    await tx.emitEvidenceChanged(tx, { userIds })
    await removeFiles(
      tx,
      files.map(({ file_id }) => file_id),
    )
  })
}

function applyChange(before: ProjectText, change: ProjectChange): ProjectText {
  const text = projectRecord.values({ ...before, ...change })
  refuseInvalid(findDateErrors(text))
  return text
}

const toRow = (tx: Transaction, text: ProjectText) => ({
  ...text,
  title_key: sortKey(text.title),
  field_key: sortKey(text.field),
  due_on: text.end_date ?? never,
  now: tx.clock.now(),
})
