/**
 * The index by which job posts, courses and projects are searched. Triggers name the rows whose texts change, so that no part of the
 * service can forget one, and keep the texts that the index has until it is brought up to date.
 */

import { bytes, id, integer, json, key, type Migration, type Schema, text } from './schema.ts'

/** A list, and the columns that its index reads. */
interface SearchedList {
  table: string
  /** Columns of texts and states. */
  texts: readonly string[]
  /** Columns of JSON. */
  json?: readonly string[]
}

const lists: readonly SearchedList[] = [
  { table: 'job_posts', texts: ['title', 'description', 'company', 'location', 'status'], json: ['skills'] },
  { table: 'courses', texts: ['title', 'description', 'category', 'status', 'access'] },
  { table: 'projects', texts: ['title', 'description', 'field', 'visibility'] },
]

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
      const state = `insert into search_lists (name, format) select '${list.table}', case count(*) when 0 then 1 else 0 end
        from "${list.table}"`
      schema.statement({ sqlite: state, postgres: state })
      for (const event of ['insert', 'update', 'delete'] as const) createTrigger(schema, list, event)
    }
  },
}

/** Creates a trigger that names the changed rows of a list. */
function createTrigger(schema: Schema, list: SearchedList, event: 'insert' | 'update' | 'delete') {
  const { table, texts, json: values = [] } = list
  const columns = [...texts, ...values]
  const trigger = `"${table}_searched_${event}"`
  const row = event === 'delete' ? 'old' : 'new'
  const listed = (prefix: string) => columns.map((column) => `${prefix}"${column}"`).join(', ')
  const fields = (read: (column: string) => string) =>
    [...texts.map((column) => [column, `old."${column}"`]), ...values.map((column) => [column, read(column)])]
      .map(([column, value]) => `'${column}', ${value}`)
      .join(', ')
  const before = {
    sqlite: event === 'insert' ? 'null' : `json_object(${fields((column) => `json(old."${column}")`)})`,
    postgres: event === 'insert' ? 'null' : `jsonb_build_object(${fields((column) => `old."${column}"`)})`,
  }
  const statement = (engine: 'sqlite' | 'postgres') =>
    `insert into search_list_changes (list, item_id, "before") values ('${table}', ${row}."id", ${before[engine]})`
  const of = event === 'update' ? `update of ${listed('')}` : event
  const when = (operator: string) =>
    event === 'update' ? ` when ((${listed('old.')}) ${operator} (${listed('new.')}))` : ''
  schema.statement({
    sqlite: `create trigger ${trigger} after ${of} on "${table}"${when('is not')} begin ${statement('sqlite')}; end`,
    postgres: `create function ${trigger}() returns trigger language plpgsql as $$ begin ${statement('postgres')};
      return null; end $$`,
  })
  schema.statement({
    sqlite: '',
    postgres: `create trigger ${trigger} after ${of} on "${table}" for each row${when('is distinct from')}
      execute function ${trigger}()`,
  })
}
