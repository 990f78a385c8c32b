import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { computed, defineRecord, generated, internal, readOnly, type TableOf } from '#database/record.ts'
import { UploadedFile } from '#features/files/schemas.ts'

export const messageRecord = defineRecord('application_messages', {
  id: readOnly(Id),
  application_id: readOnly(Id),
  sender: computed(
    withDescription(oneOf('candidate', 'recruiter'), 'Who wrote it: the applicant, or who manages the post.'),
  ),
  author: computed(
    Type.Object(
      { id: nullable(Id), name: Type.String({ description: 'The name, such as `Candidate 7` of a blind post.' }) },
      { description: 'The user who wrote it. A blind candidate has no `id`.' },
    ),
  ),
  body: readOnly(
    Type.String({
      description:
        'The text; without names and addresses of a blind candidate. Of a hidden message, others than its author read that it was removed.',
    }),
    {
      tracked: true,
    },
  ),
  files: computed(Type.Array(UploadedFile, { description: 'The attached files, whose addresses work for an hour.' })),
  withheld_files: computed(
    Type.Integer({
      description: 'The number of attached files that are withheld until a blind candidate is shortlisted.',
    }),
  ),
  created_at: readOnly(withDescription(DateTime, 'When it was sent; of a blind candidate the day.')),
  hidden_at: generated(
    withDescription(nullable(DateTime), 'When an administrator removed it for all but its author; null unless it is.'),
    { tracked: true },
  ),
  hidden_reason: generated(Type.String({ description: 'Why it is hidden, for its author; empty unless it is.' }), {
    tracked: true,
  }),
  user_id: internal(Id),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    application_messages: TableOf<typeof messageRecord>
  }
}
