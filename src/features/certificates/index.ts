import type { Feature } from '#features/feature.ts'
import { credentialRoutes } from './credential/routes.ts'
import { documentRoutes } from './document/routes.ts'
import { examinationRoutes } from './examination/routes.ts'
import { certificatePersonalData } from './personal-data.ts'
import { certificateRecords } from './record-queries.ts'
import { certificateRoutes } from './routes.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

export { chooseCertificates } from './authors.ts'
export { normalizeCode } from './codes.ts'
export { type AchievementSource, contexts, describeSubject, hashAddress, toAchieved } from './credential/achievement.ts'
export { describeStatus } from './credential/document.ts'
export type { Outcome, Sources, VerificationReport } from './examination/credential-verification.ts'
export { verifyCredentialFile } from './examination/examine-file.ts'
export { createSources, describeExamination, readForeign } from './examination/service.ts'
export { countCertificates, type IssuedCertificate, issueCertificate } from './issuance.ts'
export { getPageUrl as certificatePageUrl } from './links.ts'
export { restoreCertificateOf, revokeCertificateOf } from './revocation.ts'
export { certificateRights } from './rights.ts'
export { getCode, listCertificatesOf } from './service.ts'

export const certificates: Feature = {
  routes: [certificateRoutes, documentRoutes, verificationRoutes, credentialRoutes, examinationRoutes, sharingRoutes],
  personalData: certificatePersonalData,
  userRecords: [certificateRecords],
}
