/** Who may read and do what with job posts, applications and interviews. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { without } from '#database/excluding-relation.ts'
import { users } from '#database/member-relation.ts'
import { everyone, not, those, user, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { companyRights } from '#features/companies/rights.ts'
import { applicationRecord } from './applications/record.ts'
import { interviewRecord } from './interviews/record.ts'
import { messageRecord } from './messages/record.ts'
import { noteRecord } from './notes/record.ts'
import { jobPostRecord } from './posts/record.ts'
import { scorecardRecord } from './scorecards/record.ts'
import { slotRecord } from './slots/record.ts'
import { templateRecord } from './templates/record.ts'

/** What is loaded of the actor as a member of the company of a post. */
interface Colleague {
  /** Whether the actor may recruit for the company, and has not applied. */
  is_colleague: boolean
}

/** The company of a post, or of what its recruiters share. Its members are related to the object by this alone. */
export const company = {
  rights: companyRights,
  column: 'company_id',
  load: ({ is_colleague }: Colleague) => ({ own_role: is_colleague ? ('recruiter' as const) : null }),
} as const

/** Who has applied manages and judges nothing. */
const applicants = { table: 'job_applications', object: 'job_post_id' } as const

export const jobPostRights = defineRights({
  kind: 'job_post',
  table: 'job_posts',
  relations: {
    recruiter: user('user_id'),
    colleague: without(those({ ...company, may: 'recruit' }), applicants),
    member: without(
      those({
        ...company,
        may: 'takePart',
        load: ({ is_member }: { is_member: boolean }) => ({ own_role: is_member ? ('interviewer' as const) : null }),
      }),
      applicants,
    ),
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
    read: ['everyone', 'recruiter', 'colleague', 'admin'],
    /** Reading anything about a hidden post. */
    find: ['everyoneUnlessHidden', 'recruiter', 'colleague', 'admin'],
    /** Changing the post, and deciding about applications and interviews. */
    manage: ['recruiter', 'colleague', 'admin'],
    /** Reading applications, resumes and scorecards. */
    judge: ['recruiter', 'colleague', 'reviewer', 'admin'],
    /** Reading the applications whose interviews one holds. */
    interview: ['member'],
  },
  inherited: ['judge', 'find', 'interview'],
  followed: [
    followObjects(jobPostRecord, { found: ['pays'] }),
    followParts(
      { table: 'job_requirements', tracked: ['exam_id', 'course_id', 'skill', 'required'] },
      { object: 'job_post_id' },
    ),
  ],
})

/** What is loaded of the post with an application or an interview. */
interface PostColumns extends Partial<PostRelations> {
  recruiter_id: number
  post_hidden_at: string | null
}

/** How the actor is related to the post by other rows than its own. All are false unless they are loaded. */
export interface PostRelations extends Colleague {
  /** Whether the actor reviews applications for the post. */
  is_reviewer: boolean
  /** Whether the actor is a member of its company in any role. */
  is_member: boolean
}

export const toPost = ({
  recruiter_id,
  post_hidden_at,
  is_reviewer = false,
  is_colleague = false,
  is_member = false,
}: PostColumns) => ({
  user_id: recruiter_id,
  hidden_at: post_hidden_at,
  is_reviewer,
  is_colleague,
  is_member,
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
    /** A member of the company who interviews for the application. */
    interviewer: within(
      users({
        table: 'interviewers',
        object: 'application_id',
        when: { pending: false },
        has: ({ is_interviewer = false }: { is_interviewer?: boolean }) => is_interviewer,
      }),
      { ...post, may: 'interview' },
    ),
  },
  may: {
    /** The application with its resume. */
    read: ['applicant', 'judge', 'interviewer'],
    /** Scorecards, and the reason of a rejection. */
    judge: ['judge', 'interviewer'],
    /** Decisions, and the tags and notes, which the applicant never sees. */
    manage: ['manager'],
    /** Reading and writing messages. */
    correspond: ['applicant', 'manager'],
    withdraw: ['applicant'],
  },
  parts: { review: 'judge', management: 'manage', messages: 'correspond' },
  followed: [
    followObjects(applicationRecord, { review: ['rejection_reason'], management: ['tags'] }),
    followParts(scorecardRecord, { object: 'application_id', rows: 'review' }),
    followParts(noteRecord, { object: 'application_id', rows: 'management' }),
    followParts(messageRecord, { object: 'application_id', rows: 'messages' }),
    followParts({ table: 'identity_disclosures', tracked: [] }, { object: 'application_id' }),
  ],
})

/** A message, for those who take part in the correspondence. A hidden one is for its author and administrators. */
export const messageRights = defineRights({
  kind: 'message',
  table: 'application_messages',
  parent: 'application_id',
  relations: {
    author: user('user_id'),
    everyoneUnlessHidden: everyone({ hidden_at: null }),
  },
  may: { read: ['author', 'everyoneUnlessHidden', 'admin'] },
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
  followed: [
    followObjects(interviewRecord, { review: ['outcome', 'outcome_notes'] }),
    followParts({ table: 'interviewers', tracked: [] }, { object: 'interview_id' }),
  ],
})

/** The slots of a post for interviews. An applicant sees those of an invitation, without who else has chosen them. */
export const interviewSlotRights = defineRights({
  kind: 'interview_slot',
  table: 'interview_slots',
  relations: {
    judge: those({ ...post, may: 'judge' }),
    manager: those({ ...post, may: 'manage' }),
  },
  may: { read: ['judge'], manage: ['manager'] },
  followed: [
    followObjects(slotRecord),
    followParts({ table: 'interview_slot_people', tracked: [] }, { object: 'slot_id' }),
    // Who has chosen it.
    followParts({ table: 'interviews', tracked: ['slot_id', 'answer'] }, { object: 'slot_id', isOptional: true }),
  ],
})

/** The message templates of a user, and those of a company, which stay when their author leaves it. */
export const templateRights = defineRights({
  kind: 'message_template',
  table: 'message_templates',
  relations: {
    owner: user('user_id', { company_id: null }),
    colleague: those({ ...company, may: 'recruit' }),
  },
  may: { read: ['owner', 'colleague'] },
  followed: [followObjects(templateRecord)],
})
