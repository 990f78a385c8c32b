/** The search index in two copies, so that one serves searches while the other is built; and other names of institutions. */

import { integer, type Migration } from './schema.ts'

export const searchCopies: Migration = {
  name: '0015-search-copies',
  up(schema) {
    // Counting the publications of a page of researchers would read all of them.
    schema.addColumn('researchers', 'publications_count', integer().default(0))
    schema.statement({
      sqlite: 'update researchers set publications_count = json_array_length(publications)',
      postgres: 'update researchers set publications_count = jsonb_array_length(publications)',
    })
  },
}
