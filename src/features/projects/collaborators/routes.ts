import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Collaborator, CollaboratorChange, NewCollaborator } from './schemas.ts'
import {
  addCollaborator,
  alreadyCollaborates,
  ownerCollaborates,
  projectCollaborators,
  updateCollaborator,
} from './service.ts'

export const collaboratorRoutes = routes('Projects', [
  route('GET /projects/:id/collaborators', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    operationId: 'listCollaborators',
    summary: 'List the collaborators of a project',
    description: 'Oldest first; for all users who can see the project.',
    response: responds(200, Type.Array(Collaborator), forbidden, notFound),
    run: (ctx, id) => projectCollaborators.list(ctx, id),
  }),
  route('POST /projects/:id/collaborators', {
    config: {
      access: 'signed-in',
      scope: 'projects:write',
      message: 'The person is a collaborator.',
      check: checkUserId,
    },
    summary: 'Add a collaborator to a project',
    description: 'For the owner and administrators. The user is notified and receives a mail.',
    body: NewCollaborator,
    response: responds(
      201,
      Type.Object({ collaborator: Collaborator }),
      forbidden,
      notFound,
      ownerCollaborates,
      alreadyCollaborates,
    ),
    run: addCollaborator,
  }),
  route('PUT /projects/:id/collaborators/:collaborator_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The collaborator is saved.' },
    operationId: 'changeCollaborator',
    summary: 'Change the permissions of a collaborator',
    description: 'For the owner and administrators.',
    body: CollaboratorChange,
    response: responds(200, Collaborator, forbidden, notFound),
    run: updateCollaborator,
  }),
  route('POST /projects/:id/collaborators/:collaborator_id/accept', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'You take part in the project.' },
    operationId: 'acceptCollaboration',
    summary: 'Accept a collaboration',
    description: 'For the user who was added. `DELETE` declines. Permissions apply from the moment of adding.',
    response: responds(200, Collaborator, forbidden, notFound),
    run: (ctx, id, collaboratorId) => projectCollaborators.accept(ctx, id, collaboratorId),
  }),
  route('DELETE /projects/:id/collaborators/:collaborator_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The person is no longer a collaborator.' },
    operationId: 'removeCollaborator',
    summary: 'Remove a collaborator, or leave a project',
    description: 'For the owner, administrators, and the collaborator.',
    response: respondsMessage(forbidden, notFound),
    run: (ctx, id, collaboratorId) => projectCollaborators.remove(ctx, id, collaboratorId),
  }),
])
