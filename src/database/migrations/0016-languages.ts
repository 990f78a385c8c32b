/** The language in which a user is written to, and in which profiles are found. */

import { type Migration, text } from './schema.ts'

export const languages: Migration = {
  name: '0016-languages',
  up(schema) {
    // A language tag (BCP 47); null for English.
    schema.addColumn('users', 'locale', text().nullable())

    // Without profiles there is nothing to index anew by the stems of their languages.
    const indexed = 'update search_copies set version = 2 where not exists (select 1 from researchers)'
    schema.statement({ sqlite: indexed, postgres: indexed })
  },
}
