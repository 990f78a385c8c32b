/** The words of job posts, courses and projects in full-text indexes of the databases instead of a row for each word. */

import { createColumn, integer, type Migration, type Schema } from './schema.ts'

/** Words separated by spaces on SQLite, where triggers bring them into an FTS5 index. */
const words = () => createColumn('TEXT', 'tsvector')

export const wordIndexes: Migration = {
  name: '0034-word-indexes',
  up(schema) {
    for (const [items, former, table] of [
      ['job_posts', 'job_post_terms', 'job_post_words'],
      ['courses', 'course_terms', 'course_words'],
      ['projects', 'project_terms', 'project_words'],
    ] as const) {
      schema.table(
        table,
        { item_id: integer().references(items, 'cascade'), words: words() },
        { primaryKey: ['item_id'] },
      )
      createIndex(schema, table)
      fill(schema, former, table)
      const drop = `drop table "${former}"`
      schema.statement({ sqlite: drop, postgres: drop })
    }
  },
}

/**
 * The index of SQLite stores no texts, and takes every character except ASCII punctuation as part of a word: words are
 * split by the service. One without positions is smaller; no search asks for phrases.
 */
function createIndex(schema: Schema, table: string) {
  const index = `${table}_index`
  schema.statement({
    sqlite: `create virtual table ${index} using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    postgres: `create index ${index} on ${table} using gin (words)`,
  })
}

/** ASCII characters except letters and digits, for each of which a private character stands within a word. */
const marks = Array.from({ length: 95 }, (_, index) => 32 + index).filter((code) =>
  /\W|_/.test(String.fromCharCode(code)),
)
const toSubstitute = (code: number) => 0xe000 + code

/** Converts the rows of words. */
function fill(schema: Schema, former: string, table: string) {
  const replaced = marks.reduce((term, code) => `replace(${term}, char(${code}), char(${toSubstitute(code)}))`, 'term')
  const concatenate = (codes: readonly number[]) => codes.map((code) => `chr(${code})`).join(' || ')
  const translated = `translate(term, ${concatenate(marks)}, ${concatenate(marks.map(toSubstitute))})`
  const insert = `insert into ${table} (item_id, words) select item_id,`
  schema.statement({
    sqlite: `${insert} group_concat(${replaced}, ' ') from ${former} group by item_id`,
    postgres: `${insert} array_to_tsvector(array_agg(${translated})) from ${former} group by item_id`,
  })
}
