export { certificateBelongings } from './belongings.ts'
export { countCertificates, type IssuedCertificate, issueCertificate } from './issuing.ts'
export { certificateRoutes } from './routes.ts'
export { verificationRoutes } from './verification/routes.ts'
