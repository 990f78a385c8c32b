import type { AnyContext } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'

const passedExams = prepare((q, p: { user_id: number }) =>
  q
    .selectFrom('exam_attempts')
    .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
    .innerJoin('users', 'users.id', 'exams.user_id')
    .select(['exams.id', 'exams.title', 'users.id as author_id', 'users.name as author_name'])
    .select((e) => [
      e.fn.max<number>('exam_attempts.score').as('score'),
      e.fn.min<string>('exam_attempts.submitted_at').as('at'),
    ])
    .where('exam_attempts.user_id', '=', p.user_id)
    .where('exam_attempts.passed', '=', true)
    // Authors may try their own exams, which proves nothing.
    .where('exams.user_id', '!=', p.user_id)
    .groupBy(['exams.id', 'exams.title', 'users.id', 'users.name']),
)

/** Lists the exams that the user has passed, with the best score and the time of the first pass. */
export const listPassedExams = (ctx: AnyContext, userId: number) => passedExams.all(ctx, { user_id: userId })
