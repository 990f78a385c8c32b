/** Lists of people that administrators import. */

import { id, integer, json, type Migration, text, timestamp } from './schema.ts'

export const peopleImports: Migration = {
  name: '0048-people-imports',
  up(schema) {
    schema.table('people_imports', {
      id: id(),
      created_by: integer().nullable().references('users', 'set null'),
      status: text().oneOf('running', 'finished'),
      message: text().default(''),
      total: integer(),
      created_at: timestamp(),
      finished_at: timestamp().nullable(),
    })
    schema.index('people_imports', ['created_by'])
    schema.index('people_imports', ['finished_at'])

    schema.table(
      'people_import_rows',
      {
        import_id: integer().references('people_imports', 'cascade'),
        // The line of the file, from 1; the header is a line too.
        line: integer(),
        // The values of the row by column, as they were validated.
        data: json(),
        verdict: text().oneOf('waiting', 'invited', 'existing', 'refused'),
        // Sentences in English.
        messages: json(),
        user_id: integer().nullable().references('users', 'set null'),
      },
      { primaryKey: ['import_id', 'line'] },
    )
    schema.index('people_import_rows', ['user_id'])
    schema.index('people_import_rows', ['import_id', 'verdict', 'line'])
  },
}
