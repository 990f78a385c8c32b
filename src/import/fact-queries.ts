/** What rows refer to, by the ids of that. */

import type { SelectType } from 'kysely'
import type { AnyContext } from '#context.ts'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'

export interface FactQuery<Row> {
  all(ctx: AnyContext, parameters: { ids: readonly number[] }): Promise<Row[]>
}

type Facts<T extends keyof Tables, Column extends keyof Tables[T]> = { id: number } & {
  [K in Column]: SelectType<Tables[T][K]>
}

const prepareFacts = <T extends keyof Tables, Column extends keyof Tables[T] & string>(
  table: T,
  ...columns: Column[]
) =>
  prepare((q, p: { ids: readonly number[] }) =>
    // The names are known when the module is loaded, and not to the compiler.
    q
      .selectFrom(table as 'users')
      .select(['id', ...columns] as never)
      .where('id', 'in', integerList(p.ids)),
  ) as unknown as FactQuery<Facts<T, Column>>

export const applicationFacts = prepareFacts('job_applications', 'job_post_id', 'user_id')
export const bankFacts = prepareFacts('question_banks', 'user_id')
export const cohortFacts = prepareFacts('course_cohorts', 'course_id')
export const courseFacts = prepareFacts('courses', 'user_id')
/** Exams with how they are graded. */
export const examFacts = prepareFacts('exams', 'user_id', 'marking', 'anonymous_grading')
export const postFacts = prepareFacts('job_posts', 'user_id', 'criteria')
export const refundFacts = prepareFacts('refunds', 'charge_id', 'amount')
