/** Keeps the audit log as it was written: only the details of a row are erased, with the account of their user. */

import { deriveAppendOnly } from '#database/derived/append-only.ts'

export const auditLogGuard = deriveAppendOnly({
  table: 'audit_log',
  fixed: [
    ...['id', 'created_at', 'actor', 'actor_id', 'action', 'object_kind', 'object_id', 'user_id', 'outcome', 'status'],
    ...['request_id', 'details_hash', 'previous_hash', 'hash'],
  ],
  erasable: 'details',
  refusal: 'The audit log is append-only.',
})
