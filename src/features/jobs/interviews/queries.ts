import { sql } from 'kysely'
import type { Static } from 'typebox'
import { asJson, jsonObject, measureRows, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { jobPostRights } from '../rights.ts'
import { interviewRecord, type Outcome } from './record.ts'
import type { Interview, InterviewAnswer } from './schemas.ts'

const { newRow, qualifiedColumns, values } = interviewRecord

/** The columns that a recruiter writes, and the moment that they mean. */
export type Terms = WrittenValues<typeof interviewRecord> & { starts_at: string }

const held = sql`from interviewers cross join users
  where interviewers.interview_id = interviews.id and users.id = interviewers.user_id`

const interviewersOfRow = asJson<Interview['interviewers']>(
  perEngine({
    sqlite: sql`(select json_group_array(json_object('id', held.id, 'name', held.name))
      from (select users.id, users.name ${held} order by interviewers.user_id) as held)`,
    postgres: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', users.id, 'name', users.name) order by users.id),
      '[]'::jsonb) ${held})`,
  }),
)

const columns = [
  ...qualifiedColumns,
  'interviews.id as interview_id',
  'interviews.uid',
  'interviews.sequence',
  'job_applications.user_id',
  'job_applications.first_name',
  'job_applications.last_name',
  'job_applications.email',
  'interviews.job_post_id',
  'job_posts.user_id as recruiter_id',
  'job_posts.hidden_at as post_hidden_at',
  'job_posts.blind as is_blind_post',
  'job_applications.shortlisted_at',
  'job_applications.candidate_number',
  'job_applications.phone',
  'recruiters.name as recruiter_name',
  'applicants.timezone as applicant_timezone',
  'applicants.name as account_name',
] as const

const selectInterviews = (q: Builder) =>
  q
    .selectFrom('interviews')
    .innerJoin('job_applications', 'job_applications.id', 'interviews.application_id')
    .innerJoin('job_posts', 'job_posts.id', 'interviews.job_post_id')
    .innerJoin('users as recruiters', 'recruiters.id', 'job_posts.user_id')
    .innerJoin('users as applicants', 'applicants.id', 'job_applications.user_id')
    .select(columns)
    .select((eb) =>
      jsonObject<Interview['job_post']>({
        id: eb.ref('job_posts.id'),
        title: eb.ref('job_posts.title'),
      }).as('job_post'),
    )
    .select(interviewersOfRow.as('interviewers'))

/** Interviews of a user, as applicant or recruiter. */
const selectOwnInterviews = (q: Builder, p: { user_id: number }) =>
  selectInterviews(q)
    .innerJoin('interview_people', 'interview_people.interview_id', 'interviews.id')
    .where('interview_people.user_id', '=', p.user_id)
    .orderBy('interview_people.starts_at')
    .orderBy('interview_people.interview_id')

type NewInterviewRow = Terms & {
  application_id: number
  job_post_id: number
  uid: string
  slot_id: number | null
  now: string
}

interface Since {
  since?: string | undefined
}

export const interviews = {
  byId: prepare((q, p: { id: number }) => selectInterviews(q).where('interviews.id', '=', p.id)),

  ofApplication: prepare((q, p: { application_id: number; since: string }) =>
    selectInterviews(q)
      .where('interviews.application_id', '=', p.application_id)
      .where('interviews.starts_at', '>', p.since)
      .orderBy('interviews.starts_at')
      .orderBy('interviews.id'),
  ),

  ofRecruiter: prepare((q, p: { recruiter_id: number; since: string }) =>
    selectInterviews(q)
      .where('job_posts.user_id', '=', p.recruiter_id)
      .where('interviews.starts_at', '>', p.since)
      .orderBy('interviews.starts_at')
      .orderBy('interviews.id'),
  ),

  ofPost: prepareList(
    (q, p: Since & { job_post_id: number }) => {
      const list = selectInterviews(q)
        .where('interviews.job_post_id', '=', p.job_post_id)
        .orderBy('interviews.starts_at')
        .orderBy('interviews.id')
      return p.since === undefined ? list : list.where('interviews.starts_at', '>', p.since)
    },
    { optional: ['since'] },
  ),

  ofPerson: prepareList(
    (q, p: Since & { user_id: number }) => {
      const list = selectOwnInterviews(q, p).where(jobPostRights.allows('find', { actor_id: p.user_id }))
      return p.since === undefined ? list : list.where('interview_people.starts_at', '>', p.since)
    },
    { optional: ['since'] },
  ),

  /** The latest ones, for the calendar. */
  latestOfPerson: prepare((q, p: { user_id: number; since: string; most: number }) =>
    selectOwnInterviews(q, p)
      .where('interview_people.starts_at', '>=', p.since)
      .clearOrderBy()
      .orderBy('interview_people.starts_at', 'desc')
      .orderBy('interview_people.interview_id', 'desc')
      .limit(p.most),
  ),

  listByUser: prepare((q, p: { user_id: number }) => selectOwnInterviews(q, p)),

  add: prepare((q, p: NewInterviewRow) =>
    q
      .insertInto('interviews')
      .values({ ...newRow(p, { created_at: p.now, updated_at: p.now }), slot_id: p.slot_id })
      .returning('id'),
  ),

  size: prepare((q, p: { application_id: number }) =>
    q
      .selectFrom('interviews')
      .select(measureRows('notes', 'outcome_notes'))
      .where('application_id', '=', p.application_id),
  ),

  setSlot: prepare((q, p: { id: number; slot_id: number | null }) =>
    q.updateTable('interviews').set({ slot_id: p.slot_id }).where('id', '=', p.id),
  ),

  update: prepare((q, p: Terms & { id: number; sequence: number; now: string }) =>
    q
      .updateTable('interviews')
      .set({ ...values(p), starts_at: p.starts_at, sequence: p.sequence, updated_at: p.now })
      .where('id', '=', p.id),
  ),

  answer: prepare(
    (q, p: { id: number; answer: InterviewAnswer['answer']; proposed_times: string[]; message: string; now: string }) =>
      q
        .updateTable('interviews')
        .set({
          answer: p.answer,
          answered_at: p.now,
          proposed_times: p.proposed_times,
          answer_message: p.message,
        })
        .where('id', '=', p.id),
  ),

  setOutcome: prepare((q, p: { id: number; outcome: Static<typeof Outcome> | null; notes: string; now: string }) =>
    q
      .updateTable('interviews')
      .set({ outcome: p.outcome, outcome_notes: p.notes, updated_at: p.now })
      .where('id', '=', p.id),
  ),

  /** Erases what was noted about an applicant whose account is deleted. */
  eraseNotesAbout: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('interviews')
      .set({ outcome_notes: '', answer_message: '' })
      .where(
        'application_id',
        'in',
        q.selectFrom('job_applications').select('id').where('job_applications.user_id', '=', p.user_id),
      ),
  ),

  /** A new time clears the answer. */
  forgetAnswer: prepare((q, p: { id: number; none: string[] }) =>
    q
      .updateTable('interviews')
      .set({ answer: null, answered_at: null, proposed_times: p.none, answer_message: '' })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('interviews').where('id', '=', p.id)),
}

export const interviewPeople = {
  add: prepare((q, p: { interview_id: number; user_id: number; starts_at: string }) =>
    q
      .insertInto('interview_people')
      .values({ interview_id: p.interview_id, user_id: p.user_id, starts_at: p.starts_at }),
  ),

  clear: prepare((q, p: { interview_id: number }) =>
    q.deleteFrom('interview_people').where('interview_id', '=', p.interview_id),
  ),

  move: prepare((q, p: { interview_id: number; starts_at: string }) =>
    q.updateTable('interview_people').set({ starts_at: p.starts_at }).where('interview_id', '=', p.interview_id),
  ),
}
