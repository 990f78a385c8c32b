/** Saved searches: what they look for, what was published since, and what of it they have found. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { boolean, id, integer, json, key, type Migration, type Schema, text, timestamp } from './schema.ts'

/** What the change feed follows besides. */
export const savedSearchObjects: readonly TrackedObject[] = [
  { table: 'saved_searches', kind: 'saved_search', columns: ['query', 'filters', 'frequency'] },
]

/** The tables in which searches find something: when a row is published, and the columns by which it is found. */
const sources = [
  {
    table: 'job_posts',
    published: (row: string) => `${row}"status" = 'open'`,
    columns: [
      ...['title', 'description', 'company', 'company_id', 'location', 'remote', 'employment_type'],
      ...['experience_level', 'skills', 'pays', 'status'],
    ],
  },
  {
    table: 'researchers',
    published: (row: string) => `${row}"visibility" = 'public'`,
    columns: [
      ...['headline', 'bio', 'institution', 'department', 'location', 'country', 'fields', 'skills', 'name_key'],
      ...['years_experience', 'availability', 'verified', 'publications', 'visibility'],
    ],
  },
]

export const savedSearches: Migration = {
  name: '0071-saved-searches',
  up(schema) {
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
    schema.table(
      'saved_search_terms',
      { term: key(), search_id: integer().references('saved_searches', 'cascade') },
      { primaryKey: ['term', 'search_id'] },
    )
    schema.index('saved_search_terms', ['search_id'])

    // Rows that are or were published, since when, and whether searches are still to be compared with them.
    schema.table(
      'saved_search_items',
      { kind: key(), item_id: integer(), published_at: timestamp(), is_pending: boolean() },
      { primaryKey: ['kind', 'item_id'] },
    )
    schema.index('saved_search_items', ['kind', 'item_id'], { where: 'is_pending' })

    schema.table(
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

    // The address at which a mail is unsubscribed from with one click; null for mails that answer an act.
    schema.addColumn('mails', 'unsubscribe_url', text().nullable())

    for (const source of sources) followSource(schema, source)
    createObjectTriggers(schema, 'saved', savedSearchObjects)
  },
}

/** Names the rows that are published or change while they are. */
function followSource(schema: Schema, { table, published, columns }: (typeof sources)[number]) {
  const existing = `insert into saved_search_items (kind, item_id, published_at, is_pending)
    select '${table}', id, created_at, false from "${table}" where ${published('')}`
  schema.statement({ sqlite: existing, postgres: existing })
  const put = `insert into saved_search_items (kind, item_id, published_at, is_pending)
    values ('${table}', new."id", new."updated_at", true)
    on conflict (kind, item_id) do update set is_pending = true`
  const remove = `delete from saved_search_items where kind = '${table}' and item_id = old."id"`
  const listed = (prefix: string) => columns.map((column) => `${prefix}"${column}"`).join(', ')
  const triggers = [
    { event: 'insert', of: 'insert', act: put, when: () => published('new.') },
    {
      event: 'update',
      of: `update of ${listed('')}`,
      act: put,
      when: (isOther: string) => `${published('new.')} and (${listed('old.')}) ${isOther} (${listed('new.')})`,
    },
    { event: 'delete', of: 'delete', act: remove, when: () => 'true' },
  ]
  for (const { event, of, act, when } of triggers) {
    const name = `"${table}_published_${event}"`
    schema.statement({
      sqlite: `create trigger ${name} after ${of} on "${table}" when ${when('is not')} begin ${act}; end`,
      postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${act}; return null; end $$`,
    })
    schema.statement({
      sqlite: '',
      postgres: `create trigger ${name} after ${of} on "${table}" for each row when (${when('is distinct from')})
        execute function ${name}()`,
    })
  }
}
