import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NewTeamMember, TeamMember } from './schemas.ts'
import {
  acceptTeamMembership,
  addTeamMember,
  alreadyInTeam,
  listTeam,
  ownerInTeam,
  removeTeamMember,
} from './service.ts'

const tags = ['Researchers']

export const teamRoutes: Routes = (app) => {
  app.get('/researchers/:id/team', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'listTeam',
      summary: "List a researcher's team",
      description: 'The team of a private profile is visible to its owner, its members and administrators.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(TeamMember), forbidden, notFound),
    },
    handler: (request) => listTeam(request.ctx, request.params.id),
  })

  app.post('/researchers/:id/team', {
    config: {
      access: 'signed-in',
      scope: 'researchers:write',
      message: 'The person is on the team.',
      check: checkUserId,
    },
    schema: {
      operationId: 'addTeamMember',
      summary: "Add a member to a researcher's team",
      description: 'For the owner, administrators, and members with `can_manage_team`. The user is notified.',
      tags,
      params: ids('id'),
      body: NewTeamMember,
      response: responds(
        201,
        Type.Object({ team_member: TeamMember }),
        forbidden,
        notFound,
        ownerInTeam,
        alreadyInTeam,
      ),
    },
    handler: (request) => addTeamMember(request.ctx, request.params.id, request.body),
  })

  app.post('/researchers/:id/team/:member_id/accept', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'You are on the team.' },
    schema: {
      operationId: 'acceptTeamMembership',
      summary: 'Accept a team membership',
      description: 'For the user who was added. `DELETE` declines.',
      tags,
      params: ids('id', 'member_id'),
      response: responds(200, TeamMember, forbidden, notFound),
    },
    handler: (request) => acceptTeamMembership(request.ctx, request.params.id, request.params.member_id),
  })

  app.delete('/researchers/:id/team/:member_id', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The person has left the team.' },
    schema: {
      operationId: 'removeTeamMember',
      summary: 'Remove a member from a team',
      description: 'For the owner, administrators, and the member.',
      tags,
      params: ids('id', 'member_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => removeTeamMember(request.ctx, request.params.id, request.params.member_id),
  })
}
