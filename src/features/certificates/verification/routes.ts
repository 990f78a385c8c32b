import { addPngText } from '@research-platform/credentials'
import { Type } from 'typebox'
import { drawPicture } from '#adapters/pictures/picture.ts'
import { getCaller } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { isJsonPreferred } from '#http/content-negotiation.ts'
import { createErrorResponses, responds } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import { route, routes } from '#http/route.ts'
import { showJson, showPage, showPicture } from '#pages/replies.ts'
import { getCredentialByCode } from '../credential/service.ts'
import { getPageUrl } from '../links.ts'
import { TypedCode, Verification, VerificationCode } from '../schemas.ts'
import { renderBadge } from './badge.ts'
import { renderCertificatePage, renderCodePage } from './page.ts'
import { renderBadgeImage, renderCard } from './pictures.ts'
import { findCertificate, type VerifiedCertificate, verifyCertificate } from './service.ts'

const Page = { schema: Type.String() }
const form = { description: 'The form.', content: { 'text/html': Page } }
const errors = createErrorResponses([404, 429, 500, 503])

const found = {
  description: 'The certificate: as a page, or as JSON to `Accept: application/json`.',
  content: { 'application/json': { schema: responds(200, Verification)[200] }, 'text/html': Page },
}
const missing = {
  description: notFound.message,
  content: { 'application/json': { schema: errors[404] }, 'text/html': Page },
}
const picture = { description: 'The badge.', content: { 'image/svg+xml': { schema: Type.String() } } }
const pngFile = {
  description: 'The picture.',
  content: { 'image/png': { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) } },
}

export const verificationRoutes = routes('Exams and certificates', [
  route('GET /certificates/verify', {
    config: { access: 'public', raw: true },
    operationId: 'askForVerificationCode',
    summary: 'Show the form for verification codes',
    description: 'A page with a form that opens the page of the certificate.',
    query: TypedCode,
    response: { 200: form, 303: Type.Null({ description: 'To the certificate.' }), ...errors },
    async handler({ ctx, query: { code = '' } }, reply) {
      const { basePath } = ctx.config
      if (code === '') return showPage(reply, ctx, (writer) => renderCodePage(writer, basePath))
      return reply.redirect(`${basePath}/certificates/verify/${encodeURIComponent(code)}`, 303)
    },
  }),
  route('GET /certificates/verify/:code', {
    config: { access: 'public', raw: true },
    operationId: 'verifyCertificate',
    summary: 'Verify a certificate',
    description: 'Needs no token. Returns a page, unless `Accept` prefers `application/json`.',
    params: VerificationCode,
    response: { 200: found, ...errors, 404: missing },
    async handler(request, reply) {
      const { ctx, params } = request
      const { code } = params
      const { basePath } = ctx.config
      // Excluded from search engines, because it shows a name.
      reply.header('X-Robots-Tag', 'noindex').header('Cache-Control', 'no-store')
      if (isJsonPreferred(request, reply)) return showJson(reply, ctx, await verifyCertificate(ctx, code))
      const certificate = await findCertificate(ctx, code)
      if (certificate === null)
        return showPage(reply.code(404), ctx, (writer) => renderCodePage(writer, basePath, { unknown: code }))
      return showPage(reply, ctx, (writer) =>
        renderCertificatePage(writer, certificate, {
          base: basePath,
          url: getPageUrl(ctx, certificate.verification_code),
        }),
      )
    },
  }),
  route('GET /certificates/verify/:code/badge.svg', {
    config: { access: 'public', raw: true },
    operationId: 'showCertificateBadge',
    summary: 'Show the badge of a certificate',
    description:
      'A picture for other sites; needs no token. It shows when the certificate is revoked, and carries the verifiable credential.',
    params: VerificationCode,
    response: { 200: picture, ...errors },
    async handler({ ctx, params }, reply) {
      const { content } = await getCredentialByCode(ctx, params.code, 'proof')
      const badge = renderBadge(await verifyCertificate(ctx, params.code), content, ctx.wording)
      return setContentLanguage(reply, ctx.wording)
        .header('Cache-Control', 'public, max-age=300')
        .header('Vary', 'Accept-Language')
        .type('image/svg+xml')
        .send(badge)
    },
  }),
  route('GET /certificates/verify/:code/badge.png', {
    config: { access: 'public', raw: true },
    operationId: 'showCertificateBadgeAsPng',
    summary: 'Show the badge of a certificate as a PNG',
    description:
      'The same as the SVG, with 840 × 240 pixels; it contains the verifiable credential as well (Open Badges 3.0).',
    params: VerificationCode,
    response: { 200: pngFile, ...errors },
    async handler({ ctx, params }, reply) {
      const certificate = await verifyCertificate(ctx, params.code)
      const { content } = await getCredentialByCode(ctx, params.code, 'proof')
      const badge = await drawPicture(renderBadgeImage(certificate, ctx.wording), getCaller(ctx))
      return showPicture(reply, ctx, addPngText(badge, 'openbadgecredential', content))
    },
  }),
  route('GET /certificates/verify/:code/card.png', {
    config: { access: 'public', raw: true },
    operationId: 'showCertificateCard',
    summary: 'Show a picture of a certificate for social networks',
    description: 'The picture that social networks show with a link to the page (Open Graph), with 1200 × 630 pixels.',
    params: VerificationCode,
    response: { 200: pngFile, ...errors },
    async handler({ ctx, params }, reply) {
      const certificate = await verifyCertificate(ctx, params.code)
      return showPicture(
        reply,
        ctx,
        await drawPicture(renderCard(hideErasedName(certificate), ctx.wording), getCaller(ctx)),
      )
    },
  }),
])

/** Once the account is deleted, there is no name to show. */
const hideErasedName = (certificate: VerifiedCertificate) => ({
  ...certificate,
  name: certificate.named ? certificate.name : null,
})
