/** Tables of the platform that belong to requests: throttle windows and idempotency keys. */

import type { Generated } from 'kysely'

/** A moment, `2026-11-21T09:14:00.000Z`. */
type Moment = string

interface ThrottleWindowsTable {
  scope: string
  key: string
  attempts: number
  ends_at: Moment
}

interface IdempotencyKeysTable {
  id: Generated<number>
  user_id: number
  key: string
  fingerprint: string
  status: number | null
  answer: string | null
  created_at: Moment
  held_until: Moment
}

export interface RequestTables {
  throttle_windows: ThrottleWindowsTable
  idempotency_keys: IdempotencyKeysTable
}
