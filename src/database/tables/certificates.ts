/** The table of links to certificates. */

import type { Generated } from 'kysely'

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
}
