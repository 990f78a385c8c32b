import { Type } from 'typebox'
import { DateTime, Id, Named, NonEmpty, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, readOnly, required, type TableOf } from '#database/record.ts'

export const noteRecord = defineRecord('application_notes', {
  id: readOnly(Id),
  application_id: readOnly(Id),
  author: computed(withDescription(Named, 'The user who wrote the note.')),
  text: required(NonEmpty('text', 5_000, 'The note, which the applicant never sees.'), {
    answer: Type.String({ description: 'The note, which the applicant never sees.' }),
  }),
  created_at: readOnly(withDescription(DateTime, 'When it was written.')),
  updated_at: readOnly(withDescription(DateTime, 'When it was last changed.')),
  user_id: internal(Id),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    application_notes: TableOf<typeof noteRecord>
  }
}
