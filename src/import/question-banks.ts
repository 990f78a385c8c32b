/** Questions that several exams draw from. */

import { Type } from 'typebox'
import { createRandomId } from '#core/random.ts'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { lowestRandomId, prepareBulkInsert } from '#database/query/bulk.ts'
import { scheduleRefresh } from '#features/exams/index.ts'
import { bankRecord } from '#features/question-banks/banks/record.ts'
import { editorLimit, maxQuestions } from '#features/question-banks/index.ts'
import { bankSizes } from './exam-queries.ts'
import { bankFacts } from './fact-queries.ts'
import { findOwners } from './facts.ts'
import { atImport, defineImport, importOf } from './import-of.ts'
import { countQuestionBytes, describeInvalidQuestion, questionColumns, readQuestion } from './question-columns.ts'
import { optional } from './table.ts'

export const questionBanks = importOf(bankRecord, {
  description: 'One question bank a line.',
  references: { user_id: 'users' },
})

export const bankEditors = defineImport({
  name: 'bank_editors',
  description: 'A person who may change the questions of a bank and use them in exams, one a line.',
  columns: { id: Id, bank_id: Id, user_id: Id, added_at: DateTime },
  references: { bank_id: 'question_banks', user_id: 'users' },
  unique: 'the same bank_id and user_id',
  limits: [{ column: 'bank_id', most: editorLimit.maxRows }],
  uniqueKeys: [{ columns: ['bank_id', 'user_id'] }],
  defaults: { added_at: atImport },
  complete: (databases, rows) => findOwners(databases, bankFacts, rows, { column: 'bank_id', noun: 'question bank' }),
})

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

export const bankQuestions = defineImport({
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
  unstored: [...Object.keys(questionColumns), 'tags', 'difficulty'],
  computed: { position: 'integer', version: 'integer' },
  hasRandomIds: true,
  limits: [{ column: 'bank_id', most: maxQuestions, sizes: bankSizes, measure: countQuestionBytes }],
  check: describeInvalidQuestion,
  convert: ({ order = 0 }) => ({ position: order, version: 1 }),
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
})
