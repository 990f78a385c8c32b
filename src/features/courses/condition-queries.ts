/** When lessons open and are due, for statements of courses and of exams that belong to lessons. */

import { type RawBuilder, sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'

/** The names that a statement has for a lesson, the enrollment of its learner, and the cohort of that, if any. */
interface Names {
  lesson: string
  enrollment: string
  cohort: string
}

/** A learner begins with the cohort, or else with the enrollment. */
const getBeginning = ({ enrollment, cohort }: Pick<Names, 'enrollment' | 'cohort'>) =>
  sql`coalesce(${sql.ref(`${cohort}.starts_at`)}, ${sql.ref(`${enrollment}.enrolled_at`)})`

const addDays = (from: RawBuilder<unknown>, days: RawBuilder<unknown>) =>
  perEngine<string>({
    sqlite: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${from}, '+' || ${days} || ' days')`,
    postgres: sql`${from} + ${days} * interval '24 hours'`,
  })

/** When a lesson of an enrollment is due; null for never. */
export const getDueTime = (names: Names) => addDays(getBeginning(names), sql.ref(`${names.lesson}.due_after_days`))

/** When a learner began for whom the lesson is due at the moment. */
export function getBeginningFor(dueAt: string, { lesson }: Pick<Names, 'lesson'>) {
  const days = sql.ref(`${lesson}.due_after_days`)
  return perEngine<string>({
    sqlite: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${dueAt}, '-' || ${days} || ' days')`,
    postgres: sql`cast(${dueAt} as timestamptz(3)) - ${days} * interval '24 hours'`,
  })
}

/** When a lesson of an enrollment opens; null for at once. */
export const getOpeningTime = (names: Names) => {
  const days = sql.ref(`${names.lesson}.available_after_days`)
  const start = sql.ref(`${names.cohort}.starts_at`)
  return sql<string | null>`case when ${days} is null then ${start} else ${addDays(getBeginning(names), days)} end`
}
