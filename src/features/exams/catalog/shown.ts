import type { Context, Transaction } from '#context.ts'
import { attemptsRemaining, questionsCount, refusalOf, statusOf } from '../standings/standing.ts'
import type { ExamRow } from './access.ts'
import type { Exam } from './schemas.ts'

/** The exam as it is for the actor at this moment. */
export function shown({ clock }: Context | Transaction, { pool_size, owner_id, ...row }: ExamRow): Exam {
  const now = clock.now()
  const standing = { ...row, pool_size }
  return {
    ...row,
    questions_count: questionsCount(standing),
    status: statusOf(standing, now),
    can_take: refusalOf(standing, now) === null,
    attempts_remaining: attemptsRemaining(standing),
  }
}
