import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Certificate, CertificateDetail, CertificateQuery, Revocation } from './schemas.ts'
import { listCertificates, revokeCertificate, showCertificate } from './service.ts'

export const certificateRoutes = routes('Exams and certificates', [
  route('GET /certificates', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'List my certificates',
    description: 'Newest first, without pagination. Administrators can list those of other users.',
    query: CertificateQuery,
    response: responds(200, Type.Array(Certificate), forbidden),
    run: listCertificates,
  }),
  route('GET /certificates/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read' },
    summary: 'Show a certificate',
    description: 'For its holder and administrators.',
    response: responds(200, CertificateDetail, notFound),
    run: showCertificate,
  }),
  route('POST /certificates/:id/revoke', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The certificate is revoked.' },
    summary: 'Revoke a certificate',
    description: 'The public page shows it from then on. A repetition changes nothing: the first reason is kept.',
    body: Revocation,
    response: responds(200, CertificateDetail, notFound),
    run: revokeCertificate,
  }),
])
