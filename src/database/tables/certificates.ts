/** The table of certificates. */

import type { Generated } from 'kysely'

interface CertificatesTable {
  id: Generated<number>
  user_id: number
  exam_id: number | null
  course_id: number | null
  name: string | null
  title: string
  issuer: string
  score: number | null
  verification_code: string
  issued_at: string
  revoked_at: string | null
  revocation_reason: Generated<string>
  author_id: Generated<number | null>
  author_name: Generated<string | null>
  author_verified: Generated<boolean>
  duration_minutes: Generated<number | null>
}

interface CertificateSharesTable {
  id: Generated<number>
  certificate_id: number
  token: string
  shows: ('name' | 'result' | 'awarded_by')[]
  purpose: string
  created_at: string
  expires_at: string | null
  key_id: number | null
}

export interface CertificateTables {
  certificate_shares: CertificateSharesTable
  certificates: CertificatesTable
}
