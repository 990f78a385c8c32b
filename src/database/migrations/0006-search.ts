/** Search: the index of researchers, and the log of queries and clicks. */

import { bytes, calendarDate, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const search: Migration = {
  name: '0006-search',
  up(schema) {
    // The posting list of a key in chunks of 16,384 ids; `search-index/bitmaps.ts` describes the encoding.
    schema.table('search_postings', { key: key(), chunk: integer(), docs: bytes() }, { primaryKey: ['key', 'chunk'] })
    // The vocabulary: words, fields, skills, institutions, countries and locations of public profiles.
    schema.table('search_terms', {
      id: id(),
      kind: text(),
      term: key(),
      label: text(),
      researchers: integer(),
    })
    schema.index('search_terms', ['kind', 'term'], { unique: true })
    schema.index('search_terms', ['kind', 'researchers', 'id'])
    // Each word with the spellings that result from deleting one or two letters (SymSpell).
    schema.table('search_spellings', { spelling: key(), term: key() }, { primaryKey: ['spelling', 'term'] })
    // The skills, fields, institutions and countries of blocks of 256 researchers, for insights.
    schema.table('search_facets', { block: integer(), facets: bytes() }, { primaryKey: ['block'] })
    // The keys and blocks that each of the last updates changed; caches drop these and keep the rest.
    schema.table('search_versions', { version: integer(), keys: json(), blocks: json() }, { primaryKey: ['version'] })
    // Documents of profiles that changed since the last update of the posting lists.
    schema.table(
      'search_pending',
      { researcher_id: integer(), before: json().nullable(), after: json().nullable() },
      { primaryKey: ['researcher_id'] },
    )

    schema.table(
      'search_queries',
      {
        query: key(),
        user_id: integer().references('users', 'cascade'),
        day: calendarDate(),
        label: text(),
        count: integer(),
        last_at: timestamp(),
      },
      { primaryKey: ['query', 'user_id', 'day'] },
    )
    schema.index('search_queries', ['user_id', 'day'])
    schema.index('search_queries', ['day'])
    schema.table('popular_queries', { query: key(), label: text(), count: integer() }, { primaryKey: ['query'] })
    schema.index('popular_queries', ['count', 'query'])

    schema.table(
      'search_clicks',
      {
        query: key(),
        researcher_id: integer().references('researchers', 'cascade'),
        user_id: integer().references('users', 'cascade'),
        position: integer(),
        search_id: text().nullable(),
        clicked_at: timestamp(),
      },
      { primaryKey: ['query', 'researcher_id', 'user_id'] },
    )
    schema.index('search_clicks', ['researcher_id'])
    schema.index('search_clicks', ['user_id'])
    // The number of users who clicked the researcher for the query.
    schema.table(
      'search_lifts',
      { query: key(), researcher_id: integer().references('researchers', 'cascade'), users: integer() },
      { primaryKey: ['query', 'researcher_id'] },
    )
    schema.index('search_lifts', ['query', 'users', 'researcher_id'])
    schema.index('search_lifts', ['researcher_id'])
  },
}
