import { prepareList } from '#database/query/prepare.ts'
import type { UserRecords } from '#features/feature.ts'

export const attemptRecords: UserRecords = {
  kind: 'attempt',
  list: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
      .select(['exam_attempts.id', 'exams.title', 'exam_attempts.status'])
      .select('exam_attempts.started_at as created_at')
      .where('exam_attempts.user_id', '=', p.user_id)
      .orderBy('exam_attempts.id', 'desc'),
  ),
}
