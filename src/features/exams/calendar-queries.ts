import { prepare } from '#database/query/prepare.ts'
import { examRights } from './rights.ts'

export const examDates = {
  booked: prepare((q, p: { user_id: number; since: string; most: number }) =>
    q
      .selectFrom('exam_bookings')
      .innerJoin('exams', 'exams.id', 'exam_bookings.exam_id')
      .select(['exam_bookings.id', 'exams.title', 'exams.duration_minutes'])
      .select(['exam_bookings.starts_at', 'exam_bookings.location', 'exam_bookings.created_at'])
      .where('exam_bookings.user_id', '=', p.user_id)
      .where(examRights.allows('attend', { actor_id: p.user_id }))
      .where('exam_bookings.starts_at', '>=', p.since)
      .orderBy('exam_bookings.starts_at', 'desc')
      .limit(p.most),
  ),

  closing: prepare((q, p: { user_id: number; most: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
      .select(['exam_attempts.id', 'exams.title', 'exam_attempts.started_at', 'exam_attempts.expires_at'])
      .where('exam_attempts.user_id', '=', p.user_id)
      .where('exams.hidden_at', 'is', null)
      .where('exam_attempts.status', '=', 'in_progress')
      .orderBy('exam_attempts.id', 'desc')
      .limit(p.most),
  ),
}
