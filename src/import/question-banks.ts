/** Questions that several exams draw from. */

import { Type } from 'typebox'
import { createRandomId } from '#core/random.ts'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { lowestRandomId, prepareBulkInsert } from '#database/query/bulk.ts'
import { mostEditors, mostQuestions, scheduleRefresh } from '#features/exams/index.ts'
import { bankFacts, bankSizes } from './exam-queries.ts'
import { findOwners } from './facts.ts'
import { countQuestionBytes, describeInvalidQuestion, questionColumns, readQuestion } from './question-columns.ts'
import { type ImportTable, Line, optional } from './table.ts'

export const questionBanks: ImportTable = {
  name: 'question_banks',
  description: 'One question bank a line.',
  columns: {
    id: Id,
    user_id: Id,
    title: Line(200),
    description: optional(Type.String({ maxLength: 20_000 })),
    category: optional(Type.String({ maxLength: 100, line: true })),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  stored: {
    id: 'integer',
    user_id: 'integer',
    title: 'text',
    description: 'text',
    category: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    description: row.description ?? '',
    category: row.category ?? '',
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
}

export const bankEditors: ImportTable = {
  name: 'bank_editors',
  description: 'A person who may change the questions of a bank and use them in exams, one a line.',
  columns: { id: Id, bank_id: Id, user_id: Id, added_at: optional(DateTime) },
  references: { bank_id: 'question_banks', user_id: 'users' },
  unique: 'the same bank_id and user_id',
  limits: [{ column: 'bank_id', most: mostEditors }],
  uniqueKeys: [{ columns: ['bank_id', 'user_id'] }],
  stored: { id: 'integer', bank_id: 'integer', user_id: 'integer', added_at: 'timestamp' },
  complete: (databases, rows) =>
    findOwners(databases, bankFacts.byIds, rows, { column: 'bank_id', noun: 'question bank' }),
  convert: (row, { now }) => ({ ...row, added_at: row.added_at ?? now }),
}

const addVersions = prepareBulkInsert(
  'bank_question_versions',
  {
    id: 'integer',
    question_id: 'integer',
    bank_id: 'integer',
    version: 'integer',
    type: 'text',
    question: 'text',
    points: 'integer',
    options: 'json',
    answer_key: 'json',
    explanation: 'text',
    option_feedback: 'json',
    tags: 'json',
    difficulty: 'integer',
  },
  ['id'],
)

export const bankQuestions: ImportTable = {
  name: 'bank_questions',
  description: 'One question of a bank a line.',
  columns: {
    id: Type.Integer({
      minimum: lowestRandomId,
      maximum: Number.MAX_SAFE_INTEGER,
      description: `At least ${lowestRandomId}, so that it is no id of a question of an exam: add this number to yours.`,
    }),
    bank_id: Id,
    ...questionColumns,
    tags: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 20,
        description: 'Words by which sections of exams select questions.',
      }),
    ),
    difficulty: optional(nullable(Type.Integer({ minimum: 1, maximum: 5, description: 'From 1, easy, to 5, hard.' }))),
  },
  references: { bank_id: 'question_banks' },
  stored: { id: 'integer', bank_id: 'integer', position: 'integer', version: 'integer' },
  hasRandomIds: true,
  limits: [{ column: 'bank_id', most: mostQuestions, sizes: bankSizes, measure: countQuestionBytes }],
  check: describeInvalidQuestion,
  convert: ({ id, bank_id, order = 0 }) => ({ id, bank_id, position: order, version: 1 }),
  async derive(tx, rows) {
    const versions = rows.flatMap((row) => {
      const read = readQuestion(row)
      if (!('content' in read)) return []
      const place = { id: createRandomId(), question_id: row.id, bank_id: row.bank_id, version: 1 }
      return [{ ...read.content, ...place, tags: [...new Set(row.tags ?? [])], difficulty: row.difficulty ?? null }]
    })
    await addVersions.all(tx, { rows: versions })
    for (const bankId of new Set(rows.map(({ bank_id }) => bank_id))) await scheduleRefresh(tx, bankId)
  },
}
