import { Type } from 'typebox'
import { DateTime, Id, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, type RowOf, readOnly, type TableOf } from '#database/record.ts'

export const FileType = withDescription(
  oneOf('document', 'image', 'video', 'audio', 'avatar', 'resume', 'project_file'),
  'What the file is for, which decides which types and sizes are accepted.',
)

export const fileRecord = defineRecord('files', {
  id: readOnly(Id),
  user_id: readOnly(Id),
  /** Where it is in the storage. */
  key: readOnly(Type.String()),
  area: readOnly(oneOf('public', 'private')),
  purpose: readOnly(Type.String()),
  type: readOnly(FileType),
  filename: readOnly(Type.String({ description: 'The name it was sent with, made safe.' }), { tracked: true }),
  size: readOnly(Type.Integer({ description: 'In bytes.' })),
  mime_type: readOnly(Type.String({ description: 'The media type of the content.' })),
  uploaded_at: readOnly(withDescription(DateTime, 'When it was uploaded.')),
})

/** A stored file. */
export type StoredFile = RowOf<typeof fileRecord>

declare module '#database/tables/index.ts' {
  interface Tables {
    files: TableOf<typeof fileRecord>
  }
}
