import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { checkUserId } from '#features/users/index.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NewTeamMember, TeamMember } from './schemas.ts'
import { addTeamMember, alreadyInTeam, ownerInTeam, researchTeam } from './service.ts'

export const teamRoutes = routes('Researchers', [
  route('GET /researchers/:id/team', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    operationId: 'listTeam',
    summary: "List a researcher's team",
    description: 'The team of a private profile is visible to its owner, its members and administrators.',
    response: responds(200, Type.Array(TeamMember), forbidden, notFound),
    run: (ctx, id) => researchTeam.list(ctx, id),
  }),
  route('POST /researchers/:id/team', {
    config: {
      access: 'signed-in',
      scope: 'researchers:write',
      message: 'The person is on the team.',
      check: checkUserId,
    },
    summary: "Add a member to a researcher's team",
    description: 'For the owner, administrators, and members with `can_manage_team`. The user is notified.',
    body: NewTeamMember,
    response: responds(201, Type.Object({ team_member: TeamMember }), forbidden, notFound, ownerInTeam, alreadyInTeam),
    run: addTeamMember,
  }),
  route('POST /researchers/:id/team/:member_id/accept', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'You are on the team.' },
    operationId: 'acceptTeamMembership',
    summary: 'Accept a team membership',
    description: 'For the user who was added. `DELETE` declines.',
    response: responds(200, TeamMember, forbidden, notFound),
    run: (ctx, id, memberId) => researchTeam.accept(ctx, id, memberId),
  }),
  route('DELETE /researchers/:id/team/:member_id', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The person has left the team.' },
    operationId: 'removeTeamMember',
    summary: 'Remove a member from a team',
    description: 'For the owner, administrators, and the member.',
    response: respondsMessage(forbidden, notFound),
    run: (ctx, id, memberId) => researchTeam.remove(ctx, id, memberId),
  }),
])
