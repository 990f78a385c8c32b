import { sql } from 'kysely'
import { asJson, integerList, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { slotRecord } from './record.ts'
import type { InterviewSlot } from './schemas.ts'

/** Interviews of a slot whose applicant has not declined. */
const taking = sql`from interviews where interviews.slot_id = interview_slots.id
  and (interviews.answer is null or interviews.answer <> 'declined')`

const interviewsOfSlot = asJson<InterviewSlot['interviews']>(
  perEngine({
    sqlite: sql`(select json_group_array(json_object('interview_id', chosen.id, 'application_id', chosen.application_id))
      from (select interviews.id, interviews.application_id ${taking} order by interviews.id) as chosen)`,
    postgres: sql`(select coalesce(jsonb_agg(jsonb_build_object('interview_id', interviews.id, 'application_id', interviews.application_id)
      order by interviews.id), '[]'::jsonb) ${taking})`,
  }),
)

const people = sql`from interview_slot_people cross join users
  where interview_slot_people.slot_id = interview_slots.id and users.id = interview_slot_people.user_id`

const interviewersOfSlot = asJson<InterviewSlot['interviewers']>(
  perEngine({
    sqlite: sql`(select json_group_array(json_object('id', held.id, 'name', held.name))
      from (select users.id, users.name ${people} order by interview_slot_people.user_id) as held)`,
    postgres: sql`(select coalesce(jsonb_agg(jsonb_build_object('id', users.id, 'name', users.name) order by users.id),
      '[]'::jsonb) ${people})`,
  }),
)

const selectSlots = (q: Builder) =>
  q
    .selectFrom('interview_slots')
    .innerJoin('job_posts', 'job_posts.id', 'interview_slots.job_post_id')
    .select(slotRecord.qualifiedColumns)
    .select(['job_posts.user_id as recruiter_id', 'job_posts.hidden_at as post_hidden_at'])
    .select([interviewersOfSlot.as('interviewers'), interviewsOfSlot.as('interviews')])
    .select(sql<number>`(select count(*) ${taking})`.as('taken'))

interface SlotPeriod {
  since?: string | undefined
}

export const slots = {
  ofPost: prepareList(
    (q, p: SlotPeriod & { job_post_id: number }) => {
      const list = selectSlots(q)
        .where('interview_slots.job_post_id', '=', p.job_post_id)
        .orderBy('interview_slots.starts_at')
        .orderBy('interview_slots.id')
      return p.since === undefined ? list : list.where('interview_slots.starts_at', '>', p.since)
    },
    { optional: ['since'] },
  ),

  byId: prepare((q, p: { id: number }) => selectSlots(q).where('interview_slots.id', '=', p.id)),

  coming: prepare((q, p: { job_post_id: number; since: string }) =>
    selectSlots(q)
      .where('interview_slots.job_post_id', '=', p.job_post_id)
      .where('interview_slots.starts_at', '>', p.since)
      .orderBy('interview_slots.starts_at')
      .orderBy('interview_slots.id'),
  ),

  add: prepare((q, p: Omit<NewRowOf<typeof slotRecord>, 'created_at' | 'updated_at'> & { now: string }) =>
    q
      .insertInto('interview_slots')
      .values(slotRecord.newRow(p, { created_at: p.now, updated_at: p.now }))
      .returning('id'),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('interview_slots').where('id', '=', p.id)),

  /** What a user has offered. */
  listByUser: prepare((q, p: { user_id: number }) =>
    selectSlots(q).where('interview_slots.user_id', '=', p.user_id).orderBy('interview_slots.id'),
  ),

  /** Removes the slots of the posts of a user, before they begin. */
  removeOfRecruiter: prepare((q, p: { user_id: number; now: string }) =>
    q
      .deleteFrom('interview_slots')
      .where('starts_at', '>', p.now)
      .where('job_post_id', 'in', q.selectFrom('job_posts').select('id').where('user_id', '=', p.user_id)),
  ),
}

/** A slot as stored. */
export type SlotRow = Awaited<ReturnType<typeof slots.coming.all>>[number]

/** The people who hold the interviews of slots. */
export const slotPeople = {
  add: prepare((q, p: { slot_id: number; user_ids: readonly number[] }) =>
    q
      .insertInto('interview_slot_people')
      .columns(['slot_id', 'user_id', 'starts_at'])
      .expression(
        q
          .selectFrom('users')
          .innerJoin('interview_slots', (join) => join.on('interview_slots.id', '=', p.slot_id))
          .select(['interview_slots.id', 'users.id', 'interview_slots.starts_at'])
          .where('users.id', 'in', integerList(p.user_ids)),
      ),
  ),

  /** New slots of the same people wait for each other. */
  lock: prepare((q, p: { user_ids: readonly number[] }) =>
    q
      .selectFrom('users')
      .select('id')
      .where('id', 'in', integerList(p.user_ids))
      .orderBy('id')
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for no key update` })),
  ),

  /** Slots of the people that begin between two times. */
  slotsOf: prepare((q, p: { user_ids: readonly number[]; from: string; to: string }) =>
    q
      .selectFrom('interview_slot_people')
      .innerJoin('interview_slots', 'interview_slots.id', 'interview_slot_people.slot_id')
      .select(['interview_slots.id as slot_id', 'interview_slots.starts_at', 'interview_slots.minutes'])
      .where('interview_slot_people.user_id', 'in', integerList(p.user_ids))
      .where('interview_slot_people.starts_at', '>', p.from)
      .where('interview_slot_people.starts_at', '<', p.to),
  ),

  /** Interviews of the people that begin between two times. */
  interviewsOf: prepare((q, p: { user_ids: readonly number[]; from: string; to: string }) =>
    q
      .selectFrom('interviewers')
      .innerJoin('interviews', 'interviews.id', 'interviewers.interview_id')
      .select([
        'interviews.id as interview_id',
        'interviews.slot_id',
        'interviewers.user_id',
        'interviews.starts_at',
        'interviews.duration_minutes as minutes',
      ])
      .where('interviewers.user_id', 'in', integerList(p.user_ids))
      .where('interviews.starts_at', '>', p.from)
      .where('interviews.starts_at', '<', p.to),
  ),

  removeUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('interview_slot_people').where('user_id', '=', p.user_id),
  ),

  /** A member who leaves a company holds none of its interviews. */
  removeMember: prepare((q, p: { company_id: number; user_id: number }) =>
    q
      .deleteFrom('interview_slot_people')
      .where('user_id', '=', p.user_id)
      .where(
        'slot_id',
        'in',
        q
          .selectFrom('interview_slots')
          .innerJoin('job_posts', 'job_posts.id', 'interview_slots.job_post_id')
          .select('interview_slots.id')
          .where('job_posts.company_id', '=', p.company_id),
      ),
  ),
}

/** Which applicants may choose a slot. */
export const slotInvitations = {
  find: prepare((q, p: { application_id: number }) =>
    q
      .selectFrom('slot_invitations')
      .select(['application_id', 'until', 'invited_at', 'invited_by'])
      .where('application_id', '=', p.application_id),
  ),

  /** Invites again with another end. */
  save: prepare((q, p: { application_id: number; invited_by: number; until: string; now: string }) =>
    q
      .insertInto('slot_invitations')
      .values({ application_id: p.application_id, invited_by: p.invited_by, invited_at: p.now, until: p.until })
      .onConflict((conflict) =>
        conflict.column('application_id').doUpdateSet({ invited_by: p.invited_by, invited_at: p.now, until: p.until }),
      ),
  ),

  /** The choices of one applicant wait for each other. Returns nothing when the invitation has ended. */
  lock: prepare((q, p: { application_id: number; now: string }) =>
    q
      .updateTable('slot_invitations')
      .set((eb) => ({ until: eb.ref('until') }))
      .where('application_id', '=', p.application_id)
      .where('until', '>', p.now)
      .returning('invited_by'),
  ),

  remove: prepare((q, p: { application_id: number }) =>
    q.deleteFrom('slot_invitations').where('application_id', '=', p.application_id),
  ),

  /** The invitations of an applicant. */
  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('slot_invitations')
      .innerJoin('job_applications', 'job_applications.id', 'slot_invitations.application_id')
      .select(['slot_invitations.application_id', 'slot_invitations.until', 'slot_invitations.invited_at'])
      .where('job_applications.user_id', '=', p.user_id)
      .orderBy('slot_invitations.application_id'),
  ),
}

/** The interview of an applicant that comes from a slot and has not begun. */
export const chosen = prepare((q, p: { application_id: number; now: string }) =>
  q
    .selectFrom('interviews')
    .select(['id', 'slot_id', 'answer'])
    .where('application_id', '=', p.application_id)
    .where('slot_id', 'is not', null)
    .where('starts_at', '>', p.now)
    .orderBy('id')
    .limit(1),
)
