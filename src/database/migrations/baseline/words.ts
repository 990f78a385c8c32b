/** The words of lists in full-text indexes of the databases. */

import { createColumn, integer, type Schema } from '../schema.ts'

/**
 * Words separated by spaces on SQLite, where triggers bring them into an FTS5 index. That stores no texts, and takes every character except
 * ASCII punctuation as part of a word: words are split by the service. One without positions is smaller; no search asks for phrases.
 */
export function defineWords(schema: Schema, items: string, table: string): void {
  const words = createColumn('TEXT', 'tsvector')
  schema.table(table, { item_id: integer().references(items, 'cascade'), words }, { primaryKey: ['item_id'] })
  schema.statement({
    sqlite: `create virtual table ${table}_index using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    postgres: `create index ${table}_index on ${table} using gin (words)`,
  })
}
