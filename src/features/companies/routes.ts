import { Type } from 'typebox'
import { ensure, forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { isJsonPreferred } from '#http/content-negotiation.ts'
import { createErrorResponses, responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { showJson, showPage } from '#pages/replies.ts'
import type { OpenPosts } from './page.ts'
import { renderCompanyPage } from './page.ts'
import { Company, CompanyChange, CompanyQuery, NewCompany } from './schemas.ts'
import {
  createCompany,
  deleteCompany,
  listCompanies,
  ownsTooMany,
  showCompany,
  updateCompany,
  verifyCompany,
} from './service.ts'

const tags = ['Companies']

const found = {
  description: 'The company: as a page, or as JSON to `Accept: application/json`.',
  content: {
    'application/json': { schema: responds(200, Company)[200] },
    'text/html': { schema: Type.String() },
  },
}

const errors = createErrorResponses([401, 403, 404, 429, 500, 503])
const missing = {
  description: notFound.message,
  content: { 'application/json': { schema: errors[404] }, 'text/html': { schema: Type.String() } },
}

/** `openPosts` are the open job posts of a company, which the page shows. */
export const companyRoutes =
  (openPosts: OpenPosts): Routes =>
  (app) => {
    app.get('/companies', {
      config: { access: 'signed-in', scope: 'jobs:read', readsReplica: true },
      schema: {
        operationId: 'listCompanies',
        summary: 'List companies',
        description: 'Newest first unless sorted by name.',
        tags,
        querystring: CompanyQuery,
        response: respondsPage(Company),
      },
      handler: (request) => listCompanies(request.ctx, request.query),
    })

    app.post('/companies', {
      config: { access: 'signed-in', scope: 'jobs:write', message: 'The company is created.' },
      schema: {
        operationId: 'createCompany',
        summary: 'Create a company',
        description: 'I am its first owner, and invite its other members.',
        tags,
        body: NewCompany,
        response: responds(201, Company, ownsTooMany),
      },
      handler: (request) => createCompany(request.ctx, request.body),
    })

    app.get('/companies/:id', {
      config: { discloses: true, access: 'public', scope: 'jobs:read', raw: true },
      schema: {
        operationId: 'showCompany',
        summary: 'Show a company',
        description:
          'Needs no token. Returns a page with its open job posts and structured data (schema.org `Organization`), unless `Accept` prefers ' +
          '`application/json`. Without public pages (`PUBLIC_PAGES=false`), only JSON, and only to signed-in users.',
        tags,
        params: ids('id'),
        response: { 200: found, ...errors, 404: missing },
      },
      async handler(request, reply) {
        const { ctx, params } = request
        const isJson = isJsonPreferred(request, reply)
        const { publicPages, publicUrl, basePath } = ctx.config
        ensure(publicPages || (isJson && ctx.actor.id > 0), notFound)
        const company = await showCompany(ctx, params.id)
        if (isJson) return showJson(reply.header('Cache-Control', 'no-store'), ctx, company)
        const posts = await openPosts(ctx, company.id)
        const url = `${publicUrl}/companies/${company.id}`
        reply.header('Cache-Control', 'public, max-age=60')
        reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept-Language'].flat().join(', '))
        // The address of a picture may redirect to the file store.
        const images = company.logo === null ? '' : `${new URL(company.logo).origin} https:`
        return showPage(reply, ctx, (writer) => renderCompanyPage(writer, { company, posts, base: basePath, url }), {
          images,
        })
      },
    })

    app.put('/companies/:id', {
      config: { access: 'signed-in', scope: 'jobs:write', message: 'The company is saved.' },
      schema: {
        operationId: 'changeCompany',
        summary: 'Change a company',
        description:
          'Any subset of the fields; for owners and admins of the company, and administrators. Another name or website ends the verification.',
        tags,
        params: ids('id'),
        body: CompanyChange,
        response: responds(200, Company, forbidden, notFound),
      },
      handler: (request) => updateCompany(request.ctx, request.params.id, request.body),
    })

    app.delete('/companies/:id', {
      config: { access: 'signed-in', scope: 'jobs:write', message: 'The company is deleted.' },
      schema: {
        operationId: 'deleteCompany',
        summary: 'Delete a company',
        description:
          'For its owners and administrators. Its members leave; its job posts are closed, and each stays with its recruiter.',
        tags,
        params: ids('id'),
        response: respondsMessage(forbidden, notFound),
      },
      handler: (request) => deleteCompany(request.ctx, request.params.id),
    })

    for (const [verb, verified] of [
      ['verify', true],
      ['unverify', false],
    ] as const)
      app.post(`/companies/:id/${verb}`, {
        config: { access: ['admin'], scope: 'admin:write' },
        schema: {
          operationId: `${verb}Company`,
          summary: verified ? 'Mark a company as verified' : 'Remove the verification of a company',
          description: 'For administrators. The verification is shown on its page and with its job posts.',
          tags,
          params: ids('id'),
          response: responds(200, Company, notFound),
        },
        handler: (request) => verifyCompany(request.ctx, request.params.id, verified),
      })
  }
