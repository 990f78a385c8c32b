/** What the import of another system's data remembers: how far it came, and where its files were. */

import { integer, key, type Migration, text, timestamp } from './schema.ts'

export const dataImport: Migration = {
  name: '0040-import',
  up(schema) {
    // A row for each file of rows, so that an interrupted import goes on where it ended.
    schema.table(
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
    schema.table(
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
  },
}
