import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { prefersJson } from '#http/content-negotiation.ts'
import { errorResponses, responds, toSuccess } from '#http/envelope.ts'
import { declareLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import { createPolicy } from '#pages/layout.ts'
import { createWriter, type Writer } from '#pages/writer.ts'
import { TypedCode, Verification, VerificationCode } from '../certificates/schemas.ts'
import { getCredentialByCode } from '../credential/service.ts'
import { renderBadge } from './badge.ts'
import { renderCertificatePage, renderCodePage } from './page.ts'
import { findCertificate, type Verified, verifyCertificate } from './service.ts'

const tags = ['Exams and certificates']
const Page = { schema: Type.String() }
const form = { description: 'The form.', content: { 'text/html': Page } }
const errors = errorResponses([404, 429, 500, 503])

const found = {
  description: 'The certificate: as a page, or as JSON to `Accept: application/json`.',
  content: { 'application/json': { schema: responds(200, Verification)[200] }, 'text/html': Page },
}
const missing = {
  description: notFound.message,
  content: { 'application/json': { schema: errors[404] }, 'text/html': Page },
}
const picture = { description: 'The badge.', content: { 'image/svg+xml': { schema: Type.String() } } }

const show = (reply: FastifyReply, { wording }: Context, render: (writer: Writer) => string) =>
  declareLanguage(reply, wording)
    .header('Content-Security-Policy', createPolicy(wording.brand))
    .type('text/html; charset=utf-8')
    .send(render(createWriter(wording)))

const answer = (reply: FastifyReply, { config, wording }: Context, certificate: Verified) => {
  declareLanguage(reply, wording)
  const writing = { wording, address: () => new URL(config.publicUrl) }
  return reply.send(toSuccess({ code: 200, message: 'OK', result: certificate }, writing))
}

export const verificationRoutes: Routes = (app) => {
  app.get('/certificates/verify', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'askForVerificationCode',
      summary: 'Show the form for verification codes',
      description: 'A page with a form that opens the page of the certificate.',
      tags,
      querystring: TypedCode,
      response: { 200: form, 303: Type.Null({ description: 'To the certificate.' }), ...errors },
    },
    async handler({ ctx, query: { code = '' } }, reply) {
      const { basePath } = ctx.config
      if (code === '') return show(reply, ctx, (writer) => renderCodePage(writer, basePath, null))
      return reply.redirect(`${basePath}/certificates/verify/${encodeURIComponent(code)}`, 303)
    },
  })

  app.get('/certificates/verify/:code', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'verifyCertificate',
      summary: 'Verify a certificate',
      description: 'Needs no token. Returns a page, unless `Accept` prefers `application/json`.',
      tags,
      params: VerificationCode,
      response: { 200: found, ...errors, 404: missing },
    },
    async handler(request, reply) {
      const { ctx, params } = request
      const { code } = params
      const { basePath } = ctx.config
      // Excluded from search engines, because it shows a name.
      reply.header('X-Robots-Tag', 'noindex').header('Cache-Control', 'no-store')
      if (prefersJson(request, reply)) return answer(reply, ctx, await verifyCertificate(ctx, code))
      const certificate = await findCertificate(ctx, code)
      if (certificate === null) return show(reply.code(404), ctx, (writer) => renderCodePage(writer, basePath, code))
      return show(reply, ctx, (writer) => renderCertificatePage(writer, certificate, basePath))
    },
  })

  app.get('/certificates/verify/:code/badge.svg', {
    config: { access: 'public', raw: true },
    schema: {
      operationId: 'showCertificateBadge',
      summary: 'Show the badge of a certificate',
      description:
        'A picture for other sites; needs no token. It shows when the certificate is revoked, and carries the verifiable credential.',
      tags,
      params: VerificationCode,
      response: { 200: picture, ...errors },
    },
    async handler({ ctx, params }, reply) {
      const { content } = await getCredentialByCode(ctx, params.code, 'proof')
      const badge = renderBadge(await verifyCertificate(ctx, params.code), content, ctx.wording)
      return declareLanguage(reply, ctx.wording)
        .header('Cache-Control', 'public, max-age=300')
        .header('Vary', 'Accept-Language')
        .type('image/svg+xml')
        .send(badge)
    },
  })
}
