import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { ids } from '#core/schema.ts'
import type { SitemapSource } from '#features/feature.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import { JobPostQuery } from '../posts/schemas.ts'
import { type FeedKind, writeFeed } from './feed.ts'
import { renderJobPage } from './page.ts'
import { openPostAddresses } from './queries.ts'
import { getOpenPost, listNewestPosts, type PublicQuery } from './service.ts'

const tags = ['Jobs']
const errors = createErrorResponses([404, 422, 429, 500, 503])

const types: Record<FeedKind, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

const FeedQuery = Type.Omit(JobPostQuery, ['status', 'mine', 'sort', 'page', 'limit'])
const jobUrl = ({ config }: Context, id: number) => `${config.publicUrl}/jobs/${id}`

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
      getUrl: ({ id }) => jobUrl(ctx, id),
    },
    kind,
  )
  return setContentLanguage(reply, wording)
    .header('Cache-Control', 'public, max-age=300')
    .type(`${types[kind]}; charset=utf-8`)
    .send(feed)
}

export const publicJobRoutes: Routes = (app) => {
  app.get('/jobs/:id', {
    config: { access: 'public', raw: true, readsReplica: true },
    schema: {
      operationId: 'showPublicJobPost',
      summary: 'Show an open job post as a page',
      description:
        'Needs no token. With structured data (schema.org `JobPosting`); gone once the post is closed or past its deadline.',
      tags,
      params: ids('id'),
      response: { 200: pageResponse, ...errors },
    },
    async handler({ ctx, params }, reply) {
      const { organizationName: organization, basePath: base } = ctx.config
      const post = await getOpenPost(ctx, params.id)
      const [url, apply] = [jobUrl(ctx, post.id), applyUrl(ctx, post.id)]
      reply.header('Cache-Control', 'public, max-age=60').header('Vary', 'Accept-Language')
      return showPage(reply, ctx, (writer) => renderJobPage(writer, { post, organization, base, url, applyUrl: apply }))
    },
  })

  for (const [path, kind] of [
    ['/job-posts.rss', 'rss'],
    ['/feeds/job-posts.atom', 'atom'],
    ['/feeds/job-posts.json', 'json'],
  ] as const)
    app.get(path, {
      config: { access: 'public', raw: true, readsReplica: true },
      schema: {
        operationId: `readJobFeedAs${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
        summary: `Read the newest open job posts as ${kind === 'rss' ? 'RSS' : kind === 'atom' ? 'Atom' : 'JSON Feed'}`,
        description: 'Needs no token. The filters are those of the list; at most 50 posts.',
        tags,
        querystring: FeedQuery,
        response: {
          200: { description: 'The feed.', content: { [types[kind]]: { schema: Type.String() } } },
          ...errors,
        },
      },
      handler: (request, reply) => sendFeed(request.ctx, reply, request.query, { kind, self: request.url }),
    })
}

export const jobSitemap: SitemapSource = {
  name: 'jobs',
  count: async (ctx) => (await openPostAddresses.count.one(ctx, { now: ctx.clock.now() })).total,
  async list(ctx, { most, skip }) {
    const rows = await openPostAddresses.slice.all(ctx, { now: ctx.clock.now(), most, skip })
    return rows.map(({ id, updated_at }) => ({ path: `/jobs/${id}`, updated_at }))
  },
}
