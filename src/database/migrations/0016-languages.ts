/** The language in which a user is written to. */

import { type Migration, text } from './schema.ts'

export const languages: Migration = {
  name: '0016-languages',
  up(schema) {
    // A language tag (BCP 47); null for English.
    schema.addColumn('users', 'locale', text().nullable())
  },
}
