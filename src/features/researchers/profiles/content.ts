import { ensure, notFound } from '#core/problem.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getProfileAccess } from '../access.ts'
import { researcherRights } from '../rights.ts'

export const researcherContent: ContentSource = defineContent({
  kind: 'researcher',
  table: 'researchers',
  owner: 'user_id',
  status: 'visibility',
  unpublished: 'private',
  ensureReadable: async (ctx, id) =>
    ensure(researcherRights.may.read(ctx.actor, await getProfileAccess(ctx, id)), notFound),
})
