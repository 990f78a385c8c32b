import type { Context } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import type { SitemapSource } from '#features/feature.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import type { Writer } from '#pages/writer.ts'
import { researchers } from '../profiles/queries.ts'
import type { Researcher } from '../profiles/schemas.ts'
import { publications } from '../publications/queries.ts'
import { mergeWorks } from '../works.ts'
import { renderProfilePage } from './page.ts'
import type { PageWorks } from './publications.ts'
import { publicProfiles } from './queries.ts'

const pathOf = (id: number) => `/people/${id}`

/** Returns a profile for the public. 404 unless its researcher wants a page, and where pages are off. */
async function getPublicProfile(ctx: Context, id: number) {
  ensure(ctx.config.publicPages, notFound)
  ensure((await publicProfiles.find.maybe(ctx, { id })) !== null, notFound)
  return researchers.byId.one(ctx, { id })
}

/** The works that a page lists; it says how many others there are. */
const mostWorks = 200

/** Returns the newest works of a profile and its record. */
async function getWorks(ctx: Context, { id, publications: typed }: Researcher): Promise<PageWorks> {
  const { total } = await publications.counts.one(ctx, { researcher_id: id })
  const recorded = await publications.newest.all(ctx, { researcher_id: id, most: mostWorks })
  const works = mergeWorks(
    typed,
    recorded.map(({ container_title: venue, ...work }) => ({ ...work, venue })),
  )
  return { works: works.slice(0, mostWorks), others: Math.max(0, works.length - mostWorks) + total - recorded.length }
}

export const publicProfileRoutes: Routes = (app) => {
  app.get('/people/:id', {
    config: { access: 'public', raw: true, readsReplica: true },
    schema: {
      operationId: 'showPublicProfile',
      summary: 'Show a researcher as a page',
      description:
        'Needs no token. With structured data (schema.org `Person`, and `ScholarlyArticle` for the newest 200 publications). Only profiles with `public_page` have one, which their researchers ' +
        'choose; it is gone as soon as they choose otherwise, or make the profile private.',
      tags: ['Researchers'],
      params: ids('id'),
      response: { 200: pageResponse, ...createErrorResponses([404, 429, 500, 503]) },
    },
    async handler({ ctx, params }, reply) {
      const profile = await getPublicProfile(ctx, params.id)
      const url = `${ctx.config.publicUrl}${pathOf(profile.id)}`
      const works = await getWorks(ctx, profile)
      reply.header('Cache-Control', 'public, max-age=60').header('Vary', 'Accept-Language')
      const render = (writer: Writer) =>
        renderProfilePage(writer, { profile, publications: works, base: ctx.config.basePath, url })
      const { profile_photo: photo } = profile.user
      // The address of a picture may redirect to the file store.
      const images = photo === null ? '' : `${new URL(photo).origin} https:`
      return showPage(reply, ctx, render, { images })
    },
  })
}

export const profileSitemap: SitemapSource = {
  name: 'people',
  count: async (ctx) => (await publicProfiles.count.one(ctx, {})).total,
  async list(ctx, { most, skip }) {
    const rows = await publicProfiles.slice.all(ctx, { most, skip })
    return rows.map(({ id, updated_at }) => ({ path: pathOf(id), updated_at }))
  },
}
