import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Context, toAnonymous } from '#context.ts'
import type { PageQuery } from '#core/page.ts'
import type { SitemapSource } from '#features/feature.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { removeEmptyParameters } from '#http/filter-forms.ts'
import { setContentLanguage } from '#http/language.ts'
import { route, routes } from '#http/route.ts'
import { maxOffers, type OfferSource } from '#pages/front-page.ts'
import { listLogoSources } from '#pages/hosted/picture-sources.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showPublicPage } from '#pages/replies.ts'
import { JobPostQuery } from '../posts/schemas.ts'
import { type FeedKind, writeFeed } from './feed.ts'
import { renderJobList } from './list-page.ts'
import { renderJobPage } from './page.ts'
import { openPostAddresses } from './queries.ts'
import { getOpenPost, listNewestPosts, listPublicPosts, type PublicQuery } from './service.ts'

const errors = createErrorResponses([404, 422, 429, 500, 503])

const types: Record<FeedKind, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

const FeedQuery = Type.Omit(JobPostQuery, ['status', 'mine', 'sort', 'page', 'limit'])
const ListQuery = Type.Object({
  ...Type.Omit(JobPostQuery, ['status', 'mine', 'fit', 'recruiter_id', 'limit']).properties,
  embed: Type.Optional(
    Type.Boolean({ description: 'Without header and footer, for a frame of a site that `FRAME_ANCESTORS` names.' }),
  ),
})
type ListQuery = Static<typeof ListQuery>
const jobPath = ({ id }: { id: number }) => `/jobs/${id}`

/** The address of the frontend where people apply. */
const applyUrl = ({ config }: Context, id: number) => `${config.frontendUrl}/job-posts/${id}`

async function sendFeed(
  ctx: Context,
  reply: FastifyReply,
  query: PublicQuery,
  { kind, self }: { kind: FeedKind; self: string },
) {
  const { config, wording } = ctx
  const feed = writeFeed(
    {
      title: config.organizationName,
      home: config.publicUrl,
      self: new URL(self, config.publicUrl).href,
      language: wording.language,
      posts: await listNewestPosts(ctx, query),
      getUrl: (post) => `${config.publicUrl}${jobPath(post)}`,
    },
    kind,
  )
  return setContentLanguage(reply, wording)
    .header('Cache-Control', 'public, max-age=300')
    .type(`${types[kind]}; charset=utf-8`)
    .send(feed)
}

async function showPublicPosts(ctx: Context, reply: FastifyReply, query: ListQuery & PageQuery) {
  const { embed, ...filters } = query
  const found = await listPublicPosts(ctx, filters)
  const { config } = ctx
  return showPublicPage(reply, ctx, (writer) => renderJobList(writer, config, query, found), {
    images: listLogoSources(config),
    ...(embed && { ancestors: config.frameAncestors }),
  })
}

export const publicJobRoutes = routes('Jobs', [
  route('GET /jobs', {
    config: { access: 'public', raw: true, readsReplica: true },
    operationId: 'showPublicJobPosts',
    summary: 'Show the open job posts as a page',
    description:
      'Needs no token. Posts that take applications, with the filters and orders of `GET /job-posts`; search engines leave out what is filtered.',
    query: ListQuery,
    response: { 200: pageResponse, ...errors },
    preValidation: removeEmptyParameters,
    handler: ({ ctx, query }, reply) => showPublicPosts(ctx, reply, query),
  }),
  route('GET /jobs/:id', {
    config: { access: 'public', raw: true, readsReplica: true },
    operationId: 'showPublicJobPost',
    summary: 'Show an open job post as a page',
    description:
      'Needs no token. With structured data (schema.org `JobPosting`); gone once the post is closed or past its deadline.',
    response: { 200: pageResponse, ...errors },
    async handler({ ctx, params }, reply) {
      const post = await getOpenPost(toAnonymous(ctx), params.id)
      const page = { post, site: ctx.config, path: jobPath(post), applyUrl: applyUrl(ctx, post.id) }
      return showPublicPage(reply, ctx, (writer) => renderJobPage(writer, page), {
        images: listLogoSources(ctx.config),
      })
    },
  }),
  ...(
    [
      ['/job-posts.rss', 'rss'],
      ['/feeds/job-posts.atom', 'atom'],
      ['/feeds/job-posts.json', 'json'],
    ] as const
  ).map(([path, kind]) =>
    route(`GET ${path}`, {
      config: { access: 'public', raw: true, readsReplica: true },
      operationId: `readJobFeedAs${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      summary: `Read the newest open job posts as ${kind === 'rss' ? 'RSS' : kind === 'atom' ? 'Atom' : 'JSON Feed'}`,
      description: 'Needs no token. The filters are those of the list; at most 50 posts.',
      query: FeedQuery,
      response: {
        200: { description: 'The feed.', content: { [types[kind]]: { schema: Type.String() } } },
        ...errors,
      },
      handler: (request, reply) => sendFeed(request.ctx, reply, request.query, { kind, self: request.url }),
    }),
  ),
])

/** The newest posts, for the front page. */
export const jobOffers: OfferSource = {
  path: '/jobs',
  async list(ctx) {
    const posts = await listNewestPosts(ctx, {}, maxOffers)
    return posts.map((post) => ({
      title: post.title,
      path: jobPath(post),
      facts: [post.company, post.location].filter((fact) => fact !== ''),
    }))
  },
}

export const jobSitemap: SitemapSource = {
  name: 'jobs',
  count: async (ctx) => (await openPostAddresses.count.one(ctx, { now: ctx.clock.now() })).total,
  async list(ctx, { most, skip }) {
    const rows = await openPostAddresses.slice.all(ctx, { now: ctx.clock.now(), most, skip })
    return rows.map((row) => ({ path: jobPath(row), updated_at: row.updated_at }))
  },
}
