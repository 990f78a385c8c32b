/** Who grades exams, and who gets more time or attempts. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { graderLimit } from '#features/exams/index.ts'
import { examFacts } from './fact-queries.ts'
import { findOwners } from './facts.ts'
import { atImport, defineImport } from './import-of.ts'
import { Created, optional } from './table.ts'

const Factor = Type.Number({
  minimum: 1,
  maximum: 4,
  description: 'The time of everybody times this; hundredths count.',
})
const Note = Type.String({ maxLength: 1_000, description: 'Why. The person does not see it.' })
const toPercent = (factor = 1) => Math.round(factor * 100)

export const examGraders = defineImport({
  name: 'exam_graders',
  description: 'A person who grades answers of an exam, one a line.',
  columns: { id: Id, exam_id: Id, user_id: Id, added_at: DateTime },
  references: { exam_id: 'exams', user_id: 'users' },
  unique: 'the same exam_id and user_id',
  limits: [{ column: 'exam_id', most: graderLimit.maxRows }],
  uniqueKeys: [{ columns: ['exam_id', 'user_id'] }],
  defaults: { added_at: atImport },
  complete: (databases, rows) => findOwners(databases, examFacts, rows, { column: 'exam_id', noun: 'exam' }),
})

export const examAccommodations = defineImport({
  name: 'exam_accommodations',
  description: 'More time, more attempts or another window for one person at one exam, one a line.',
  columns: {
    id: Id,
    exam_id: Id,
    user_id: Id,
    extra_minutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
    factor: optional(Factor),
    extra_attempts: Type.Integer({ minimum: 0, maximum: 1_000 }),
    available_from: nullable(DateTime),
    available_until: nullable(DateTime),
    note: Note,
    created_at: Created,
    updated_at: Created,
  },
  references: { exam_id: 'exams', user_id: 'users' },
  unique: 'the same exam_id and user_id',
  uniqueKeys: [{ columns: ['exam_id', 'user_id'] }],
  defaults: { extra_minutes: 0, extra_attempts: 0, note: '' },
  unstored: ['factor'],
  computed: { factor_percent: 'integer' },
  check: ({ available_from, available_until }) =>
    available_from && available_until && available_until <= available_from
      ? 'The column "available_until" must be after "available_from".'
      : null,
  complete: (databases, rows) => findOwners(databases, examFacts, rows, { column: 'exam_id', noun: 'exam' }),
  convert: ({ factor }) => ({ factor_percent: toPercent(factor) }),
})

export const userAccommodations = defineImport({
  name: 'user_accommodations',
  description: 'More time for one person at every exam, one person a line.',
  columns: { user_id: Id, factor: Factor, note: Note, updated_at: Created },
  references: { user_id: 'users' },
  key: ['user_id'],
  defaults: { note: '', updated_at: atImport },
  unstored: ['factor'],
  computed: { factor_percent: 'integer' },
  convert: ({ factor }) => ({ factor_percent: toPercent(factor) }),
})
