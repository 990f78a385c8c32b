/** The rows that imports have brought, which alone later rows may name. */

import { integer, key, type Migration, type Schema, text } from './schema.ts'

export const importedRows = {
  name: '0098-imported-rows',
  up(schema: Schema) {
    // Ids that follow one another are one row, so that millions of rows need thousands here.
    const imported_rows = schema.table(
      'imported_rows',
      {
        // The name of the file without its ending.
        kind: key(),
        first_id: integer(),
        last_id: integer(),
        // The account that goes on for the person of the file; null where the row itself was stored.
        joined_id: integer().nullable(),
        // Which reading of the file brought them.
        run: integer(),
      },
      { primaryKey: ['kind', 'first_id'] },
    )
    schema.index('imported_rows', ['joined_id'])
    // A code as the former system wrote it, where that differs from the form by which it is found.
    schema.addColumn('certificates', 'original_code', text().nullable())
    // How often the file was read from its beginning.
    const import_progress = schema.addColumn('import_progress', 'run', integer().default(0))
    return { imported_rows, import_progress }
  },
} satisfies Migration
