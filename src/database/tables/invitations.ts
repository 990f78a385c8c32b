/** Tables of invitations. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface InvitationsTable {
  id: Generated<number>
  user_id: number
  invited_by: number | null
  email: string
  message: Generated<string>
  token_hash: string
  sent_at: Timestamp
  expires_at: Timestamp
  accepted_at: Timestamp | null
}

export interface InvitationTables {
  invitations: InvitationsTable
}
