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
export { countCertificates, type IssuedCertificate, issueCertificate } from './certificates/issue.ts'
export { pageUrl as certificatePageUrl } from './certificates/links.ts'
export { listCertificatesOf } from './certificates/service.ts'
export { type Achieved, contexts, describeSubject, hashAddress, toAchieved } from './credential/achievement.ts'
export { describeStatus } from './credential/document.ts'
export type { Examination, Outcome, Sources } from './examination/examine.ts'
export { examineFile } from './examination/examine-file.ts'
export { createSources, readForeign, summarizeInWords } from './examination/service.ts'
export { certificateRights } from './rights.ts'

export const certificates: Feature = {
  routes: [certificateRoutes, documentRoutes, verificationRoutes, credentialRoutes, examinationRoutes, sharingRoutes],
  personalData: certificatePersonalData,
  userRecords: [certificateRecords],
}
