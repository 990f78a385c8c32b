/** What imported attempts refer to. */

import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { QuestionType } from '#database/tables/exams.ts'

export const askedQuestions = {
  /** The questions in their current versions; those of banks have no exam. */
  byIds: prepare((q, p: { ids: readonly number[] }) =>
    q
      .selectFrom('exam_questions')
      .innerJoin('exam_question_versions as versions', (join) =>
        join
          .onRef('versions.question_id', '=', 'exam_questions.id')
          .onRef('versions.version', '=', 'exam_questions.version'),
      )
      .select('exam_questions.id')
      .select(sql<number | null>`exam_questions.exam_id`.as('exam_id'))
      .select(['versions.id as version_id', 'versions.points'])
      .select(['versions.options', 'versions.answer_key'])
      .select(sql<QuestionType>`coalesce(versions.later_type, versions.type)`.as('type'))
      .where('exam_questions.id', 'in', integerList(p.ids))
      .unionAll(
        q
          .selectFrom('bank_questions')
          .innerJoin('bank_question_versions as versions', (join) =>
            join
              .onRef('versions.question_id', '=', 'bank_questions.id')
              .onRef('versions.version', '=', 'bank_questions.version'),
          )
          .select('bank_questions.id')
          .select(sql<number | null>`cast(null as bigint)`.as('exam_id'))
          .select(['versions.id as version_id', 'versions.points', 'versions.options', 'versions.answer_key'])
          .select(sql<QuestionType>`versions.type`.as('type'))
          .where('bank_questions.id', 'in', integerList(p.ids)),
      ),
  ),
}

export type AskedQuestion = Awaited<ReturnType<typeof askedQuestions.byIds.one>>
