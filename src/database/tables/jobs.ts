/** Tables of job posts, applications and interviews. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type JobPostStatus = 'draft' | 'open' | 'closed'

export interface JobQuestion {
  id: number
  question: string
  required: boolean
}

/** What reviewers rate. */
export interface Criterion {
  id: number
  name: string
}

/** Whether the text of the resume can be searched. */
export type ResumeState = 'pending' | 'ready' | 'unreadable'
export type ApplicationStatus = 'applied' | 'reviewing' | 'shortlisted' | 'rejected' | 'hired'

export interface JobAnswer {
  question_id: number | null
  question: string
  answer: string
}

interface JobApplicationCountsTable {
  job_post_id: number
  status: ApplicationStatus
  total: number
}

interface JobApplicationChangesTable {
  id: Generated<number>
  application_id: number
  changed_by: number
  from_status: ApplicationStatus
  to_status: ApplicationStatus
  changed_at: Timestamp
}

interface ResumeDownloadsTable {
  id: Generated<number>
  application_id: number
  downloaded_by: number
  downloaded_at: Timestamp
}

interface InterviewersTable {
  interview_id: number
  user_id: number
  /** The application of the interview; null in rows of a former release. */
  application_id: Generated<number | null>
}

interface InterviewPeopleTable {
  user_id: number
  starts_at: Timestamp
  interview_id: number
}

interface JobRequirementsTable {
  id: Generated<number>
  job_post_id: number
  position: number
  exam_id: number | null
  course_id: number | null
  skill: string | null
  skill_key: string | null
  required: boolean
}

interface JobReviewersTable {
  id: Generated<number>
  job_post_id: number
  user_id: number
  added_at: Timestamp
}

interface IdentityDisclosuresTable {
  id: Generated<number>
  application_id: number
  user_id: number
  reason: string
  disclosed_at: Timestamp
}

export type BulkActionKind = 'status' | 'reject' | 'tag'

/** What an action on many applications changes of one. */
export interface ApplicationState {
  status?: ApplicationStatus
  reason?: string
  letter?: string
  tags?: string[]
}

interface BulkActionsTable {
  id: Generated<number>
  job_post_id: number
  user_id: number
  action: BulkActionKind
  created_at: Timestamp
  undone_at: Timestamp | null
}

interface BulkActionItemsTable {
  bulk_id: number
  application_id: number
  change_id: number | null
  before: ApplicationState
  after: ApplicationState
  told: boolean
}

interface MessageFilesTable {
  message_id: number
  file_id: number
}

interface ResumeTermsTable {
  term: string
  item_id: number
}

export interface JobTables {
  job_requirements: JobRequirementsTable
  job_reviewers: JobReviewersTable
  identity_disclosures: IdentityDisclosuresTable
  bulk_actions: BulkActionsTable
  bulk_action_items: BulkActionItemsTable
  message_files: MessageFilesTable
  resume_terms: ResumeTermsTable
  interviewers: InterviewersTable
  job_application_counts: JobApplicationCountsTable
  job_application_changes: JobApplicationChangesTable
  resume_downloads: ResumeDownloadsTable
  interview_people: InterviewPeopleTable
}
