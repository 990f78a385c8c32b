import { Type } from 'typebox'
import { formatContentDisposition } from '#core/file-name.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { downloadCertificate } from './service.ts'

const pdfFile = {
  description: 'The certificate.',
  content: { 'application/pdf': { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) } },
}

export const documentRoutes = routes('Exams and certificates', [
  route('GET /certificates/:id/download', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', raw: true },
    operationId: 'downloadCertificate',
    summary: 'Download a certificate as a PDF',
    description:
      'For its holder and administrators: one A4 page with a QR code that opens the public page. The same certificate always has the same ' +
      'bytes; a revoked one is stamped. The verifiable credential is attached to it as `credential.json`.',
    response: { 200: pdfFile, ...createErrorResponses([401, 404, 429, 500, 503]) },
    async handler(request, reply) {
      const { filename, content } = await downloadCertificate(request.ctx, request.params.id)
      return reply
        .header('Content-Disposition', formatContentDisposition('attachment', filename))
        .header('Cache-Control', 'no-store')
        .type('application/pdf')
        .send(content)
    },
  }),
])
