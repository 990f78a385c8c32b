/** Exams with their questions, and the attempts that are over. */

import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { createCategoryKey, indexExam, validateQuestion } from '#features/exams/index.ts'
import { translateToEnglish } from '#language/translate.ts'
import { questionTotals } from './derived-queries.ts'
import { type ImportRow, type ImportTable, Line, never, optional, Strings } from './table.ts'

const Percent = Type.Integer({ minimum: 0, maximum: 100 })
const Long = Type.String({ maxLength: 50_000 })

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
    duration_minutes: Type.Integer({ minimum: 1, maximum: 1_440 }),
    passing_score: Percent,
    max_attempts: optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    available_from: optional(DateTime),
    available_until: optional(nullable(DateTime)),
    shuffle: optional(Type.Boolean()),
    certificate_enabled: optional(Type.Boolean()),
    skills: optional(Strings('Skills that the exam proves.')),
    publication_status: optional(oneOf('draft', 'published')),
    access: optional(oneOf('everyone', 'invited')),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users' },
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
    on_expiry: 'text',
    skills: 'json',
    publication_status: 'text',
    access: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    description: row.description ?? '',
    instructions: row.instructions ?? '',
    category: row.category ?? '',
    category_key: createCategoryKey(row.category ?? ''),
    max_attempts: row.max_attempts ?? 1,
    available_from: row.available_from ?? row.created_at ?? now,
    available_until: row.available_until ?? null,
    closes_at: row.available_until ?? never,
    shuffle: row.shuffle ?? true,
    certificate_enabled: row.certificate_enabled ?? false,
    on_expiry: 'grade',
    skills: row.skills ?? [],
    publication_status: row.publication_status ?? 'published',
    access: row.access ?? 'everyone',
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await indexExam(tx, { id, skills })
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
  },
  ['id'],
)

const readQuestion = (row: ImportRow) =>
  validateQuestion({
    type: row.type,
    question: row.question,
    correct_answer: row.correct_answer,
    ...(row.options === undefined ? {} : { options: row.options }),
    ...(row.points === undefined ? {} : { points: row.points }),
    ...(row.tolerance === undefined ? {} : { tolerance: row.tolerance }),
  })

export const examQuestions: ImportTable = {
  name: 'exam_questions',
  description: 'One question of an exam a line.',
  columns: {
    id: Id,
    exam_id: Id,
    type: oneOf('single_choice', 'multiple_choice', 'true_false', 'short_answer', 'numeric'),
    question: Type.String({ minLength: 1, maxLength: 10_000 }),
    options: optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 100 })),
    correct_answer: Type.Unsafe<string | number | boolean | string[]>({
      type: ['string', 'number', 'boolean', 'array'],
      description: 'The text of an option, a list of them or of accepted texts, true or false, or a number.',
    }),
    points: optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    tolerance: optional(Type.Number({ minimum: 0 })),
    order: optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  references: { exam_id: 'exams' },
  stored: { id: 'integer', exam_id: 'integer', position: 'integer', version: 'integer' },
  check(row) {
    const read = readQuestion(row)
    if (!('complaints' in read)) return null
    const [sentence] = Object.values(read.complaints).flat()
    return sentence === undefined ? 'The question is invalid.' : translateToEnglish(sentence)
  },
  convert: ({ id, exam_id, order = 0 }) => ({ id, exam_id, position: order, version: 1 }),
  async derive(tx, rows) {
    const versions = rows.flatMap((row) => {
      const read = readQuestion(row)
      return 'content' in read ? [{ ...read.content, question_id: row.id, exam_id: row.exam_id, version: 1 }] : []
    })
    await addVersions.all(tx, { rows: versions })
    await questionTotals.count.run(tx, { ids: [...new Set(rows.map(({ exam_id }) => exam_id))] })
  },
}
