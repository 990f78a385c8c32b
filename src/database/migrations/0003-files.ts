/** Files: stored files, uploads in chunks, and objects that may be orphans. */

import { id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const files: Migration = {
  name: '0003-files',
  up(schema) {
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
    schema.table('uploads', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      // The id that the client chose.
      upload_id: text(),
      file_name: text(),
      file_size: integer(),
      total_chunks: integer(),
      // The finished file; the upload is deleted with it.
      file_id: integer().references('files', 'cascade').nullable(),
      // The end of the lease of the request that joins the chunks.
      held_until: timestamp().nullable(),
      // The time of the last chunk, to the hour.
      touched_at: timestamp(),
    })
    schema.index('uploads', ['user_id', 'upload_id'], { unique: true })
    schema.index('uploads', ['file_id'])
    schema.index('uploads', ['touched_at'], { where: 'file_id is null' })

    // Objects that were stored before the row that needs them. After a day they are orphans and are deleted.
    schema.table('pending_objects', { key: text(), created_at: timestamp() }, { primaryKey: ['key'] })
    schema.index('pending_objects', ['created_at'])
  },
}
