/** Tables of the platform: counters, throttle windows and idempotency keys. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface ThrottleWindowsTable {
  scope: string
  key: string
  attempts: number
  ends_at: Timestamp
}

interface IdempotencyKeysTable {
  id: Generated<number>
  user_id: number
  key: string
  fingerprint: string
  status: number | null
  answer: string | null
  created_at: Timestamp
  held_until: Timestamp
}

interface CountersTable {
  id: Generated<number>
  name: string
  change: number
}

interface LastChangesTable {
  user_id: number
  position: number
}

export interface PlatformTables {
  counters: CountersTable
  throttle_windows: ThrottleWindowsTable
  idempotency_keys: IdempotencyKeysTable
  last_changes: LastChangesTable
}
