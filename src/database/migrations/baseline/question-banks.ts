/** Questions that several exams draw from. */

import { id, integer, json, type Schema, text, timestamp } from '../schema.ts'

export function defineQuestionBanks(schema: Schema) {
  schema.table('question_banks', {
    id: id(),
    user_id: integer().references('users'),
    title: text(),
    description: text(),
    category: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
    // Attempts keep the versions of its questions.
    deleted_at: timestamp().nullable(),
  })
  schema.index('question_banks', ['user_id', 'id'], { where: 'deleted_at is null' })

  const bank_editors = schema.table(
    'bank_editors',
    {
      id: id(),
      bank_id: integer().references('question_banks', 'cascade'),
      user_id: integer().references('users'),
      added_at: timestamp(),
    },
    { unique: [['bank_id', 'user_id']] },
  )
  schema.index('bank_editors', ['bank_id', 'id'])
  schema.index('bank_editors', ['user_id', 'bank_id'])

  // The ids of questions and versions are random and above those of questions of exams, because an attempt has
  // both.
  const bank_questions = schema.table(
    'bank_questions',
    {
      id: integer(),
      bank_id: integer().references('question_banks', 'cascade'),
      position: integer(),
      // The version that new attempts get.
      version: integer(),
    },
    { primaryKey: ['id'] },
  )
  schema.index('bank_questions', ['bank_id', 'position', 'id'])

  // Never changed. Versions outlive their question.
  schema.table(
    'bank_question_versions',
    {
      id: integer(),
      question_id: integer(),
      bank_id: integer().references('question_banks', 'cascade'),
      version: integer(),
      type: text(),
      question: text(),
      points: integer(),
      options: json(),
      answer_key: json(),
      explanation: text(),
      option_feedback: json(),
      tags: json(),
      difficulty: integer().nullable(),
    },
    { primaryKey: ['id'], unique: [['question_id', 'version']] },
  )
  schema.index('bank_question_versions', ['bank_id'])

  // The banks that the sections of an exam name.
  const exam_banks = schema.table(
    'exam_banks',
    {
      exam_id: integer().references('exams', 'cascade'),
      bank_id: integer().references('question_banks'),
    },
    { primaryKey: ['exam_id', 'bank_id'] },
  )
  schema.index('exam_banks', ['bank_id', 'exam_id'])
  return { bank_editors, bank_questions, exam_banks }
}
