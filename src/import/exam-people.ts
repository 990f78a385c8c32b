/** Who grades exams, and who gets more time or attempts. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { mostGraders } from '#features/exams/index.ts'
import { examFacts } from './exam-queries.ts'
import { findOwners } from './facts.ts'
import { type ImportTable, optional } from './table.ts'

const Factor = Type.Number({
  minimum: 1,
  maximum: 4,
  description: 'The time of everybody times this; hundredths count.',
})
const Note = Type.String({ maxLength: 1_000, description: 'Why. The person does not see it.' })
const toPercent = (factor = 1) => Math.round(factor * 100)

export const examGraders: ImportTable = {
  name: 'exam_graders',
  description: 'A person who grades answers of an exam, one a line.',
  columns: { id: Id, exam_id: Id, user_id: Id, added_at: optional(DateTime) },
  references: { exam_id: 'exams', user_id: 'users' },
  unique: 'the same exam_id and user_id',
  limits: [{ column: 'exam_id', most: mostGraders }],
  uniqueKeys: [{ columns: ['exam_id', 'user_id'] }],
  stored: { id: 'integer', exam_id: 'integer', user_id: 'integer', added_at: 'timestamp' },
  complete: (databases, rows) => findOwners(databases, examFacts.byIds, rows, { column: 'exam_id', noun: 'exam' }),
  convert: (row, { now }) => ({ ...row, added_at: row.added_at ?? now }),
}

export const examAccommodations: ImportTable = {
  name: 'exam_accommodations',
  description: 'More time, more attempts or another window for one person at one exam, one a line.',
  columns: {
    id: Id,
    exam_id: Id,
    user_id: Id,
    extra_minutes: optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
    factor: optional(Factor),
    extra_attempts: optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
    available_from: optional(nullable(DateTime)),
    available_until: optional(nullable(DateTime)),
    note: optional(Note),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { exam_id: 'exams', user_id: 'users' },
  unique: 'the same exam_id and user_id',
  uniqueKeys: [{ columns: ['exam_id', 'user_id'] }],
  stored: {
    id: 'integer',
    exam_id: 'integer',
    user_id: 'integer',
    extra_minutes: 'integer',
    factor_percent: 'integer',
    extra_attempts: 'integer',
    available_from: 'timestamp',
    available_until: 'timestamp',
    note: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  check: ({ available_from, available_until }) =>
    available_from && available_until && available_until <= available_from
      ? 'The column "available_until" must be after "available_from".'
      : null,
  complete: (databases, rows) => findOwners(databases, examFacts.byIds, rows, { column: 'exam_id', noun: 'exam' }),
  convert: ({ factor, ...row }, { now }) => ({
    ...row,
    extra_minutes: row.extra_minutes ?? 0,
    factor_percent: toPercent(factor),
    extra_attempts: row.extra_attempts ?? 0,
    available_from: row.available_from ?? null,
    available_until: row.available_until ?? null,
    note: row.note ?? '',
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
}

export const userAccommodations: ImportTable = {
  name: 'user_accommodations',
  description: 'More time for one person at every exam, one person a line.',
  columns: { user_id: Id, factor: Factor, note: optional(Note), updated_at: optional(DateTime) },
  references: { user_id: 'users' },
  key: ['user_id'],
  stored: { user_id: 'integer', factor_percent: 'integer', note: 'text', updated_at: 'timestamp' },
  convert: ({ factor, ...row }, { now }) => ({
    ...row,
    factor_percent: toPercent(factor),
    note: row.note ?? '',
    updated_at: row.updated_at ?? now,
  }),
}
