import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Collaborator, CollaboratorChange, NewCollaborator } from './schemas.ts'
import {
  acceptCollaboration,
  addCollaborator,
  alreadyCollaborates,
  listCollaborators,
  ownerCollaborates,
  removeCollaborator,
  updateCollaborator,
} from './service.ts'

const tags = ['Projects']

export const collaboratorRoutes: Routes = (app) => {
  app.get('/projects/:id/collaborators', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    schema: {
      operationId: 'listCollaborators',
      summary: 'List the collaborators of a project',
      description: 'Oldest first; for all users who can see the project.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(Collaborator), forbidden, notFound),
    },
    handler: (request) => listCollaborators(request.ctx, request.params.id),
  })

  app.post('/projects/:id/collaborators', {
    config: {
      access: 'signed-in',
      scope: 'projects:write',
      message: 'The person is a collaborator.',
      check: checkUserId,
    },
    schema: {
      operationId: 'addCollaborator',
      summary: 'Add a collaborator to a project',
      description: 'For the owner and administrators. The user is notified and receives a mail.',
      tags,
      params: ids('id'),
      body: NewCollaborator,
      response: responds(
        201,
        Type.Object({ collaborator: Collaborator }),
        forbidden,
        notFound,
        ownerCollaborates,
        alreadyCollaborates,
      ),
    },
    handler: (request) => addCollaborator(request.ctx, request.params.id, request.body),
  })

  app.put('/projects/:id/collaborators/:collaborator_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The collaborator is saved.' },
    schema: {
      operationId: 'changeCollaborator',
      summary: 'Change the permissions of a collaborator',
      description: 'For the owner and administrators.',
      tags,
      params: ids('id', 'collaborator_id'),
      body: CollaboratorChange,
      response: responds(200, Collaborator, forbidden, notFound),
    },
    handler: (request) =>
      updateCollaborator(request.ctx, request.params.id, request.params.collaborator_id, request.body),
  })

  app.post('/projects/:id/collaborators/:collaborator_id/accept', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'You take part in the project.' },
    schema: {
      operationId: 'acceptCollaboration',
      summary: 'Accept a collaboration',
      description: 'For the user who was added. `DELETE` declines. Permissions apply from the moment of adding.',
      tags,
      params: ids('id', 'collaborator_id'),
      response: responds(200, Collaborator, forbidden, notFound),
    },
    handler: (request) => acceptCollaboration(request.ctx, request.params.id, request.params.collaborator_id),
  })

  app.delete('/projects/:id/collaborators/:collaborator_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The person is no longer a collaborator.' },
    schema: {
      operationId: 'removeCollaborator',
      summary: 'Remove a collaborator, or leave a project',
      description: 'For the owner, administrators, and the collaborator.',
      tags,
      params: ids('id', 'collaborator_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeCollaborator(request.ctx, request.params.id, request.params.collaborator_id),
  })
}
