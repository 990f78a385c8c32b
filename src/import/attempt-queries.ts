/** What imported attempts refer to. */

import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { QuestionType } from '#database/tables/exams.ts'

export const askedQuestions = {
  /** The questions in their current versions. */
  byIds: prepare((q, p: { ids: readonly number[] }) =>
    q
      .selectFrom('exam_questions')
      .innerJoin('exam_question_versions as versions', (join) =>
        join
          .onRef('versions.question_id', '=', 'exam_questions.id')
          .onRef('versions.version', '=', 'exam_questions.version'),
      )
      .select(['exam_questions.id', 'exam_questions.exam_id', 'versions.id as version_id', 'versions.points'])
      .select(['versions.options', 'versions.answer_key'])
      .select(sql<QuestionType>`coalesce(versions.later_type, versions.type)`.as('type'))
      .where('exam_questions.id', 'in', integerList(p.ids)),
  ),
}

export type AskedQuestion = Awaited<ReturnType<typeof askedQuestions.byIds.one>>
