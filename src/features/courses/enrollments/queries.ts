import { sql } from 'kysely'
import { jsonObject } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import { done, total } from '../completion-queries.ts'
import { type EnrollmentStatus, enrollmentRecord } from './record.ts'
import type { EnrolledCourse } from './schemas.ts'

const columns = [
  ...enrollmentRecord.qualifiedColumns,
  'enrollments.last_accessed_at',
  'enrollments.completed_at',
  'enrollments.awaiting_payment',
] as const

/** The time that the learner has spent on the lessons. */
export const secondsSpent = sql<number>`(select coalesce(sum(time_spent_seconds), 0) from lesson_progress
  where enrollment_id = enrollments.id)`

export const enrollments = {
  countInCourse: prepare((q, p: { id: number }) =>
    q
      .updateTable('courses')
      .set((eb) => ({ enrolled_count: eb('enrolled_count', '+', 1) }))
      .where('id', '=', p.id),
  ),

  mine: prepare((q, p: { course_id: number; user_id: number }) =>
    q
      .selectFrom('enrollments')
      .select(columns)
      .select([total.as('total'), done.as('done')])
      .select(secondsSpent.as('seconds'))
      .where('enrollments.course_id', '=', p.course_id)
      .where('enrollments.user_id', '=', p.user_id),
  ),

  byId: prepare((q, p: { id: number; course_id: number }) =>
    q.selectFrom('enrollments').select(columns).where('id', '=', p.id).where('course_id', '=', p.course_id),
  ),

  ofUser: prepareList(
    (q, p: { user_id: number; status?: EnrollmentStatus | undefined }) => {
      const list = q
        .selectFrom('enrollments')
        .innerJoin('courses', 'courses.id', 'enrollments.course_id')
        .select(columns)
        .select([total.as('total'), done.as('done')])
        .select((eb) =>
          jsonObject<EnrolledCourse['course']>({
            id: eb.ref('courses.id'),
            title: eb.ref('courses.title'),
            description: eb.ref('courses.description'),
            thumbnail: sql<string>`coalesce(courses.thumbnail, '')`,
          }).as('course'),
        )
        .where('enrollments.user_id', '=', p.user_id)
        .where('courses.hidden_at', 'is', null)
        .orderBy('enrollments.id', 'desc')
      return p.status === undefined ? list : list.where('enrollments.status', '=', p.status)
    },
    { optional: ['status'] },
  ),

  /** Completes a reservation, in its cohort, or adds a new enrollment. */
  add: prepare((q, p: { course_id: number; user_id: number; cohort_id: number | null; now: string }) =>
    q
      .insertInto('enrollments')
      .values({
        course_id: p.course_id,
        user_id: p.user_id,
        status: 'active',
        enrolled_at: p.now,
        last_accessed_at: p.now,
        completed_at: null,
        lessons_up_to: null,
        cohort_id: p.cohort_id,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['course_id', 'user_id'])
          .doUpdateSet({
            status: 'active',
            enrolled_at: p.now,
            last_accessed_at: p.now,
            awaiting_payment: false,
          })
          .where('enrollments.awaiting_payment', '=', true),
      )
      .returning('id'),
  ),

  /** Reserves an enrollment while a payment is pending; an existing enrollment is not changed. */
  reserve: prepare((q, p: { course_id: number; user_id: number; cohort_id: number | null; now: string }) =>
    q
      .insertInto('enrollments')
      .values({
        course_id: p.course_id,
        user_id: p.user_id,
        status: 'paused',
        enrolled_at: p.now,
        last_accessed_at: p.now,
        completed_at: null,
        lessons_up_to: null,
        cohort_id: p.cohort_id,
        awaiting_payment: true,
      })
      .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doNothing()),
  ),

  removeReservation: prepare((q, p: { course_id: number; user_id: number }) =>
    q
      .deleteFrom('enrollments')
      .where('course_id', '=', p.course_id)
      .where('user_id', '=', p.user_id)
      .where('awaiting_payment', '=', true),
  ),

  /** Removes reservations of a course that will be deleted. */
  removeReservationsIfUnused: prepare((q, p: { course_id: number }) =>
    q
      .deleteFrom('enrollments')
      .where('course_id', '=', p.course_id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('enrollments as others')
              .select('others.id')
              .whereRef('others.course_id', '=', 'enrollments.course_id')
              .where('others.awaiting_payment', '=', false),
          ),
        ),
      ),
  ),

  setStatus: prepare((q, p: { id: number; status: EnrollmentStatus }) =>
    q.updateTable('enrollments').set({ status: p.status }).where('id', '=', p.id),
  ),

  touch: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('enrollments').set({ last_accessed_at: p.now }).where('id', '=', p.id),
  ),

  /** Changes nothing when it is completed already. */
  complete: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('enrollments')
      .set({
        status: 'completed',
        completed_at: p.now,
        last_accessed_at: p.now,
        lessons_up_to: sql<number>`coalesce(
          (select max(lessons.id) from lessons where lessons.course_id = enrollments.course_id), 0)`,
      })
      .where('id', '=', p.id)
      .where('status', '!=', 'completed'),
  ),

  countDownload: prepare((q, p: { id: number }) =>
    q
      .updateTable('enrollments')
      .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
      .where('id', '=', p.id),
  ),
}
