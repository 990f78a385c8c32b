/**
 * Initials of institutions are terms of their own in the indexes of the search. That of researchers is built anew at the start, unless it
 * is empty; those of lists are built under a new beginning of their keys.
 */

import type { Migration } from './schema.ts'

const lists = ['job_posts', 'courses', 'projects'] as const

export const namesOfInstitutions: Migration = {
  name: '0101-names-of-institutions',
  up(schema) {
    const statements = [
      'update search_copies set version = 4 where not exists (select 1 from researchers)',
      ...['search_postings_lists', 'search_terms_lists', 'search_spellings_lists'].map(
        (table) => `delete from ${table}`,
      ),
      ...lists.map(
        (
          list,
        ) => `update search_lists set position = 0, format = case when exists (select 1 from "${list}") then 0 else 2 end
          where name = '${list}'`,
      ),
    ]
    for (const statement of statements) schema.statement({ sqlite: statement, postgres: statement })
  },
}
