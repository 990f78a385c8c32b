/** Files: what is stored, what is still arriving in chunks, and what may have been left behind. */

import { id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const files: Migration = {
  name: '0003-files',
  up(schema) {
    schema.table('files', {
      id: id(),
      // Whose it is; a file that others rely on outlives the account.
      user_id: integer().references('users'),
      // Where it lies in the storage, and the end of its address.
      key: key(),
      area: text().oneOf('public', 'private'),
      // What it is kept for: `upload`, `avatar`, or a word of the feature that needs it.
      purpose: text(),
      type: text(),
      filename: text(),
      size: integer(),
      mime_type: text(),
      uploaded_at: timestamp(),
    })
    schema.index('files', ['key'], { unique: true })
    schema.index('files', ['user_id', 'purpose', 'id'])

    // Which chunks are here, the storage knows: a row for each would make every chunk wait for the disk.
    schema.table('uploads', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      // The client's name for it.
      upload_id: text(),
      file_name: text(),
      file_size: integer(),
      total_chunks: integer(),
      // The finished file; the upload goes with it.
      file_id: integer().references('files', 'cascade').nullable(),
      // Until then somebody is putting the chunks together.
      held_until: timestamp().nullable(),
      // To the hour: when a chunk came last.
      touched_at: timestamp(),
    })
    schema.index('uploads', ['user_id', 'upload_id'], { unique: true })
    schema.index('uploads', ['file_id'])
    schema.index('uploads', ['touched_at'], { where: 'file_id is null' })

    // Objects that are put into the storage before any row needs them. What is still here after a day was left behind.
    schema.table('pending_objects', { key: text(), created_at: timestamp() }, { primaryKey: ['key'] })
    schema.index('pending_objects', ['created_at'])
  },
}
