import { prepare, prepareList } from '#database/query/prepare.ts'

export const attemptEvents = {
  /** Oldest first. */
  ofAttempt: prepareList((q, p: { attempt_id: number }) =>
    q
      .selectFrom('exam_events')
      .select(['id', 'type', 'at', 'detail', 'recorded_at'])
      .where('attempt_id', '=', p.attempt_id)
      .orderBy('id'),
  ),

  /** Whether graders know the attempt by a random number; no row without answers that people grade. */
  gradingOf: prepare((q, p: { attempt_id: number }) =>
    q.selectFrom('exam_grades').select('is_anonymous').where('attempt_id', '=', p.attempt_id).limit(1),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exam_events', 'exam_events.attempt_id', 'exam_attempts.id')
      .select(['exam_events.attempt_id', 'exam_events.type', 'exam_events.at', 'exam_events.detail'])
      .select('exam_events.recorded_at')
      .where('exam_attempts.user_id', '=', p.user_id)
      .orderBy('exam_attempts.id')
      .orderBy('exam_events.id'),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('exam_events')
      .where('attempt_id', 'in', (eb) =>
        eb.selectFrom('exam_attempts').select('exam_attempts.id').where('exam_attempts.user_id', '=', p.user_id),
      ),
  ),
}
