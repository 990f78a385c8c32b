import { type Context, createLocalizerFor, getCaller } from '#context.ts'
import { permit } from '#core/problem.ts'
import { findUser } from '#features/users/index.ts'
import { getProfileAccess } from '../access.ts'
import { researchers } from '../profiles/queries.ts'
import { publications } from '../publications/queries.ts'
import { researcherRights } from '../rights.ts'
import { mergeWorks } from '../works.ts'
import { describeResume, type ResumeContent } from './json-resume.ts'
import { printResume } from './print.ts'

/** Returns the resume of a user, as a JSON Resume. 404 without a profile. */
export const showResume = async (ctx: Context, userId: number) => describeResume(await readResume(ctx, userId))

/** Returns the CV of a user as a PDF, in their language. 404 without a profile. */
export async function createCv(ctx: Context, userId: number): Promise<Uint8Array> {
  const content = await readResume(ctx, userId)
  const user = await findUser(ctx, userId)
  const wording = createLocalizerFor(ctx, user?.locale ?? null)
  return printResume({ ...content, issuer: ctx.config.organizationName, wording }, getCaller(ctx))
}

async function readResume(ctx: Context, userId: number): Promise<ResumeContent> {
  const { id } = await researchers.findId.one(ctx, { user_id: userId })
  permit(researcherRights.may.read(ctx.actor, await getProfileAccess(ctx, id)))
  const profile = await researchers.byId.one(ctx, { id })
  const recorded = await publications.listByUser.all(ctx, { user_id: userId })
  const works = mergeWorks(
    profile.publications,
    recorded.map(({ container_title: venue, ...work }) => ({ ...work, venue })),
  )
  const hasPage = ctx.config.publicPages && profile.public_page && profile.visibility === 'public'
  return { profile, works, url: hasPage ? `${ctx.config.publicUrl}/people/${id}` : null }
}
