/** The sizes of lists of questions, and the exams that have sections. */

import { sql } from 'kysely'
import { countElements, integerList, measureRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Ids {
  ids: readonly number[]
}

export const sectionedExams = {
  /** Those of the exams that have sections. */
  byIds: prepare((q, p: Ids) =>
    q
      .selectFrom('exams')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where(countElements('exams.sections'), '>', sql.lit(0))
      .orderBy('id'),
  ),
}

const measured = ['question', 'options', 'answer_key', 'explanation', 'option_feedback']

/** The questions of exams in their present versions, with their texts. */
export const questionSizes = prepare((q, p: Ids) =>
  q
    .selectFrom('exam_questions')
    .innerJoin('exam_question_versions as versions', (join) =>
      join
        .onRef('versions.question_id', '=', 'exam_questions.id')
        .onRef('versions.version', '=', 'exam_questions.version'),
    )
    .select('exam_questions.exam_id as id')
    .select(measureRows(...measured.map((name) => `versions.${name}`)))
    .where('exam_questions.exam_id', 'in', integerList(p.ids))
    .groupBy('exam_questions.exam_id'),
)

/** The questions of banks in their present versions, with their texts. */
export const bankSizes = prepare((q, p: Ids) =>
  q
    .selectFrom('bank_questions')
    .innerJoin('bank_question_versions as versions', (join) =>
      join
        .onRef('versions.question_id', '=', 'bank_questions.id')
        .onRef('versions.version', '=', 'bank_questions.version'),
    )
    .select('bank_questions.bank_id as id')
    .select(measureRows(...[...measured, 'tags'].map((name) => `versions.${name}`)))
    .where('bank_questions.bank_id', 'in', integerList(p.ids))
    .groupBy('bank_questions.bank_id'),
)
