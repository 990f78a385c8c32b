/** Researchers: their teams, the order of their list, and the index they are found by. */

import {
  boolean,
  bytes,
  calendarDate,
  id,
  integer,
  json,
  key,
  type Migration,
  text,
  timestamp,
} from './schema.ts'

export const researchers: Migration = {
  name: '0005-researchers',
  up(schema) {
    // The folded name, and how complete and verified the profile is (0 to 31): what the list is ordered by.
    schema.addColumn('researchers', 'name_key', key().default(''))
    schema.addColumn('researchers', 'quality', integer().default(0))
    for (const column of ['quality', 'name_key', 'years_experience'])
      schema.index('researchers', ['visibility', column, 'id'])
    schema.index('researchers', ['visibility', 'id'])
    for (const column of ['quality', 'name_key', 'years_experience'])
      schema.index('researchers', [column, 'id'])

    schema.table('researcher_team', {
      id: id(),
      researcher_id: integer().references('researchers', 'cascade'),
      user_id: integer().references('users', 'cascade'),
      role: text(),
      can_manage_team: boolean().default(false),
      added_at: timestamp(),
    })
    schema.index('researcher_team', ['researcher_id', 'user_id'], { unique: true })
    schema.index('researcher_team', ['user_id', 'researcher_id'])

    // Which researchers have a key, as sets of 16,384 ids each; `search-index/postings.ts` says what a set looks like.
    schema.table(
      'search_postings',
      { key: key(), chunk: integer(), docs: bytes() },
      { primaryKey: ['key', 'chunk'] },
    )
    // The words, fields, skills, institutions, countries and locations that public profiles have.
    schema.table('search_terms', {
      id: id(),
      kind: text(),
      term: key(),
      label: text(),
      researchers: integer(),
    })
    schema.index('search_terms', ['kind', 'term'], { unique: true })
    schema.index('search_terms', ['kind', 'researchers', 'id'])
    // Each word under the spellings that deleting one or two letters makes of it.
    schema.table('search_spellings', { spelling: key(), term: key() }, { primaryKey: ['spelling', 'term'] })
    // The skills, fields, institutions and countries of 256 researchers each, for insights.
    schema.table('search_facets', { block: integer(), facets: bytes() }, { primaryKey: ['block'] })
    // What each of the last updates of the sets and facets touched: everything else that is remembered still holds.
    schema.table(
      'search_versions',
      { version: integer(), keys: json(), blocks: json() },
      { primaryKey: ['version'] },
    )
    // Profiles that changed since the sets above were last brought up to date.
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
    schema.table(
      'popular_queries',
      { query: key(), label: text(), count: integer() },
      { primaryKey: ['query'] },
    )
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
    // How many people clicked the researcher for the query.
    schema.table(
      'search_lifts',
      { query: key(), researcher_id: integer().references('researchers', 'cascade'), users: integer() },
      { primaryKey: ['query', 'researcher_id'] },
    )
    schema.index('search_lifts', ['query', 'users', 'researcher_id'])
    schema.index('search_lifts', ['researcher_id'])
  },
}
