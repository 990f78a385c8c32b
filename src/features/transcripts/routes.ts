import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Type } from 'typebox'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { translate } from '#language/translation.ts'
import { createTranscript, type TranscriptForm } from './service.ts'

const types: Record<TranscriptForm, string> = {
  pdf: 'application/pdf',
  proof: 'application/vc',
  jwt: 'application/vc+jwt',
}
const endings: Record<TranscriptForm, string> = { pdf: 'pdf', proof: 'json', jwt: 'jwt' }

const transcript = {
  description: 'The transcript.',
  content: {
    [types.proof]: { schema: Type.Object({}, { title: 'VerifiableCredential', additionalProperties: true }) },
    [types.jwt]: { schema: Type.String() },
    [types.pdf]: { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) },
  },
}

function chooseForm({ raw }: FastifyRequest, reply: FastifyReply): TranscriptForm {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  const type = new Negotiator(raw).mediaType([types.proof, 'application/json', types.jwt, types.pdf])
  return type === types.pdf ? 'pdf' : type === types.jwt ? 'jwt' : 'proof'
}

export const transcriptRoutes = routes('Exams and certificates', [
  route('GET /users/:id/transcript', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', raw: true },
    operationId: 'downloadTranscript',
    summary: 'Download a transcript',
    description:
      'For the user and administrators: everything earned, as one signed document. A W3C Verifiable Credential as JSON, with ' +
      '`Accept: application/vc+jwt` as a JWT, with `Accept: application/pdf` as a PDF that contains it. It is revoked once one of its ' +
      'certificates is.',
    response: { 200: transcript, ...createErrorResponses([401, 403, 404, 422, 429, 500, 503]) },
    async handler(request, reply) {
      const form = chooseForm(request, reply)
      const content = await createTranscript(request.ctx, request.params.id, form)
      return reply
        .header(
          'Content-Disposition',
          formatContentDisposition(
            'attachment',
            formatFileName(translate('Transcript', request.ctx.wording), endings[form]),
          ),
        )
        .header('Cache-Control', 'no-store')
        .type(types[form])
        .send(content)
    },
  }),
])
