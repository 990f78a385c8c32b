import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { html, renderHtml } from '#core/html.ts'
import { ids } from '#core/schema.ts'
import { errorResponses } from '#http/envelope.ts'
import { declareLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import { showPage } from '#pages/replies.ts'
import { JobPostQuery } from '../posts/schemas.ts'
import { type FeedKind, writeFeed } from './feed.ts'
import { renderJobPage } from './page.ts'
import { getOpenPost, listNewestPosts, listPostAddresses, type PublicQuery } from './service.ts'

const tags = ['Jobs']
const errors = errorResponses([404, 422, 429, 500, 503])

const page = { description: 'The page.', content: { 'text/html': { schema: Type.String() } } }
const xmlFile = { description: 'The sitemap.', content: { 'application/xml': { schema: Type.String() } } }

const types: Record<FeedKind, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
}

const FeedQuery = Type.Omit(JobPostQuery, ['status', 'mine', 'sort', 'page', 'limit'])
const SitemapQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'Which sitemap; without it, all are listed.' }),
  ),
})

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
  return declareLanguage(reply, wording)
    .header('Cache-Control', 'public, max-age=300')
    .type(`${types[kind]}; charset=utf-8`)
    .send(feed)
}

export const publicJobRoutes: Routes = (app) => {
  app.get('/jobs/:id', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'showPublicJobPost',
      summary: 'Show an open job post as a page',
      description:
        'Needs no token. With structured data (schema.org `JobPosting`); gone once the post is closed or past its deadline.',
      tags,
      params: ids('id'),
      response: { 200: page, ...errors },
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
      config: { access: 'public', raw: true },
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

  app.get('/sitemap.xml', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'readSitemap',
      summary: 'Read the sitemap',
      description: 'The pages of open job posts, for search engines: a list of sitemaps, or one of them with `page`.',
      tags,
      querystring: SitemapQuery,
      response: { 200: xmlFile, ...errors },
    },
    async handler({ ctx, query }, reply) {
      const { pages, rows } = await listPostAddresses(ctx, query.page ?? 1)
      const home = `${ctx.config.publicUrl}/sitemap.xml`
      const content =
        query.page === undefined
          ? html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: pages }, (_, index) => html`<sitemap><loc>${home}?page=${index + 1}</loc></sitemap>`)}</sitemapindex>`
          : html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.map(({ id, updated_at }) => html`<url><loc>${jobUrl(ctx, id)}</loc><lastmod>${updated_at}</lastmod></url>`)}</urlset>`
      return reply
        .header('Cache-Control', 'public, max-age=600')
        .type('application/xml; charset=utf-8')
        .send(`<?xml version="1.0" encoding="UTF-8"?>\n${renderHtml(content)}`)
    },
  })
}
