import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { examRights } from './rights.ts'

export const closingExams = {
  nextToClose: prepare((q, p: { after: string }) =>
    q
      .selectFrom('exams')
      .select('closes_at as moment')
      .where('publication_status', '=', 'published')
      .where('deleted_at', 'is', null)
      .where('closes_at', '>', p.after)
      .orderBy('closes_at')
      .limit(1),
  ),

  /** Exams that close by then, whose end was not reminded of yet. */
  unreminded: prepare((q, p: { now: string; until: string; beyond: number; most: number }) =>
    q
      .selectFrom('exams')
      .select(['id', 'title', 'closes_at'])
      .where('publication_status', '=', 'published')
      .where('deleted_at', 'is', null)
      .where('closes_at', '>', p.now)
      .where('closes_at', '<=', p.until)
      .where(sql<boolean>`(reminded_for is null or reminded_for <> closes_at)`)
      .where('id', '>', p.beyond)
      .orderBy('id')
      .limit(p.most),
  ),

  one: prepare((q, p: { id: number }) =>
    q
      .selectFrom('exams')
      .select(['id', 'title', 'closes_at', 'timezone', 'max_attempts', 'reminded_for'])
      .where('id', '=', p.id)
      .where('publication_status', '=', 'published')
      .where('deleted_at', 'is', null),
  ),

  markReminded: prepare((q, p: { id: number; closes_at: string }) =>
    q.updateTable('exams').set({ reminded_for: p.closes_at }).where('id', '=', p.id),
  ),

  /** Users who tried or booked, have attempts left and have not passed. For some, the exam closes at another time. */
  people: prepare((q, p: { exam_id: number; max_attempts: number; beyond: number; most: number }) =>
    q
      .selectFrom('exam_standings')
      .innerJoin('users', 'users.id', 'exam_standings.user_id')
      .innerJoin('exams', 'exams.id', 'exam_standings.exam_id')
      .select('exam_standings.user_id')
      .where(examRights.allows('attend', { actor_id: sql.ref('exam_standings.user_id') }))
      .where('exam_standings.exam_id', '=', p.exam_id)
      .where('exam_standings.user_id', '>', p.beyond)
      .where(
        sql<boolean>`exam_standings.attempts_used < ${p.max_attempts} + coalesce((select extra_attempts from exam_accommodations
          where exam_accommodations.exam_id = exam_standings.exam_id
          and exam_accommodations.user_id = exam_standings.user_id), 0)`,
      )
      .where(
        sql<boolean>`not exists (select 1 from exam_accommodations where exam_accommodations.exam_id = exam_standings.exam_id
          and exam_accommodations.user_id = exam_standings.user_id and exam_accommodations.available_until is not null)`,
      )
      .where(sql<boolean>`exam_standings.passed is not true`)
      .where('users.deleted_at', 'is', null)
      .where(
        sql<boolean>`(exam_standings.attempts_made > 0 or exists (select 1 from exam_bookings
          where exam_bookings.exam_id = exam_standings.exam_id and exam_bookings.user_id = exam_standings.user_id))`,
      )
      .orderBy('exam_standings.user_id')
      .limit(p.most),
  ),
}
