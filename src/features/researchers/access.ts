import type { AnyContext } from '#context.ts'
import { researchers } from './profiles/queries.ts'

/** Returns what the access rules need to know of a profile. 404 if unknown. */
export async function getProfileAccess(ctx: AnyContext, id: number) {
  const { can_manage_team, ...profile } = await researchers.subject.one(ctx, { id, actor_id: ctx.actor.id })
  return { ...profile, mine: can_manage_team === null ? null : { can_manage_team } }
}

/** Returns the researcher profile of the user and whether it is verified, or null. */
export const findResearcherState = (ctx: AnyContext, userId: number) =>
  researchers.verification.maybe(ctx, { user_id: userId })

/** Returns whether the user has a researcher profile that an administrator has verified. */
export const isVerifiedResearcher = async (ctx: AnyContext, userId: number): Promise<boolean> =>
  (await researchers.verification.maybe(ctx, { user_id: userId }))?.verified ?? false

/** Returns the ORCID iD that the user has linked by signing in at ORCID, or null. */
export const findProvenOrcid = async (ctx: AnyContext, userId: number): Promise<string | null> =>
  (await researchers.provenOrcid.maybe(ctx, { user_id: userId }))?.subject ?? null
