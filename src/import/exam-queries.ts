/** What rows of exams refer to. */

import { sql } from 'kysely'
import { countElements, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Ids {
  ids: readonly number[]
}

export const bankFacts = {
  byIds: prepare((q, p: Ids) =>
    q.selectFrom('question_banks').select(['id', 'user_id']).where('id', 'in', integerList(p.ids)),
  ),
}

export const examFacts = {
  byIds: prepare((q, p: Ids) => q.selectFrom('exams').select(['id', 'user_id']).where('id', 'in', integerList(p.ids))),

  /** Those of the exams that have sections. */
  withSections: prepare((q, p: Ids) =>
    q
      .selectFrom('exams')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where(countElements('exams.sections'), '>', sql.lit(0))
      .orderBy('id'),
  ),
}
