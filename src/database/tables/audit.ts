/** Tables of the audit log. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type AuditActor = 'administrator' | 'command_line' | 'service' | 'user' | 'visitor'
export type AuditOutcome = 'done' | 'refused'

interface AuditLogTable {
  id: number
  created_at: Timestamp
  actor: AuditActor
  actor_id: number | null
  action: string
  object_kind: string | null
  object_id: string | null
  user_id: number | null
  outcome: AuditOutcome
  status: number | null
  request_id: string | null
  /** JSON; null once the user is erased. */
  details: string | null
  details_hash: string
  previous_hash: string
  hash: string
  /** Whether an administrator only read something. */
  is_read: Generated<boolean>
}

interface AuditEndTable {
  id: number
  last_id: number
  hash: string
  created_at: Timestamp
}

interface AuditHeadsTable {
  last_id: number
  hash: string
  signed_at: Timestamp
  /** Ed25519, base64url. */
  public_key: string
  signature: string
}

export interface AuditTables {
  audit_log: AuditLogTable
  audit_end: AuditEndTable
  audit_heads: AuditHeadsTable
}
