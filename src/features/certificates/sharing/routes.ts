import { Type } from 'typebox'
import { drawPicture } from '#adapters/pictures/picture.ts'
import { getCaller } from '#context.ts'
import { forbidden, notFound } from '#core/problem.ts'
import { isJsonPreferred } from '#http/content-negotiation.ts'
import { createErrorResponses, responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { showJson, showPage, showPicture } from '#pages/replies.ts'
import { renderCard } from '../verification/pictures.ts'
import { renderSharedPage } from './page.ts'
import { NewShare, Share, SharedCertificate, ShareToken } from './schemas.ts'
import { createShare, findShared, listShares, tooManyShares, withdrawShare } from './service.ts'

const errors = createErrorResponses([404, 429, 500, 503])

const page = {
  description: 'The certificate: as a page, or as JSON to `Accept: application/json`.',
  content: {
    'application/json': { schema: responds(200, SharedCertificate)[200] },
    'text/html': { schema: Type.String() },
  },
}
const picture = {
  description: 'The picture.',
  content: { 'image/png': { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) } },
}

export const sharingRoutes = routes('Exams and certificates', [
  route('POST /certificates/:id/share', {
    config: {
      access: 'signed-in',
      scope: 'exams:write',
      furtherScopes: ['exams:read'],
      message: 'The link is created.',
    },
    operationId: 'shareCertificate',
    summary: 'Share a certificate',
    description:
      'For its holder: creates a link that shows the title, the issuer, the date, whether it is valid, and what `shows` names. It can be ' +
      'withdrawn, unlike the verification code. `linkedin_url` adds the certificate to a LinkedIn profile with this link. ' +
      'A link that an API key creates ends with the key.',
    body: NewShare,
    response: responds(201, Share, forbidden, notFound, tooManyShares),
    run: createShare,
  }),
  route('GET /certificates/:id/shares', {
    config: { access: 'signed-in', scope: 'exams:read' },
    operationId: 'listCertificateShares',
    summary: 'List the links to a certificate',
    description: 'For its holder, newest first, without pagination; those that have expired too.',
    response: responds(200, Type.Array(Share), forbidden, notFound),
    run: listShares,
  }),
  route('DELETE /certificates/:id/shares/:share_id', {
    config: { access: 'signed-in', scope: 'exams:write', message: 'The link is withdrawn.' },
    operationId: 'withdrawCertificateShare',
    summary: 'Withdraw a link to a certificate',
    description: 'For its holder. The page is gone at once; a copy of the picture may stay in caches for five minutes.',
    response: respondsMessage(forbidden, notFound),
    run: withdrawShare,
  }),
  route('GET /certificates/shared/:token', {
    config: { access: 'public', raw: true },
    operationId: 'showSharedCertificate',
    summary: 'Show a shared certificate',
    description: 'Needs no token. Returns a page, unless `Accept` prefers `application/json`.',
    params: ShareToken,
    response: { 200: page, ...errors },
    async handler(request, reply) {
      const { ctx, params } = request
      const isJson = isJsonPreferred(request, reply)
      const found = await findShared(ctx, params.token)
      reply.header('X-Robots-Tag', 'noindex').header('Cache-Control', 'no-store')
      if (isJson) return showJson(reply, ctx, found.certificate)
      return showPage(reply, ctx, (writer) => renderSharedPage(writer, found, ctx.config.basePath))
    },
  }),
  route('GET /certificates/shared/:token/card.png', {
    config: { access: 'public', raw: true },
    operationId: 'showSharedCertificateCard',
    summary: 'Show a picture of a shared certificate for social networks',
    description: 'The picture that social networks show with the link (Open Graph), with 1200 × 630 pixels.',
    params: ShareToken,
    response: { 200: picture, ...errors },
    async handler({ ctx, params }, reply) {
      const { certificate } = await findShared(ctx, params.token)
      return showPicture(reply, ctx, await drawPicture(renderCard(certificate, ctx.wording), getCaller(ctx)))
    },
  }),
])
