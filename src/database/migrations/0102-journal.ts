/**
 * The journal: one row for each object that a transaction touched, written by derived triggers (`database/derived/`). Followers
 * read it behind cursors of their own, in the order of `transaction_id` and `id`.
 */

import { id, integer, key, type Migration, type Schema, text } from './schema.ts'

export const journal = {
  name: '0102-journal',
  up(schema: Schema) {
    const journal = schema.table('journal', {
      id: id(),
      // On PostgreSQL, where rows become visible in another order than they get their ids; 0 on SQLite.
      transaction_id: integer(),
      kind: key(),
      object_id: key(),
      // The groups of fields that changed, separated by spaces.
      parts: text(),
    })
    schema.index('journal', ['transaction_id', 'id'])
    // The last row that a follower has read; the format of what it keeps, 0 until it is built from the tables, and how far that is.
    const followers = schema.table(
      'followers',
      {
        name: key(),
        transaction_id: integer().default(0),
        position: integer().default(0),
        // The format of what it keeps, 0 until it is built from the tables.
        format: integer().default(0),
        built: integer().default(0),
      },
      { primaryKey: ['name'] },
    )
    return { journal, followers }
  },
} satisfies Migration
