import { Type } from 'typebox'
import { toAnonymous } from '#context.ts'
import { ensure, forbidden, notFound } from '#core/problem.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { isJsonPreferred, setVaryByAccept } from '#http/content-negotiation.ts'
import { createErrorResponses, responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { removeEmptyParameters } from '#http/filter-forms.ts'
import { route, routes } from '#http/route.ts'
import type { Routes } from '#http/routes.ts'
import { maxOffers, type OfferSource } from '#pages/front-page.ts'
import { listLogoSources } from '#pages/hosted/picture-sources.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showJson, showPublicPage } from '#pages/replies.ts'
import { listFacts, renderCompanies } from './list-page.ts'
import type { OpenPosts } from './page.ts'
import { renderCompanyPage } from './page.ts'
import { listCompanies } from './read-list.ts'
import { Company, CompanyChange, CompanyQuery, NewCompany } from './schemas.ts'
import { createCompany, deleteCompany, ownsTooMany, showCompany, updateCompany, verifyCompany } from './service.ts'

const found = {
  description: 'The company: as a page, or as JSON to `Accept: application/json`.',
  content: {
    'application/json': { schema: responds(200, Company)[200] },
    'text/html': { schema: Type.String() },
  },
}

const errors = createErrorResponses([401, 403, 404, 429, 500, 503])

/** The newest companies, for the front page. */
export const companyOffers: OfferSource = {
  path: '/companies',
  async list(ctx, writer) {
    const { rows } = await listCompanies(ctx, { limit: maxOffers })
    return rows.map((company) => ({
      title: company.name,
      path: `/companies/${company.id}`,
      facts: listFacts(writer, company),
    }))
  },
}

/** `openPosts` are the open job posts of a company, which the page shows. */
export const companyRoutes =
  (openPosts: OpenPosts): Routes =>
  (app) => {
    routes('Companies', [
      route('GET /companies', {
        config: { access: 'signed-in', scope: 'jobs:read', readsReplica: true },
        summary: 'List companies',
        description: 'Newest first unless searched or sorted by name.',
        query: CompanyQuery,
        response: respondsPage(Company, { extra: searchMeta }),
        onRequest: setVaryByAccept,
        run: listCompanies,
      }),
      route('POST /companies', {
        config: { access: 'signed-in', scope: 'jobs:write', message: 'The company is created.' },
        summary: 'Create a company',
        description: 'I am its first owner, and invite its other members.',
        body: NewCompany,
        response: responds(201, Company, ownsTooMany),
        run: createCompany,
      }),
      route('GET /companies/:id', {
        config: { discloses: true, access: 'public', scope: 'jobs:read', raw: true },
        operationId: 'showCompany',
        summary: 'Show a company',
        description:
          'Needs no token. Returns a page with its open job posts and structured data (schema.org `Organization`), unless `Accept` prefers ' +
          '`application/json`. Without public pages (`PUBLIC_PAGES=false`), only JSON, and only to signed-in users.',
        response: { 200: found, ...errors },
        async handler(request, reply) {
          const { ctx, params } = request
          const isJson = isJsonPreferred(request, reply)
          ensure(ctx.config.publicPages || (isJson && ctx.actor.id > 0), notFound)
          const company = await showCompany(ctx, params.id)
          if (isJson) return showJson(reply.header('Cache-Control', 'no-store'), ctx, company)
          const posts = await openPosts(ctx, company.id)
          const page = { company, posts, site: ctx.config, path: `/companies/${company.id}` }
          return showPublicPage(reply, ctx, (writer) => renderCompanyPage(writer, page), {
            images: listLogoSources(ctx.config),
          })
        },
      }),
      route('PUT /companies/:id', {
        config: { access: 'signed-in', scope: 'jobs:write', message: 'The company is saved.' },
        operationId: 'changeCompany',
        summary: 'Change a company',
        description:
          'Any subset of the fields; for owners and admins of the company, and administrators. Another name or website ends the verification.',
        body: CompanyChange,
        response: responds(200, Company, forbidden, notFound),
        run: updateCompany,
      }),
      route('DELETE /companies/:id', {
        config: { access: 'signed-in', scope: 'jobs:write', message: 'The company is deleted.' },
        summary: 'Delete a company',
        description:
          'For its owners and administrators. Its members leave; its job posts are closed, and each stays with its recruiter.',
        response: respondsMessage(forbidden, notFound),
        run: deleteCompany,
      }),
      ...(
        [
          ['verify', true],
          ['unverify', false],
        ] as const
      ).map(([verb, verified]) =>
        route(`POST /companies/:id/${verb}`, {
          config: { access: ['admin'], scope: 'admin:write' },
          operationId: `${verb}Company`,
          summary: verified ? 'Mark a company as verified' : 'Remove the verification of a company',
          description: 'For administrators. The verification is shown on its page and with its job posts.',
          response: responds(200, Company, notFound),
          run: (ctx, id) => verifyCompany(ctx, id, verified),
        }),
      ),
    ])(app)

    app.get('/pages/companies', {
      config: { access: 'public', raw: true, readsReplica: true },
      onRequest: setVaryByAccept,
      preValidation: removeEmptyParameters,
      schema: {
        querystring: Type.Omit(CompanyQuery, ['mine', 'limit']),
        response: { 200: pageResponse, ...createErrorResponses([404, 422, 429, 500, 503]) },
      },
      async handler({ ctx, query }, reply) {
        ensure(ctx.config.publicPages, notFound)
        const listed = await listCompanies(toAnonymous(ctx), query)
        return showPublicPage(reply, ctx, (writer) => renderCompanies(writer, ctx.config, query, listed), {
          images: listLogoSources(ctx.config),
        })
      },
    })
  }
