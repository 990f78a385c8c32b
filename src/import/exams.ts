/** Exams with their questions. */

import { Type } from 'typebox'
import type { Transaction } from '#context.ts'
import { DateTime, Id, nullable, oneOf, TimeZone } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import {
  completeSections,
  createCategoryKey,
  indexExam,
  listBankIds,
  Marking,
  questionLimit,
  Review,
  refreshSectionSize,
  SafeExamBrowser,
  SectionInput,
  toStoredVersion,
} from '#features/exams/index.ts'
import { questionTotals } from './derived-queries.ts'
import { examFacts, questionSizes } from './exam-queries.ts'
import { countQuestionBytes, describeInvalidQuestion, questionColumns, readQuestion } from './question-columns.ts'
import { type ImportTable, Line, never, optional, Strings } from './table.ts'

const Percent = Type.Integer({ minimum: 0, maximum: 100 })
const Long = Type.String({ maxLength: 50_000 })

const defaults = {
  description: '',
  instructions: '',
  category: '',
  max_attempts: 1,
  available_until: null,
  shuffle: true,
  certificate_enabled: false,
  timezone: 'UTC',
  practice: false,
  question_count: null,
  on_expiry: 'grade',
  grace_minutes: 2,
  marking: { partial_credit: 'none', negative_marks: 0, negative_total: false },
  review: { when: 'after_close', shows: ['own_answers', 'marks'] },
  safe_exam_browser: null,
  anonymous_grading: false,
  skills: [],
  publication_status: 'published',
  access: 'everyone',
}

const addBanks = prepareBulkInsert('exam_banks', { exam_id: 'integer', bank_id: 'integer' }, ['exam_id', 'bank_id'])

/** Counts the questions of those of the exams that have sections. */
async function refreshSectionSizes(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const { id } of await examFacts.withSections.all(tx, { ids })) await refreshSectionSize(tx, id)
}

const describeRepeatedSection = (sections: readonly { id: number }[]): string | null =>
  new Set(sections.map(({ id }) => id)).size < sections.length ? 'The column "sections" has an id twice.' : null

export const exams: ImportTable = {
  name: 'exams',
  description: 'One exam a line.',
  columns: {
    id: Id,
    user_id: Id,
    title: Line(255),
    description: optional(Long),
    instructions: optional(Long),
    category: optional(Type.String({ maxLength: 100, line: true })),
    duration_minutes: Type.Integer({ minimum: 1, maximum: 10_080 }),
    passing_score: Percent,
    max_attempts: optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    available_from: optional(DateTime),
    available_until: optional(nullable(DateTime)),
    shuffle: optional(Type.Boolean()),
    certificate_enabled: optional(Type.Boolean()),
    skills: optional(Strings('Skills that the exam proves.')),
    timezone: optional(
      Type.Unsafe<string>({ ...TimeZone, description: 'An IANA name: where its dates are shown; UTC unless given.' }),
    ),
    practice: optional(Type.Boolean({ description: 'Whether it only belongs to lessons, and is in no list.' })),
    question_count: optional(
      nullable(Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many are drawn; null for all.' })),
    ),
    on_expiry: optional(oneOf('grade', 'void')),
    grace_minutes: optional(Type.Integer({ minimum: 0, maximum: 30 })),
    marking: optional(Marking),
    review: optional(Review),
    sections: optional(
      Type.Array(Type.Unsafe({ ...SectionInput, additionalProperties: false }), {
        maxItems: 50,
        description: 'What an attempt is made of, in this order; empty for the own questions.',
      }),
    ),
    safe_exam_browser: optional(nullable(SafeExamBrowser)),
    anonymous_grading: optional(Type.Boolean()),
    publication_status: optional(oneOf('draft', 'published')),
    access: optional(oneOf('everyone', 'invited')),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users', 'sections.source.bank_id': 'question_banks' },
  stored: {
    id: 'integer',
    user_id: 'integer',
    title: 'text',
    description: 'text',
    instructions: 'text',
    category: 'text',
    category_key: 'text',
    duration_minutes: 'integer',
    passing_score: 'integer',
    max_attempts: 'integer',
    available_from: 'timestamp',
    available_until: 'timestamp',
    closes_at: 'timestamp',
    shuffle: 'boolean',
    certificate_enabled: 'boolean',
    timezone: 'text',
    practice: 'boolean',
    question_count: 'integer',
    on_expiry: 'text',
    grace_minutes: 'integer',
    marking: 'json',
    review: 'json',
    sections: 'json',
    safe_exam_browser: 'json',
    anonymous_grading: 'boolean',
    skills: 'json',
    publication_status: 'text',
    access: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check: ({ sections = [] }) => describeRepeatedSection(completeSections(sections)),
  convert: (row, { now }) => ({
    ...defaults,
    ...row,
    category_key: createCategoryKey(row.category ?? ''),
    available_from: row.available_from ?? row.created_at ?? now,
    closes_at: row.available_until ?? never,
    sections: completeSections(row.sections ?? []),
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await indexExam(tx, { id, skills })
    const used = rows.flatMap(({ id, sections = [] }) =>
      listBankIds(completeSections(sections)).map((bank_id) => ({ exam_id: id, bank_id })),
    )
    if (used.length > 0) await addBanks.all(tx, { rows: used })
    await refreshSectionSizes(
      tx,
      rows.map(({ id }) => id),
    )
  },
}

const addVersions = prepareBulkInsert(
  'exam_question_versions',
  {
    question_id: 'integer',
    exam_id: 'integer',
    version: 'integer',
    type: 'text',
    question: 'text',
    points: 'integer',
    options: 'json',
    answer_key: 'json',
    explanation: 'text',
    option_feedback: 'json',
    later_type: 'text',
  },
  ['id'],
)

export const examQuestions: ImportTable = {
  name: 'exam_questions',
  description: 'One question of an exam a line.',
  columns: {
    id: Id,
    exam_id: Id,
    ...questionColumns,
  },
  references: { exam_id: 'exams' },
  limits: [{ column: 'exam_id', most: questionLimit.maxRows, sizes: questionSizes, measure: countQuestionBytes }],
  stored: { id: 'integer', exam_id: 'integer', position: 'integer', version: 'integer' },
  check: describeInvalidQuestion,
  convert: ({ id, exam_id, order = 0 }) => ({ id, exam_id, position: order, version: 1 }),
  async derive(tx, rows) {
    const versions = rows.flatMap((row) => {
      const read = readQuestion(row)
      if (!('content' in read)) return []
      return [{ ...toStoredVersion({ ...read.content, question_id: row.id, exam_id: row.exam_id, version: 1 }) }]
    })
    await addVersions.all(tx, { rows: versions })
    const ids = [...new Set(rows.map(({ exam_id }) => exam_id))]
    await questionTotals.count.run(tx, { ids })
    await refreshSectionSizes(tx, ids)
  },
}
