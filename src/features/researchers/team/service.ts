import { type Context, runInTransaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import { inviteMember } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { type Counted, requireEntitlement } from '#features/subscriptions/index.ts'
import { checkUserId, getUser, presentMember } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getProfileAccess } from '../access.ts'
import { researcherRights } from '../rights.ts'
import { team } from './queries.ts'
import type { NewTeamMember, TeamMember } from './schemas.ts'

export const ownerInTeam = createFieldProblem('user_id', 'The owner of the profile cannot be a member of its team.')
export const alreadyInTeam = createFieldProblem('user_id', 'This person is already on the team.')

export const memberLimit = defineListLimit('user_id', 500)

/** Team members count against the plan of the profile's owner. */
export const teamMembers: Counted = {
  entitlement: 'team_members',
  count: async (ctx, { user_id }) => (await team.countByUser.one(ctx, { user_id })).total,
}

export async function listTeam(ctx: Context, id: number): Promise<TeamMember[]> {
  const profile = await getProfileAccess(ctx, id)
  permit(researcherRights.may.read(ctx.actor, profile))
  const members = await team.of.all(ctx, { researcher_id: id })
  return members.map((member) => presentMember(ctx.actor, member, researcherRights.may.takePart(ctx.actor, profile)))
}

export function addTeamMember(
  ctx: Context,
  id: number,
  { user_id, role, can_manage_team = false }: NewTeamMember,
): Promise<{ team_member: TeamMember }> {
  return runInTransaction(ctx, async (tx) => {
    const profile = await getProfileAccess(tx, id)
    permit(researcherRights.may.addToTeam(tx.actor, profile))
    await checkUserId(tx, { user_id })
    ensure(user_id !== profile.user_id, ownerInTeam)
    const one = { researcher_id: id, user_id }
    ensure((await team.withUser.maybe(tx, one)) === null, alreadyInTeam)
    await requireEntitlement(tx, { user_id: profile.user_id, company_id: null }, teamMembers)
    const added = await team.add.one(tx, { ...one, role, can_manage_team, now: tx.clock.now() })
    ensureWithin(memberLimit, await team.size.one(tx, one))
    const owner = await getUser(tx, profile.user_id)
    await inviteMember(tx, {
      group: `researcher ${id}`,
      userId: user_id,
      audited: { userId: user_id, after: { user_id, role, can_manage_team } },
      notify: () =>
        notify(tx, user_id, 'project_invite', {
          title: 'You were added to a research team',
          message: fill('You are now on the team of {owner} as {role}.', { owner: owner.name, role }),
          data: { url: `/researchers/details/${id}`, action: 'view_researcher' },
          event: `team_member:${added.id}`,
        }),
    })
    const member = await team.byId.one(tx, { researcher_id: id, id: added.id })
    return { team_member: presentMember(tx.actor, member, true) }
  })
}

/** Accepts a membership. A repetition changes nothing; 403 for other users. */
export function acceptTeamMembership(ctx: Context, id: number, memberId: number): Promise<TeamMember> {
  return runInTransaction(ctx, async (tx) => {
    permit(researcherRights.may.read(tx.actor, await getProfileAccess(tx, id)))
    const one = { researcher_id: id, id: memberId }
    const { user } = await team.byId.one(tx, one)
    permit(user.id === tx.actor.id)
    await team.accept.run(tx, { id: memberId, now: tx.clock.now() })
    return team.byId.one(tx, one)
  })
}

export function removeTeamMember(ctx: Context, id: number, memberId: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const profile = await getProfileAccess(tx, id)
    const member = await team.byId.one(tx, { researcher_id: id, id: memberId })
    permit(member.user.id === tx.actor.id || researcherRights.may.change(tx.actor, profile))
    await team.remove.run(tx, { researcher_id: id, id: memberId })
    const user_id = member.user.id
    describeAuditEvent(tx, { userId: user_id, before: { user_id, role: member.role }, after: null })
  })
}
