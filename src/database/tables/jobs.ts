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
  title_key: string
  pays: number
  closes_at: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
}

interface JobPostTermsTable {
  term: string
  item_id: number
}

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
  created_at: Timestamp
  updated_at: Timestamp
}

interface InterviewPeopleTable {
  user_id: number
  starts_at: Timestamp
  interview_id: number
}

export interface JobTables {
  job_posts: JobPostsTable
  job_post_terms: JobPostTermsTable
  job_applications: JobApplicationsTable
  job_application_counts: JobApplicationCountsTable
  job_application_changes: JobApplicationChangesTable
  resume_downloads: ResumeDownloadsTable
  interviews: InterviewsTable
  interview_people: InterviewPeopleTable
}
