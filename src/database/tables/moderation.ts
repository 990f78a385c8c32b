/** Tables of hidden content and reports. */

import type { Timestamp } from './types.ts'

export type ContentKind = 'job_post' | 'course' | 'exam' | 'project' | 'researcher' | 'company' | 'message'
/** Why content is hidden: a decision about it, or the suspension of its owner. */
export type HidingCause = 'moderation' | 'suspension'
export type ReportDecision = 'hidden' | 'dismissed'

interface HiddenContentTable {
  kind: ContentKind
  content_id: number
  cause: HidingCause
  reason: string
  hidden_at: Timestamp
}

export interface ModerationTables {
  hidden_content: HiddenContentTable
}
