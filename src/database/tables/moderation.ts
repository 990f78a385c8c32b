/** Values in the tables of hidden content and reports. */

export type ContentKind = 'job_post' | 'course' | 'exam' | 'project' | 'researcher' | 'company' | 'message'
/** Why content is hidden: a decision about it, or the suspension of its owner. */
export type HidingCause = 'moderation' | 'suspension'
export type ReportDecision = 'hidden' | 'dismissed'
