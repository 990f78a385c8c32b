import type { Feature } from '#features/feature.ts'
import { certificateRoutes } from './certificates/routes.ts'
import { credentialRoutes } from './credential/routes.ts'
import { documentRoutes } from './document/routes.ts'
import { certificatePersonalData } from './personal-data.ts'
import { certificateRecords } from './record-queries.ts'
import { verificationRoutes } from './verification/routes.ts'

export { chooseCertificates } from './certificates/authors.ts'
export { countCertificates, type IssuedCertificate, issueCertificate } from './certificates/issue.ts'

export const certificates: Feature = {
  routes: [certificateRoutes, documentRoutes, verificationRoutes, credentialRoutes],
  personalData: certificatePersonalData,
  userRecords: [certificateRecords],
}
