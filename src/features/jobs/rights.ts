/** Who may read and do what with job posts, applications and interviews. */

import { everyone, not, those, user, users, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'

export const jobPostRights = defineRights({
  kind: 'job_post',
  table: 'job_posts',
  relations: {
    recruiter: user('user_id'),
    everyone: everyone({ status: not('draft') }),
    everyoneUnlessHidden: everyone({ hidden_at: null }),
    /** A reviewer who has applied judges nothing. */
    reviewer: users({
      table: 'job_reviewers',
      object: 'job_post_id',
      unless: { table: 'job_applications', object: 'job_post_id' },
      when: { hidden_at: null },
      has: ({ is_reviewer }: { is_reviewer: boolean }) => is_reviewer,
    }),
  },
  may: {
    read: ['everyone', 'recruiter', 'admin'],
    /** Reading anything about a hidden post. */
    find: ['everyoneUnlessHidden', 'recruiter', 'admin'],
    /** Changing the post, and deciding about applications and interviews. */
    manage: ['recruiter', 'admin'],
    /** Reading applications, resumes and scorecards. */
    judge: ['recruiter', 'reviewer', 'admin'],
  },
  inherited: ['judge', 'find'],
})

/** What is loaded of the post with an application or an interview. */
interface OfPost {
  recruiter_id: number
  post_hidden_at: string | null
  /** Whether the actor reviews applications for the post. */
  is_reviewer?: boolean
}

export const toPost = ({ recruiter_id, post_hidden_at, is_reviewer = false }: OfPost) => ({
  user_id: recruiter_id,
  hidden_at: post_hidden_at,
  is_reviewer,
})

const post = { rights: jobPostRights, column: 'job_post_id', load: toPost } as const

export const applicationRights = defineRights({
  kind: 'job_application',
  table: 'job_applications',
  relations: {
    applicant: user('user_id'),
    // A pending application is seen by its applicant alone.
    judge: those({ ...post, may: 'judge' }, { pending: false }),
    manager: those({ ...post, may: 'manage' }, { pending: false }),
  },
  may: {
    /** The application with its resume. */
    read: ['applicant', 'judge'],
    /** Scorecards, and the reason of a rejection. */
    judge: ['judge'],
    /** Decisions, and the tags and notes, which the applicant never sees. */
    manage: ['manager'],
    withdraw: ['applicant'],
  },
  parts: { review: 'judge', management: 'manage' },
})

export const interviewRights = defineRights({
  kind: 'interview',
  table: 'interviews',
  parent: 'application_id',
  relations: {
    applicant: within(
      users({
        table: 'job_applications',
        object: 'id',
        key: 'application_id',
        has: ({ user_id }: { user_id: number }, { id }) => user_id === id,
      }),
      { ...post, may: 'find' },
    ),
    interviewer: within(
      users({
        table: 'interviewers',
        object: 'interview_id',
        has: ({ is_interviewer }: { is_interviewer: boolean }) => is_interviewer,
      }),
      { ...post, may: 'find' },
    ),
    judge: those({ ...post, may: 'judge' }),
    manager: those({ ...post, may: 'manage' }),
  },
  may: {
    read: ['applicant', 'interviewer', 'judge'],
    /** The outcome with its notes. */
    judge: ['judge'],
    manage: ['manager'],
  },
  parts: { review: 'judge' },
})
