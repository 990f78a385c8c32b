/** The search index in two copies, so that one serves searches while the other is built; and other names. */

import { bytes, id, integer, json, key, type Migration, text } from './schema.ts'

export const searchCopies: Migration = {
  name: '0015-search-copies',
  up(schema) {
    // Counting the publications of a page of researchers would read all of them.
    schema.addColumn('researchers', 'publications_count', integer().default(0))
    schema.statement({
      sqlite: 'update researchers set publications_count = json_array_length(publications)',
      postgres: 'update researchers set publications_count = jsonb_array_length(publications)',
    })

    schema.table('search_postings_2', { key: key(), chunk: integer(), docs: bytes() }, { primaryKey: ['key', 'chunk'] })
    schema.table('search_terms_2', { id: id(), kind: text(), term: key(), label: text(), researchers: integer() })
    schema.index('search_terms_2', ['kind', 'term'], { unique: true })
    schema.index('search_terms_2', ['kind', 'researchers', 'id'])
    schema.table('search_spellings_2', { spelling: key(), term: key() }, { primaryKey: ['spelling', 'term'] })
    schema.table('search_facets_2', { block: integer(), facets: bytes() }, { primaryKey: ['block'] })
    schema.table(
      'search_pending_2',
      { researcher_id: integer(), before: json().nullable(), after: json().nullable() },
      { primaryKey: ['researcher_id'] },
    )

    // One row: the copy that serves searches with the version of the program's format in which it is built, and the
    // progress of the other copy while it is being built.
    schema.table('search_copies', {
      id: id(),
      active: text().oneOf('1', '2'),
      version: integer(),
      building_version: integer().nullable(),
      // The id of the last researcher in the copy that is being built.
      position: integer().default(0),
    })
    const state =
      "insert into search_copies (active, version) select '1', case count(*) when 0 then 1 else 0 end from researchers"
    schema.statement({ sqlite: state, postgres: state })

    // What operators say that a word means, such as the nickname of an institution.
    schema.table('search_aliases', { alias: key(), meaning: text() }, { primaryKey: ['alias'] })
  },
}
