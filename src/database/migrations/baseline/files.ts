/** Files, uploads, objects of the storage, and what the import type { FileType } from '../../tables/files.ts'
import of another system remembers. */

import type { FileType } from '../../tables/files.ts'
import { id, integer, key, type Schema, text, timestamp } from '../schema.ts'

export function defineFiles(schema: Schema) {
  schema.table('files', {
    id: id(),
    // The owner. A file that belongs to a project or an application outlives the account.
    user_id: integer().references('users'),
    // The key in the storage and the end of the URL.
    key: key(),
    area: text().oneOf('public', 'private'),
    // `upload`, `avatar`, or the purpose that a feature gives.
    purpose: text(),
    type: text(),
    filename: text(),
    size: integer(),
    mime_type: text(),
    uploaded_at: timestamp(),
  })
  schema.index('files', ['key'], { unique: true })
  schema.index('files', ['user_id', 'purpose', 'id'])

  // The storage knows which chunks have arrived: with a row for each, every chunk would wait for a commit.
  const uploads = schema.table('uploads', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    // The id that the client chose.
    upload_id: text(),
    file_name: text(),
    file_size: integer(),
    total_chunks: integer(),
    // The finished file; the upload is deleted with it.
    file_id: integer().nullable().references('files', 'cascade'),
    // The end of the lease of the request that joins the chunks.
    held_until: timestamp().nullable(),
    // The time of the last chunk, to the hour.
    touched_at: timestamp(),
    // The bytes of the chunks that arrived; more than there are when a chunk was sent again.
    stored_bytes: integer().default(0),
    // Null for uploads in chunks, whose type is named at the end.
    file_type: text<FileType>().nullable(),
    // As the client has sent it.
    metadata: text().nullable(),
  })
  schema.index('uploads', ['user_id', 'upload_id'], { unique: true })
  schema.index('uploads', ['file_id'])
  schema.index('uploads', ['touched_at'], { where: 'file_id is null' })

  // Objects that were stored before the row that needs them. After a day they are orphans and are deleted.
  const pending_objects = schema.table(
    'pending_objects',
    { key: text(), created_at: timestamp() },
    { primaryKey: ['key'] },
  )
  schema.index('pending_objects', ['created_at'])

  // A row for each file of rows, so that an interrupted import goes on where it ended.
  const import_progress = schema.table(
    'import_progress',
    {
      file: key(),
      // Of the whole file; another content begins anew.
      sha256: text(),
      // The bytes that are done, with the lines in them.
      done_bytes: integer(),
      done_lines: integer(),
      imported: integer(),
      kept: integer(),
      refused: integer(),
      // The length of the list of refused rows.
      refused_bytes: integer(),
      finished_at: timestamp().nullable(),
    },
    { primaryKey: ['file'] },
  )

  // The addresses of files in the system that they came from, without the prefix.
  const legacy_files = schema.table(
    'legacy_files',
    {
      path: key(),
      file_id: integer().references('files', 'cascade'),
      // Hexadecimal.
      sha256: text(),
    },
    { primaryKey: ['path'] },
  )
  schema.index('legacy_files', ['file_id'])
  return { uploads, pending_objects, import_progress, legacy_files }
}
