import { sql } from 'kysely'
import { integersOf } from '../../../database/expressions.ts'
import { prepare } from '../../../database/prepare.ts'
import type { Content } from './checking.ts'

export interface Version extends Content {
  question_id: number
  exam_id: number
  version: number
}

const content = [
  'exam_question_versions.type',
  'exam_question_versions.question',
  'exam_question_versions.points',
  'exam_question_versions.options',
  'exam_question_versions.answer_key',
] as const

export const questions = {
  /** What new attempts are made of, in its order. */
  ofExam: prepare((q, p: { exam_id: number }) =>
    q
      .selectFrom('exam_questions')
      .innerJoin('exam_question_versions', (join) =>
        join
          .onRef('exam_question_versions.question_id', '=', 'exam_questions.id')
          .onRef('exam_question_versions.version', '=', 'exam_questions.version'),
      )
      .select(['exam_questions.id', 'exam_questions.position', 'exam_questions.version', ...content])
      .where('exam_questions.exam_id', '=', p.exam_id)
      .orderBy('exam_questions.position')
      .orderBy('exam_questions.id'),
  ),

  /** What an attempt draws from. */
  pool: prepare((q, p: { exam_id: number }) =>
    q
      .selectFrom('exam_questions')
      .innerJoin('exam_question_versions', (join) =>
        join
          .onRef('exam_question_versions.question_id', '=', 'exam_questions.id')
          .onRef('exam_question_versions.version', '=', 'exam_questions.version'),
      )
      .select(['exam_question_versions.id as version_id', 'exam_question_versions.question_id'])
      .select('exam_question_versions.options')
      .where('exam_questions.exam_id', '=', p.exam_id)
      .orderBy('exam_questions.position')
      .orderBy('exam_questions.id'),
  ),

  add: prepare((q, p: { exam_id: number; position: number }) =>
    q
      .insertInto('exam_questions')
      .values({ exam_id: p.exam_id, position: p.position, version: 1 })
      .returning('id'),
  ),

  change: prepare((q, p: { id: number; position: number; version: number }) =>
    q.updateTable('exam_questions').set({ position: p.position, version: p.version }).where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number; exam_id: number }) =>
    q.deleteFrom('exam_questions').where('id', '=', p.id).where('exam_id', '=', p.exam_id),
  ),

  count: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exam_questions').select(sql<number>`count(*)`.as('total')).where('exam_id', '=', p.exam_id),
  ),
}

export const versions = {
  add: prepare((q, p: Version) =>
    q.insertInto('exam_question_versions').values({
      question_id: p.question_id,
      exam_id: p.exam_id,
      version: p.version,
      type: p.type,
      question: p.question,
      points: p.points,
      options: p.options,
      answer_key: p.answer_key,
    }),
  ),

  /** What attempts show and are graded by. */
  ofPaper: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('exam_question_versions')
      .select(['exam_question_versions.id as version_id', ...content])
      .where('exam_question_versions.id', 'in', integersOf(p.ids)),
  ),
}
