import { type Context, runInTransaction } from '#context.ts'
import { permit } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getUser, updateUserRole } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getProfileAccess } from '../access.ts'
import type { Achievements } from '../achievements.ts'
import { publications } from '../publications/queries.ts'
import { researcherRights } from '../rights.ts'
import { team } from '../team/queries.ts'
import { eraseProfile, setVerified, updateProfile } from './change.ts'
import { readInstitutions } from './institution.ts'
import { researchers } from './queries.ts'
import type { Researcher, ResearcherChange } from './schemas.ts'

export async function showResearcher(ctx: Context, id: number, achievements: Achievements) {
  const profile = await getProfileAccess(ctx, id)
  permit(researcherRights.may.read(ctx.actor, profile))
  const { total: team_count } = await team.size.one(ctx, { object_id: id })
  const recorded = await publications.counts.one(ctx, { researcher_id: id })
  return {
    ...(await researchers.byId.one(ctx, { id })),
    courses: await achievements.courses(ctx, profile.user_id),
    certificates_count: await achievements.certificates(ctx, profile.user_id),
    publication_records_count: recorded.total,
    verified_publication_records_count: recorded.verified,
    team_count,
    evidence: await achievements.evidence(ctx, profile.user_id),
  }
}

export async function showMyResearcher(ctx: Context): Promise<Researcher> {
  const { id } = await researchers.findId.one(ctx, { user_id: ctx.actor.id })
  return researchers.byId.one(ctx, { id })
}

export async function updateOwnProfile(ctx: Context, change: ResearcherChange): Promise<Researcher> {
  const { id } = await researchers.findId.one(ctx, { user_id: ctx.actor.id })
  return updateResearcher(ctx, id, change)
}

export async function updateResearcher(ctx: Context, id: number, change: ResearcherChange): Promise<Researcher> {
  const institutions = await readInstitutions(ctx, change)
  return runInTransaction(ctx, async (tx) => {
    const access = await getProfileAccess(tx, id)
    permit(researcherRights.may.change(tx.actor, access))
    const before = await researchers.byId.one(tx, { id })
    await updateProfile(tx, id, change, institutions)
    await recordActivity(tx, 'profile_updated', {
      metadata: { researcher_id: id, fields: Object.keys(change) },
    })
    const after = await researchers.byId.one(tx, { id })
    describeAuditEvent(tx, { userId: access.user_id, before, after })
    return after
  })
}

export function verifyResearcher(ctx: Context, id: number, verified: boolean): Promise<Researcher> {
  return runInTransaction(ctx, async (tx) => {
    const { user_id } = await getProfileAccess(tx, id)
    const before = await researchers.byId.one(tx, { id })
    await setVerified(tx, id, verified)
    const after = await researchers.byId.one(tx, { id })
    describeAuditEvent(tx, {
      userId: user_id,
      before: { verified: before.verified },
      after: { verified: after.verified },
    })
    return after
  })
}

/** Deletes the profile. A researcher becomes a learner again; other roles are kept. */
export function deleteResearcher(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const profile = await getProfileAccess(tx, id)
    permit(researcherRights.may.remove(tx.actor, profile))
    await eraseProfile(tx, id)
    const user = await getUser(tx, profile.user_id)
    if (user.role === 'researcher') await updateUserRole(tx, user, 'learner')
  })
}
