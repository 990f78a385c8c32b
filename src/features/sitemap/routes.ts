import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { type Html, html } from '#core/html.ts'
import { ensure, notFound } from '#core/problem.ts'
import { renderXml } from '#core/xml.ts'
import type { SitemapSource } from '#features/feature.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'

/** Addresses of one sitemap; the protocol allows 50,000. */
const addressesPerSitemap = 10_000

const file = { description: 'The sitemap.', content: { 'application/xml': { schema: Type.String() } } }
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Part {
  source: SitemapSource
  page: number
}

/** The list of all sitemaps. */
async function listSitemaps(ctx: Context, sources: readonly SitemapSource[]): Promise<Html> {
  const addresses: string[] = []
  for (const source of sources) {
    const pages = Math.max(1, Math.ceil((await source.count(ctx)) / addressesPerSitemap))
    for (let page = 1; page <= pages; page++)
      addresses.push(`${ctx.config.publicUrl}/sitemap.xml?of=${source.name}&page=${page}`)
  }
  return html`<sitemapindex xmlns="${namespace}">${addresses.map((address) => html`<sitemap><loc>${address}</loc></sitemap>`)}</sitemapindex>`
}

async function listAddresses(ctx: Context, { source, page }: Part): Promise<Html> {
  const skip = (page - 1) * addressesPerSitemap
  const rows = await source.list(ctx, { most: addressesPerSitemap, skip })
  ensure(rows.length > 0 || page === 1, notFound)
  return html`<urlset xmlns="${namespace}">${rows.map(({ path, updated_at }) => html`<url><loc>${ctx.config.publicUrl}${path}</loc><lastmod>${updated_at}</lastmod></url>`)}</urlset>`
}

export const sitemapRoutes = (sources: readonly SitemapSource[]) =>
  routes('Operations', [
    route('GET /sitemap.xml', {
      config: { access: 'public', raw: true, readsReplica: true },
      operationId: 'readSitemap',
      summary: 'Read the sitemap',
      description: 'The public pages, for search engines: a list of sitemaps, or one of them with `of` and `page`.',
      query: Type.Object({
        of: Type.Optional(
          Type.String({
            enum: sources.map(({ name }) => name),
            description: 'Which pages; without it, all sitemaps are listed.',
          }),
        ),
        page: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100_000, description: 'Which sitemap of these, from 1.' }),
        ),
      }),
      response: { 200: file, ...createErrorResponses([404, 422, 429, 500, 503]) },
      async handler({ ctx, query: { of, page = 1 } }, reply) {
        ensure(ctx.config.publicPages, notFound)
        const source = sources.find(({ name }) => name === of)
        const content =
          source === undefined ? await listSitemaps(ctx, sources) : await listAddresses(ctx, { source, page })
        return reply
          .header('Cache-Control', 'public, max-age=600')
          .type('application/xml; charset=utf-8')
          .send(renderXml(content))
      },
    }),
  ])
