/** Saved searches: what they look for, what was published since, and what of it they have found. */

import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineSavedSearches(schema: Schema) {
  schema.table('saved_searches', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    kind: text().oneOf('job_posts', 'researchers'),
    query: text(),
    filters: json(),
    frequency: text().oneOf('instant', 'daily', 'weekly', 'never'),
    // What is published from then on is new.
    since: timestamp(),
    // When the next digest is due; null while nothing new was found.
    due_at: timestamp().nullable(),
    last_digest_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('saved_searches', ['user_id', 'id'])
  schema.index('saved_searches', ['due_at', 'user_id'], { where: 'due_at is not null' })

  // The words of which a document must have one to be found; `*` for a search that every document may match.
  const saved_search_terms = schema.table(
    'saved_search_terms',
    {
      term: key(),
      search_id: integer().references('saved_searches', 'cascade'),
    },
    { primaryKey: ['term', 'search_id'] },
  )
  schema.index('saved_search_terms', ['search_id'])

  // Rows that are or were published, since when, and whether searches are still to be compared with them.
  const saved_search_items = schema.table(
    'saved_search_items',
    {
      kind: key(),
      item_id: integer(),
      published_at: timestamp(),
      is_pending: boolean(),
    },
    { primaryKey: ['kind', 'item_id'] },
  )
  schema.index('saved_search_items', ['kind', 'item_id'], { where: 'is_pending' })

  const saved_search_matches = schema.table(
    'saved_search_matches',
    {
      search_id: integer().references('saved_searches', 'cascade'),
      item_id: integer(),
      found_at: timestamp(),
      // When a digest named it.
      sent_at: timestamp().nullable(),
    },
    { primaryKey: ['search_id', 'item_id'] },
  )
  schema.index('saved_search_matches', ['search_id', 'found_at', 'item_id'])
  schema.index('saved_search_matches', ['found_at'])
  schema.index('saved_search_matches', ['search_id', 'item_id'], { where: 'sent_at is null' })
  return { saved_search_terms, saved_search_items, saved_search_matches }
}
