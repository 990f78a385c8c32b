/** Tables of job posts, applications and interviews. */

import type { Generated } from 'kysely'
import type { HideableColumns } from './moderation.ts'
import type { Timestamp } from './types.ts'

export type EmploymentType = 'full_time' | 'part_time' | 'contract' | 'internship' | 'fellowship'
export type ExperienceLevel = 'entry' | 'mid' | 'senior' | 'lead'
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

interface JobPostsTable extends HideableColumns {
  id: Generated<number>
  user_id: number
  title: string
  description: string
  company: string
  location: string
  remote: boolean
  employment_type: EmploymentType
  experience_level: ExperienceLevel
  skills: string[]
  salary_min: number
  salary_max: number
  currency: string
  deadline: Timestamp | null
  status: JobPostStatus
  questions: JobQuestion[]
  blind: Generated<boolean>
  candidates_numbered: Generated<number>
  criteria: Generated<Criterion[]>
  rejection_reasons: Generated<string[]>
  title_key: string
  pays: number
  closes_at: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
}

interface JobPostWordsTable {
  item_id: number
  words: string
}

/** Whether the text of the resume can be searched. */
export type ResumeState = 'pending' | 'ready' | 'unreadable'
export type ApplicationStatus = 'applied' | 'reviewing' | 'shortlisted' | 'rejected' | 'hired'

export interface JobAnswer {
  question_id: number | null
  question: string
  answer: string
}

interface JobApplicationsTable {
  id: Generated<number>
  job_post_id: number
  user_id: number
  first_name: string
  last_name: string
  email: string
  phone: string
  resume_id: number | null
  cover_letter: string
  experience_level: string
  available_date: string | null
  notice_period: string
  salary_expectation: number | null
  remote_interested: boolean
  additional_answers: JobAnswer[]
  consent_data: boolean
  consent_marketing: boolean
  status: ApplicationStatus
  /** A reserved place: it is submitted by itself when the requirements are met; until then only the applicant sees it. */
  pending: Generated<boolean>
  /** Submitted to a blind post: it is pending for all but its applicant until its batch reaches the judges. */
  sealed: Generated<boolean>
  /** The score of a blind candidate, as it was when the application reached the judges. Null for other applications. */
  blind_score: Generated<number | null>
  /** Within the post, in the order of submission, of a blind post in random order within a batch; null while pending. */
  candidate_number: Generated<number | null>
  /** When it was first shortlisted, from when a blind post shows who it is. */
  shortlisted_at: Generated<Timestamp | null>
  rejection_reason: Generated<string>
  /** What was written to the applicant with the rejection. */
  rejection_letter: Generated<string>
  resume_state: Generated<ResumeState>
  search_key: string
  applied_at: Timestamp
  updated_at: Timestamp
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

interface InterviewsTable {
  id: Generated<number>
  application_id: number
  job_post_id: number
  interview_date: Timestamp
  interview_time: string
  timezone: string
  starts_at: Timestamp
  duration_minutes: number
  location: string
  interview_type: string
  notes: string | null
  uid: string
  sequence: Generated<number>
  answer: Generated<'accepted' | 'declined' | 'proposed' | null>
  answered_at: Generated<Timestamp | null>
  proposed_times: Generated<Timestamp[]>
  answer_message: Generated<string>
  outcome: Generated<'passed' | 'failed' | 'no_show' | null>
  outcome_notes: Generated<string>
  created_at: Timestamp
  updated_at: Timestamp
}

interface InterviewersTable {
  interview_id: number
  user_id: number
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

export interface Rating {
  criterion_id: number
  /** Its name when it was rated. */
  criterion: string
  rating: number
  notes: string
}

export type Recommendation = 'strong_no' | 'no' | 'yes' | 'strong_yes'

interface ScorecardsTable {
  id: Generated<number>
  application_id: number
  user_id: number
  ratings: Rating[]
  recommendation: Recommendation
  notes: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface IdentityDisclosuresTable {
  id: Generated<number>
  application_id: number
  user_id: number
  reason: string
  disclosed_at: Timestamp
}

interface ResumeTermsTable {
  term: string
  item_id: number
}

export interface JobTables {
  job_requirements: JobRequirementsTable
  job_reviewers: JobReviewersTable
  scorecards: ScorecardsTable
  identity_disclosures: IdentityDisclosuresTable
  resume_terms: ResumeTermsTable
  interviewers: InterviewersTable
  job_posts: JobPostsTable
  job_post_words: JobPostWordsTable
  job_applications: JobApplicationsTable
  job_application_counts: JobApplicationCountsTable
  job_application_changes: JobApplicationChangesTable
  resume_downloads: ResumeDownloadsTable
  interviews: InterviewsTable
  interview_people: InterviewPeopleTable
}
