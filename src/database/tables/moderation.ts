/** Tables of hidden content and reports. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type ContentKind = 'job_post' | 'course' | 'exam' | 'project' | 'researcher'
/** Why content is hidden: a decision about it, or the suspension of its owner. */
export type HidingCause = 'moderation' | 'suspension'
export type ReportDecision = 'hidden' | 'dismissed'

/** The columns of content that can be hidden. */
export interface HideableColumns {
  hidden_at: Generated<Timestamp | null>
  /** The status before it was hidden. */
  hidden_status: Generated<string | null>
}

interface HiddenContentTable {
  kind: ContentKind
  content_id: number
  cause: HidingCause
  reason: string
  hidden_at: Timestamp
}

interface ReportsTable {
  id: Generated<number>
  kind: ContentKind
  content_id: number
  title: string
  owner_id: number
  reporter_id: number | null
  reason: string
  created_at: Timestamp
  decision: ReportDecision | null
  decided_at: Timestamp | null
  decided_by: number | null
  decision_reason: Generated<string>
}

export interface ModerationTables {
  hidden_content: HiddenContentTable
  reports: ReportsTable
}
