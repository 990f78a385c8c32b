/**
 * The index by which job posts, courses and projects are searched. Triggers name the rows whose texts change, so that no part of the
 * service can forget one, and keep the texts that the index has until it is brought up to date.
 */

import { bytes, id, integer, json, key, type Migration, text } from './schema.ts'

const lists = ['job_posts', 'courses', 'projects']

export const listSearch: Migration = {
  name: '0066-list-search',
  up(schema) {
    // As the tables of the index of researchers. A key, a term and a spelling begin with the list.
    schema.table(
      'search_postings_lists',
      { key: key(), chunk: integer(), docs: bytes() },
      { primaryKey: ['key', 'chunk'] },
    )
    schema.table('search_terms_lists', { id: id(), kind: text(), term: key(), label: text(), researchers: integer() })
    schema.index('search_terms_lists', ['kind', 'term'], { unique: true })
    schema.table('search_spellings_lists', { spelling: key(), term: key() }, { primaryKey: ['spelling', 'term'] })

    // The format in which a list is indexed, 0 until all of its rows are; the last row that is, and the version.
    schema.table(
      'search_lists',
      { name: key(), format: integer(), position: integer().default(0), version: integer().default(0) },
      { primaryKey: ['name'] },
    )
    // What the last updates of the index changed, for the caches.
    schema.table(
      'search_list_versions',
      { list: key(), version: integer(), keys: json(), items: json() },
      { primaryKey: ['list', 'version'] },
    )
    // Rows that changed since, with the texts that they had; null for a new row.
    schema.table('search_list_changes', { id: id(), list: key(), item_id: integer(), before: json().nullable() })
    schema.index('search_list_changes', ['list', 'item_id', 'id'])

    for (const list of lists) {
      const state = `insert into search_lists (name, format) select '${list}', case count(*) when 0 then 1 else 0 end
        from "${list}"`
      schema.statement({ sqlite: state, postgres: state })
    }
  },
}
