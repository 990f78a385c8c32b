/** The index of a new database is of the present format from the beginning. */

import type { Migration } from './schema.ts'

export const searchFormat: Migration = {
  name: '0047-search-format',
  up(schema) {
    // Without profiles there is nothing to index anew by the spellings of institutions and the parts of words.
    const indexed = 'update search_copies set version = 3 where not exists (select 1 from researchers)'
    schema.statement({ sqlite: indexed, postgres: indexed })
  },
}
