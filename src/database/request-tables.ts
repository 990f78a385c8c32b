/** The rows of what requests leave behind: counted attempts, and answers that are given again. */

import type { Generated } from 'kysely'

/** A moment, `2026-11-21T09:14:00.000Z`. */
type Moment = string

interface AttemptWindowsTable {
  scope: string
  key: string
  attempts: number
  ends_at: Moment
}

interface RepeatableRequestsTable {
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
  attempt_windows: AttemptWindowsTable
  repeatable_requests: RepeatableRequestsTable
}
