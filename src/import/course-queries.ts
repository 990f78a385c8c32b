/** What rows of courses refer to. */

import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export const courseFacts = {
  byIds: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('courses').select(['id', 'user_id']).where('id', 'in', integerList(p.ids)),
  ),
}

export const cohortFacts = {
  byIds: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('course_cohorts').select(['id', 'course_id']).where('id', 'in', integerList(p.ids)),
  ),
}
