import type { Feature } from '#features/feature.ts'
import { certificateBelongings } from './belongings.ts'
import { certificateRoutes } from './routes.ts'
import { verificationRoutes } from './verification/routes.ts'

export { countCertificates, type IssuedCertificate, issueCertificate } from './issuing.ts'

export const certificates: Feature = {
  routes: [certificateRoutes, verificationRoutes],
  personalData: certificateBelongings,
}
