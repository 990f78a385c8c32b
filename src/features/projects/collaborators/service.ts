import { type Actor, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { inviteMember } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { checkUserId, getUser, presentMember } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getProject, type KnownProject } from '../access.ts'
import type { Permissions } from '../record.ts'
import { projectRights } from '../rights.ts'
import { describeInvitation, mailProjectInvitation } from './mails.ts'
import { collaborators } from './queries.ts'
import type { Collaborator, CollaboratorChange, NewCollaborator } from './schemas.ts'

type Row = Awaited<ReturnType<typeof collaborators.inProject.one>>

export const ownerCollaborates = createFieldProblem('user_id', 'The owner of the project cannot be a collaborator.')
export const alreadyCollaborates = createFieldProblem('user_id', 'This person is already a collaborator.')

export const collaboratorLimit = defineListLimit('user_id', 500)

const none: Permissions = { can_edit: false, can_upload_versions: false, can_manage_milestones: false }

function presentCollaborator(actor: Actor, project: KnownProject, row: Row): Collaborator {
  const { can_edit, can_upload_versions, can_manage_milestones, ...collaborator } = row
  const permissions = { can_edit, can_upload_versions, can_manage_milestones }
  return { ...presentMember(actor, collaborator, projectRights.may.takePart(actor, project)), permissions }
}

export async function listCollaborators(ctx: Context, projectId: number): Promise<Collaborator[]> {
  const project = await getProject(ctx, projectId, 'read')
  const rows = await collaborators.of.all(ctx, { project_id: projectId })
  return rows.map((row) => presentCollaborator(ctx.actor, project, row))
}

export function addCollaborator(
  ctx: Context,
  projectId: number,
  { user_id, role = '', permissions }: NewCollaborator,
): Promise<{ collaborator: Collaborator }> {
  return runInTransaction(ctx, async (tx) => {
    const project = await getProject(tx, projectId, 'manageCollaborators')
    const of = { project_id: projectId, user_id }
    await checkUserId(tx, { user_id })
    ensure(user_id !== project.owner_id, ownerCollaborates)
    ensure((await collaborators.withUser.maybe(tx, of)) === null, alreadyCollaborates)
    const part = { ...none, ...permissions, role, now: tx.clock.now() }
    const { id } = await collaborators.add.one(tx, { ...of, ...part })
    ensureWithin(collaboratorLimit, await collaborators.size.one(tx, of))
    await recordActivity(tx, 'collaborator_added', {
      description: fill('Added a collaborator to {title}', { title: project.title }),
      metadata: { project_id: projectId, collaborator_id: id, user_id },
    })
    const added = await collaborators.inProject.one(tx, { project_id: projectId, id })
    await inviteMember(tx, {
      group: `project ${projectId}`,
      userId: user_id,
      audited: { userId: user_id, after: { user_id, role, ...none, ...permissions } },
      notify: () => notifyCollaborator(tx, project, added),
    })
    return { collaborator: presentCollaborator(tx.actor, project, added) }
  })
}

async function notifyCollaborator(tx: Transaction, project: KnownProject, { id, user, role }: Row): Promise<void> {
  const inviter = await getUser(tx, tx.actor.id)
  const invitation = { inviter: inviter.name, project, role }
  await notify(tx, user.id, 'project_invite', {
    title: 'You were added to a project',
    message: describeInvitation(invitation),
    data: { url: `/projects/${project.id}`, action: 'view_project' },
    event: `project_collaborator:${id}`,
  })
  await mailProjectInvitation(tx, { to: user, ...invitation })
}

export function updateCollaborator(
  ctx: Context,
  projectId: number,
  id: number,
  { role, permissions }: CollaboratorChange,
): Promise<Collaborator> {
  return runInTransaction(ctx, async (tx) => {
    const project = await getProject(tx, projectId, 'manageCollaborators')
    const one = { project_id: projectId, id }
    const before = await collaborators.inProject.one(tx, one)
    const after = { ...before, ...permissions, role: role ?? before.role, id }
    await collaborators.update.run(tx, after)
    describeAuditEvent(tx, { userId: before.user.id, before, after })
    return presentCollaborator(tx.actor, project, await collaborators.inProject.one(tx, one))
  })
}

/** Accepts a collaboration. A repetition changes nothing; 403 for other users. */
export function acceptCollaboration(ctx: Context, projectId: number, id: number): Promise<Collaborator> {
  return runInTransaction(ctx, async (tx) => {
    const project = await getProject(tx, projectId, 'read')
    const one = { project_id: projectId, id }
    const { user } = await collaborators.inProject.one(tx, one)
    permit(user.id === tx.actor.id)
    await collaborators.accept.run(tx, { id, now: tx.clock.now() })
    return presentCollaborator(tx.actor, project, await collaborators.inProject.one(tx, one))
  })
}

/** Removes a collaborator, or lets the actor leave. */
export function removeCollaborator(ctx: Context, projectId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const project = await getProject(tx, projectId, 'read')
    const { user } = await collaborators.inProject.one(tx, { project_id: projectId, id })
    permit(user.id === tx.actor.id || projectRights.may.manageCollaborators(tx.actor, project))
    await collaborators.remove.run(tx, { id })
    describeAuditEvent(tx, { userId: user.id, before: { user_id: user.id }, after: null })
  })
}
