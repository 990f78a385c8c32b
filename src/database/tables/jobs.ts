/** Values in the tables of job posts, applications and interviews. */

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

export type BulkActionKind = 'status' | 'reject' | 'tag'

/** What an action on many applications changes of one. */
export interface ApplicationState {
  status?: ApplicationStatus
  reason?: string
  letter?: string
  tags?: string[]
}
