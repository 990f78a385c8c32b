import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import type { SitemapSource } from '#features/feature.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { removeEmptyParameters } from '#http/filter-forms.ts'
import { route, routes } from '#http/route.ts'
import { maxOffers, type OfferSource } from '#pages/front-page.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showPublicPage } from '#pages/replies.ts'
import { researchers } from '../profiles/queries.ts'
import { type Researcher, ResearcherQuery } from '../profiles/schemas.ts'
import { publications } from '../publications/queries.ts'
import { mergeWorks } from '../works.ts'
import { listPeople } from './list.ts'
import { listFacts, renderPeople } from './list-page.ts'
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
const maxWorks = 200

/** Returns the newest works of a profile and its record. */
async function getWorks(ctx: Context, { id, publications: typed }: Researcher): Promise<PageWorks> {
  const { total } = await publications.counts.one(ctx, { researcher_id: id })
  const recorded = await publications.newest.all(ctx, { researcher_id: id, most: maxWorks })
  const works = mergeWorks(
    typed,
    recorded.map(({ container_title: venue, ...work }) => ({ ...work, venue })),
  )
  return { works: works.slice(0, maxWorks), others: Math.max(0, works.length - maxWorks) + total - recorded.length }
}

export const publicProfileRoutes = routes('Researchers', [
  route('GET /people', {
    config: { access: 'public', raw: true, readsReplica: true },
    operationId: 'showPublicProfiles',
    summary: 'Show the researchers with a public page as a page',
    description: 'Needs no token. The newest first, or the best matches of `search`.',
    query: Type.Pick(ResearcherQuery, ['search', 'page']),
    response: { 200: pageResponse, ...createErrorResponses([404, 422, 429, 500, 503]) },
    preValidation: removeEmptyParameters,
    async handler({ ctx, query }, reply) {
      const found = await listPeople(ctx, query)
      return showPublicPage(reply, ctx, (writer) => renderPeople(writer, ctx.config, query, found))
    },
  }),
  route('GET /people/:id', {
    config: { access: 'public', raw: true, readsReplica: true },
    operationId: 'showPublicProfile',
    summary: 'Show a researcher as a page',
    description:
      'Needs no token. With structured data (schema.org `Person`, and `ScholarlyArticle` for the newest 200 publications). Only profiles with `public_page` have one, which their researchers ' +
      'choose; it is gone as soon as they choose otherwise, or make the profile private.',
    response: { 200: pageResponse, ...createErrorResponses([404, 429, 500, 503]) },
    async handler({ ctx, params }, reply) {
      const profile = await getPublicProfile(ctx, params.id)
      const works = await getWorks(ctx, profile)
      const page = { profile, publications: works, site: ctx.config, path: pathOf(profile.id) }
      const { profile_photo: photo } = profile.user
      // The address of a picture may redirect to the file store.
      const images = photo === null ? '' : `${new URL(photo).origin} https:`
      return showPublicPage(reply, ctx, (writer) => renderProfilePage(writer, page), { images })
    },
  }),
])

/** The newest people with a public page, for the front page. */
export const profileOffers: OfferSource = {
  path: '/people',
  async list(ctx) {
    const { rows } = await listPeople(ctx, { limit: maxOffers })
    return rows.map((person) => ({ title: person.user.name, path: pathOf(person.id), facts: listFacts(person) }))
  },
}

export const profileSitemap: SitemapSource = {
  name: 'people',
  count: async (ctx) => (await publicProfiles.count.one(ctx, {})).total,
  async list(ctx, { most, skip }) {
    const rows = await publicProfiles.slice.all(ctx, { most, skip })
    return rows.map(({ id, updated_at }) => ({ path: pathOf(id), updated_at }))
  },
}
