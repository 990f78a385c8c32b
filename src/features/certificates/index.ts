import type { Feature } from '#features/feature.ts'
import { certificateRoutes } from './certificates/routes.ts'
import { credentialRoutes } from './credential/routes.ts'
import { documentRoutes } from './document/routes.ts'
import { examinationRoutes } from './examination/routes.ts'
import { certificatePersonalData } from './personal-data.ts'
import { certificateRecords } from './record-queries.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

export { chooseCertificates } from './certificates/authors.ts'
export { normalizeCode } from './certificates/codes.ts'
export { countCertificates, type IssuedCertificate, issueCertificate } from './certificates/issue.ts'
export { getPageUrl as certificatePageUrl } from './certificates/links.ts'
export { listCertificatesOf } from './certificates/service.ts'
export { type Achieved, contexts, describeSubject, hashAddress, toAchieved } from './credential/achievement.ts'
export { describeStatus } from './credential/document.ts'
export type { Outcome, Sources, VerificationReport } from './examination/examine.ts'
export { verifyCredentialFile } from './examination/examine-file.ts'
export { createSources, describeExamination, readForeign } from './examination/service.ts'
export { certificateRights } from './rights.ts'

export const certificates: Feature = {
  routes: [certificateRoutes, documentRoutes, verificationRoutes, credentialRoutes, examinationRoutes, sharingRoutes],
  personalData: certificatePersonalData,
  userRecords: [certificateRecords],
}
