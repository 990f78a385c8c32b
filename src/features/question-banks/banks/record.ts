import { Type } from 'typebox'
import { DateTime, Id, Label, Line, Named, nullable, Text, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

export const bankRecord = defineRecord('question_banks', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: optional(withDescription(Text(20_000), 'The description.'), ''),
  category: optional(withDescription(Label(100), 'The category, in free words.'), ''),
  questions_count: computed(Type.Integer({ description: 'The number of questions.' })),
  owner: computed(withDescription(Named, 'The owner.')),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  user_id: internal(Id, { tracked: true }),
  /** Set instead of a deletion, because attempts refer to versions of its questions. */
  deleted_at: internal(nullable(DateTime), { tracked: true }),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    question_banks: TableOf<typeof bankRecord>
  }
}
