import type { AnyContext, Context } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { createFieldProblem, permit } from '#core/problem.ts'
import { defineMembership, type MembershipAct } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { type LimitedResource, requireEntitlement } from '#features/subscriptions/index.ts'
import { getUser, presentMember } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { getProfileAccess } from '../access.ts'
import { researcherRights } from '../rights.ts'
import { countTeamMembers, team } from './queries.ts'
import type { NewTeamMember, TeamMember } from './schemas.ts'

export const ownerInTeam = createFieldProblem('user_id', 'The owner of the profile cannot be a member of its team.')
export const alreadyInTeam = createFieldProblem('user_id', 'This person is already on the team.')

export const memberLimit = defineListLimit('user_id', 500)

/** Team members count against the plan of the profile's owner. */
export const teamMembers: LimitedResource = {
  entitlement: 'team_members',
  count: async (ctx, { user_id }) => (await countTeamMembers.one(ctx, { user_id })).total,
}

const permissions = { list: 'read', add: 'addToTeam', change: 'change' } as const

async function findTeam(ctx: AnyContext, id: number, act: MembershipAct) {
  const profile = await getProfileAccess(ctx, id)
  permit(researcherRights.may[permissions[act]](ctx.actor, profile))
  return profile
}

export const researchTeam = defineMembership({
  queries: team,
  name: 'researcher',
  content: 'researcher',
  limit: memberLimit,
  ownerProblem: ownerInTeam,
  memberProblem: alreadyInTeam,
  find: findTeam,
  getOwnerId: ({ user_id }) => user_id,
  ensureHasRoom: (tx, { user_id }) => requireEntitlement(tx, { user_id, company_id: null }, teamMembers),
  present: (member, profile, actor): TeamMember =>
    presentMember(actor, member, researcherRights.may.takePart(actor, profile)),
  async notify(tx, { object: { id, user_id }, member }) {
    const owner = await getUser(tx, user_id)
    await notify(tx, member.user_id, 'project_invite', {
      title: 'You were added to a research team',
      message: fill('You are now on the team of {owner} as {role}.', { owner: owner.name, role: member.role }),
      data: { url: `/researchers/details/${id}`, action: 'view_researcher' },
      event: `team_member:${member.id}`,
    })
  },
})

export const addTeamMember = async (
  ctx: Context,
  id: number,
  { can_manage_team = false, ...input }: NewTeamMember,
): Promise<{ team_member: TeamMember }> => ({
  team_member: await researchTeam.add(ctx, id, { can_manage_team, ...input }),
})
