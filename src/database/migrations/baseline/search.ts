/** The index of researchers in two copies, that of lists, and the log of queries and clicks. */

import type { SearchedList } from '../../tables/search.ts'
import { bytes, calendarDate, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineSearch(schema: Schema) {
  // The posting list of a key in chunks of 16,384 ids; `search-engine/bitmaps.ts` describes the encoding.
  const search_postings = schema.table(
    'search_postings',
    { key: key(), chunk: integer(), docs: bytes() },
    { primaryKey: ['key', 'chunk'] },
  )

  // The vocabulary: words, fields, skills, institutions, countries and locations of public profiles.
  const search_terms = schema.table('search_terms', {
    id: id(),
    kind: text(),
    term: key(),
    label: text(),
    // The number of documents with the term: researchers, or rows of a list.
    researchers: integer(),
  })
  schema.index('search_terms', ['kind', 'term'], { unique: true })
  schema.index('search_terms', ['kind', 'researchers', 'id'])

  // Each word with the spellings that result from deleting one or two letters (SymSpell).
  const search_spellings = schema.table(
    'search_spellings',
    { spelling: key(), term: key() },
    { primaryKey: ['spelling', 'term'] },
  )

  // The skills, fields, institutions and countries of blocks of 256 researchers, for insights.
  const search_facets = schema.table('search_facets', { block: integer(), facets: bytes() }, { primaryKey: ['block'] })

  // Documents of profiles that changed since the last update of the posting lists.
  const search_pending = schema.table(
    'search_pending',
    {
      researcher_id: integer(),
      before: json<object>().nullable(),
      after: json<object>().nullable(),
    },
    { primaryKey: ['researcher_id'] },
  )

  const search_postings_2 = schema.table(
    'search_postings_2',
    { key: key(), chunk: integer(), docs: bytes() },
    { primaryKey: ['key', 'chunk'] },
  )

  const search_terms_2 = schema.table('search_terms_2', {
    id: id(),
    kind: text(),
    term: key(),
    label: text(),
    // The number of documents with the term: researchers, or rows of a list.
    researchers: integer(),
  })
  schema.index('search_terms_2', ['kind', 'term'], { unique: true })
  schema.index('search_terms_2', ['kind', 'researchers', 'id'])

  const search_spellings_2 = schema.table(
    'search_spellings_2',
    { spelling: key(), term: key() },
    { primaryKey: ['spelling', 'term'] },
  )

  const search_facets_2 = schema.table(
    'search_facets_2',
    { block: integer(), facets: bytes() },
    { primaryKey: ['block'] },
  )

  const search_pending_2 = schema.table(
    'search_pending_2',
    {
      researcher_id: integer(),
      before: json<object>().nullable(),
      after: json<object>().nullable(),
    },
    { primaryKey: ['researcher_id'] },
  )

  // The keys and blocks that each of the last updates changed; caches drop these and keep the rest.
  const search_versions = schema.table(
    'search_versions',
    { version: integer(), keys: json<string[]>(), blocks: json<number[]>() },
    { primaryKey: ['version'] },
  )

  // One row: the copy that serves searches with the version of the program's format in which it is built, and the
  // progress of the other copy while it is being built.
  const search_copies = schema.table('search_copies', {
    id: id(),
    active: text().oneOf('1', '2'),
    version: integer(),
    building_version: integer().nullable(),
    // The id of the last researcher in the copy that is being built.
    position: integer().default(0),
  })

  // What operators say that a word means, such as the nickname of an institution.
  const search_aliases = schema.table('search_aliases', { alias: key(), meaning: text() }, { primaryKey: ['alias'] })

  // As the tables of the index of researchers. A key, a term and a spelling begin with the list.
  const search_postings_lists = schema.table(
    'search_postings_lists',
    { key: key(), chunk: integer(), docs: bytes() },
    { primaryKey: ['key', 'chunk'] },
  )

  const search_terms_lists = schema.table('search_terms_lists', {
    id: id(),
    kind: text(),
    term: key(),
    label: text(),
    // The number of documents with the term: researchers, or rows of a list.
    researchers: integer(),
  })
  schema.index('search_terms_lists', ['kind', 'term'], { unique: true })

  const search_spellings_lists = schema.table(
    'search_spellings_lists',
    { spelling: key(), term: key() },
    { primaryKey: ['spelling', 'term'] },
  )

  // The format in which a list is indexed, 0 until all of its rows are; the last row that is, and the version.
  const search_lists = schema.table(
    'search_lists',
    {
      name: key<SearchedList>(),
      format: integer(),
      position: integer().default(0),
      version: integer().default(0),
    },
    { primaryKey: ['name'] },
  )

  // What the last updates of the index changed, for the caches.
  const search_list_versions = schema.table(
    'search_list_versions',
    { list: key<SearchedList>(), version: integer(), keys: json<string[]>(), items: json<number[]>() },
    { primaryKey: ['list', 'version'] },
  )

  // Rows that changed since, with the texts that they had; null for a new row.
  const search_list_changes = schema.table('search_list_changes', {
    id: id(),
    list: key<SearchedList>(),
    item_id: integer(),
    before: json<object>().nullable(),
  })
  schema.index('search_list_changes', ['list', 'item_id', 'id'])

  const search_queries = schema.table(
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

  const popular_queries = schema.table(
    'popular_queries',
    { query: key(), label: text(), count: integer() },
    { primaryKey: ['query'] },
  )
  schema.index('popular_queries', ['count', 'query'])

  const search_clicks = schema.table(
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
  const search_lifts = schema.table(
    'search_lifts',
    {
      query: key(),
      researcher_id: integer().references('researchers', 'cascade'),
      users: integer(),
    },
    { primaryKey: ['query', 'researcher_id'] },
  )
  schema.index('search_lifts', ['query', 'users', 'researcher_id'])
  schema.index('search_lifts', ['researcher_id'])
  return {
    search_postings,
    search_terms,
    search_spellings,
    search_facets,
    search_pending,
    search_postings_2,
    search_terms_2,
    search_spellings_2,
    search_facets_2,
    search_pending_2,
    search_versions,
    search_copies,
    search_aliases,
    search_postings_lists,
    search_terms_lists,
    search_spellings_lists,
    search_lists,
    search_list_versions,
    search_list_changes,
    search_queries,
    popular_queries,
    search_clicks,
    search_lifts,
  }
}
