import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Certificate, CertificateDetail, CertificateQuery, Revocation } from './schemas.ts'
import { listCertificates, revokeCertificate, showCertificate } from './service.ts'

const tags = ['Exams and certificates']

export const certificateRoutes: Routes = (app) => {
  app.get('/certificates', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'listCertificates',
      summary: 'List my certificates',
      description: 'Newest first, without pagination. Administrators can list those of other users.',
      tags,
      querystring: CertificateQuery,
      response: responds(200, Type.Array(Certificate), forbidden),
    },
    handler: (request) => listCertificates(request.ctx, request.query),
  })

  app.get('/certificates/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    schema: {
      operationId: 'showCertificate',
      summary: 'Show a certificate',
      description: 'For its holder and administrators.',
      tags,
      params: ids('id'),
      response: responds(200, CertificateDetail, notFound),
    },
    handler: (request) => showCertificate(request.ctx, request.params.id),
  })

  app.post('/certificates/:id/revoke', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The certificate is revoked.' },
    schema: {
      operationId: 'revokeCertificate',
      summary: 'Revoke a certificate',
      description: 'The public page shows it from then on. A repetition changes nothing: the first reason is kept.',
      tags,
      params: ids('id'),
      body: Revocation,
      response: responds(200, CertificateDetail, notFound),
    },
    handler: (request) => revokeCertificate(request.ctx, request.params.id, request.body),
  })
}
