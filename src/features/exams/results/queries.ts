/** The results of people at exams, from their standings and attempts. */

import { type SqlBool, sql } from 'kysely'
import { asBoolean, containsText, integerList, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { AttemptStatus } from '../attempts/record.ts'
import type { ExamOutcome } from './schemas.ts'

const attemptsOf = (alias: string) => sql`exam_attempts as ${sql.ref(alias)}
  where ${sql.ref(`${alias}.exam_id`)} = standings.exam_id and ${sql.ref(`${alias}.user_id`)} = standings.user_id`

/** The number of attempts after which a person without a pass is at risk. */
const riskyFailures = 2

const failedAttempts = sql<number>`(select count(*) from ${attemptsOf('failed')} and failed.passed = false)`

/** Whether the person of a row of `exam_standings as standings` has failed the exam twice and never passed it. */
export const hasFailedTwice = () =>
  sql<SqlBool>`(standings.passed = false and ${failedAttempts} >= ${sql.lit(riskyFailures)})`

const bestScore = sql<number | null>`(select max(graded.score) from ${attemptsOf('graded')})`

const isPending = sql`exists (select 1 from ${attemptsOf('pending')} and pending.grading = 'pending')`

/** Whether the attempt is the last one of its person. */
const isLast = sql<SqlBool>`not exists (select 1 from exam_attempts as later where later.exam_id = exam_attempts.exam_id
  and later.user_id = exam_attempts.user_id and later.number > exam_attempts.number)`

/** The status at a moment: an attempt whose time is over is expired, also before the background has finished it. */
const statusAt = (now: string) =>
  sql<AttemptStatus>`case when exam_attempts.status = 'in_progress' and exam_attempts.expires_at <= ${now}
    then 'expired' else exam_attempts.status end`

interface Filter {
  exam_id: number
  /** The author, whose own attempts are no results. */
  owner_id: number
  passed?: boolean | undefined
  at_risk?: boolean | undefined
  /** A folded part of the name. */
  part?: string | undefined
}

/** Cross joins keep this order on SQLite, also with statistics from when there were few attempts. */
const selectFound = (q: Builder, p: Filter) => {
  let found = q
    .selectFrom('exam_attempts')
    .crossJoin('exam_standings as standings')
    .crossJoin('users')
    .whereRef('standings.exam_id', '=', 'exam_attempts.exam_id')
    .whereRef('standings.user_id', '=', 'exam_attempts.user_id')
    .whereRef('users.id', '=', 'exam_attempts.user_id')
    .where('exam_attempts.exam_id', '=', p.exam_id)
    .where('exam_attempts.user_id', '<>', p.owner_id)
    .where(isLast)
    .orderBy('exam_attempts.id', 'desc')
  if (p.passed !== undefined) found = found.where(sql<SqlBool>`coalesce(standings.passed, false) = ${p.passed}`)
  if (p.at_risk !== undefined) found = found.where(sql<SqlBool>`coalesce(${hasFailedTwice()}, false) = ${p.at_risk}`)
  return p.part === undefined ? found : found.where(containsText(sql.ref('users.sort_name'), p.part))
}

export const examResults = {
  /** A row for each person with an attempt, the last one that was begun first. */
  ofExam: prepareList(
    (q, p: Filter & { now: string }) =>
      selectFound(q, p).select((eb) => [
        jsonObject<ExamOutcome['user']>({
          id: eb.ref('users.id'),
          name: eb.ref('users.name'),
          profile_photo: eb.ref('users.profile_photo'),
        }).as('user'),
        'standings.attempts_made as attempts',
        'standings.passed',
        failedAttempts.as('failed_attempts'),
        asBoolean(sql`coalesce(${hasFailedTwice()}, false)`).as('has_failed_twice'),
        bestScore.as('best_score'),
        asBoolean(isPending).as('is_pending'),
        ...(['exam_attempts.id as attempt_id', 'exam_attempts.started_at', 'exam_attempts.submitted_at'] as const),
        statusAt(p.now).as('status'),
      ]),
    { optional: ['passed', 'at_risk', 'part'] },
  ),

  /** The results of people at several exams. */
  ofPeople: prepare((q, p: { exam_ids: readonly number[]; user_ids: readonly number[] }) =>
    q
      .selectFrom('exam_standings as standings')
      .innerJoin('exams', 'exams.id', 'standings.exam_id')
      .select(['standings.exam_id', 'standings.user_id', 'exams.title', 'standings.passed'])
      .select([
        'standings.attempts_made as attempts',
        bestScore.as('best_score'),
        asBoolean(isPending).as('is_pending'),
      ])
      .where('standings.user_id', 'in', integerList(p.user_ids))
      .where('standings.exam_id', 'in', integerList(p.exam_ids))
      .where('standings.attempts_made', '>', 0),
  ),
}
