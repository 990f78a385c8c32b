export { countCertificates, type IssuedCertificate, issueCertificate } from './service.ts'
