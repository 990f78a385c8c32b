import type { Context } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { createFieldProblem } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { defineMembership } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { presentMember } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { getProject } from '../access.ts'
import type { Permissions } from '../record.ts'
import { projectRights } from '../rights.ts'
import { describeInvitation, mailProjectInvitation } from './mails.ts'
import { collaborators } from './queries.ts'
import type { Collaborator, CollaboratorChange, NewCollaborator } from './schemas.ts'

export const ownerCollaborates = createFieldProblem('user_id', 'The owner of the project cannot be a collaborator.')
export const alreadyCollaborates = createFieldProblem('user_id', 'This person is already a collaborator.')

export const collaboratorLimit = defineListLimit('user_id', 500)

const none: Permissions = { can_edit: false, can_upload_versions: false, can_manage_milestones: false }

export const projectCollaborators = defineMembership({
  queries: collaborators,
  name: 'project',
  content: 'project',
  limit: collaboratorLimit,
  ownerProblem: ownerCollaborates,
  memberProblem: alreadyCollaborates,
  find: (ctx, id, act) => getProject(ctx, id, act === 'list' ? 'read' : 'manageCollaborators'),
  getOwnerId: ({ owner_id }) => owner_id,
  present(row, project, actor): Collaborator {
    const { can_edit, can_upload_versions, can_manage_milestones } = row
    const permissions = { can_edit, can_upload_versions, can_manage_milestones }
    return { ...presentMember(actor, row, projectRights.may.takePart(actor, project)), permissions }
  },
  recordAddition: (tx, { object: { id, title }, member }) =>
    recordActivity(tx, 'collaborator_added', {
      description: fill('Added a collaborator to {title}', { title }),
      metadata: { project_id: id, collaborator_id: member.id, user_id: member.user_id },
    }),
  async notify(tx, { object: project, member: { id, user, role }, inviter }) {
    const invitation = { inviter, project, role }
    await notify(tx, user.id, 'project_invite', {
      title: 'You were added to a project',
      message: describeInvitation(invitation),
      data: { url: `/projects/${project.id}`, action: 'view_project' },
      event: `project_collaborator:${id}`,
    })
    await mailProjectInvitation(tx, { to: user, ...invitation })
  },
})

export const addCollaborator = async (ctx: Context, projectId: number, input: NewCollaborator) => {
  const { user_id, role = '', permissions } = input
  return { collaborator: await projectCollaborators.add(ctx, projectId, { user_id, role, ...none, ...permissions }) }
}

export const updateCollaborator = (ctx: Context, projectId: number, id: number, change: CollaboratorChange) => {
  const { permissions, ...rest } = change
  return projectCollaborators.update(ctx, projectId, id, { ...rest, ...permissions })
}
