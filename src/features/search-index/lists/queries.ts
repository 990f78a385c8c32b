import { termKinds } from '@research-platform/search-engine/words'
import { sql } from 'kysely'
import { asJson, integerList, jsonRows, perEngine, textList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { SearchedList } from '#database/tables/search.ts'

/** Which indexes exist, and how far each is built. */
export const lists = {
  state: prepare((q, p: { name: SearchedList }) =>
    q.selectFrom('search_lists').select(['format', 'position', 'version']).where('name', '=', p.name),
  ),

  /** Begins the next version, and returns it. */
  advance: prepare((q, p: { name: SearchedList }) =>
    q
      .updateTable('search_lists')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('name', '=', p.name)
      .returning('version'),
  ),

  save: prepare((q, p: { name: SearchedList; format: number; position: number }) =>
    q.updateTable('search_lists').set({ format: p.format, position: p.position }).where('name', '=', p.name),
  ),

  /** Makes the caches of all lists begin anew. */
  renew: prepare((q) => q.updateTable('search_lists').set((eb) => ({ version: eb('version', '+', 2) }))),
}

export const listVersions = {
  after: prepare((q, p: { list: SearchedList; version: number }) =>
    q
      .selectFrom('search_list_versions')
      .select(['version', 'keys', 'items'])
      .where('list', '=', p.list)
      .where('version', '>', p.version)
      .orderBy('version'),
  ),

  add: prepare((q, p: { list: SearchedList; version: number; keys: string[]; items: number[] }) =>
    q.insertInto('search_list_versions').values({ list: p.list, version: p.version, keys: p.keys, items: p.items }),
  ),

  forget: prepare((q, p: { list: SearchedList; until: number }) =>
    q.deleteFrom('search_list_versions').where('list', '=', p.list).where('version', '<=', p.until),
  ),
}

/** Terms, spellings and keys begin with the prefix of the list; `end` is behind all of them. */
interface Prefix {
  prefix: string
  end: string
}

/** Removes what the index of a list stores, apart from the texts of the forward index. */
export const storedParts = [
  prepare((q, p: Prefix) =>
    q.deleteFrom('search_postings_lists').where('key', '>=', p.prefix).where('key', '<', p.end),
  ),
  prepare((q, p: Prefix) =>
    q
      .deleteFrom('search_terms_lists')
      .where(
        'kind',
        'in',
        termKinds.map((kind) => sql.lit(kind)),
      )
      .where('term', '>=', p.prefix)
      .where('term', '<', p.end),
  ),
  prepare((q, p: Prefix) =>
    q.deleteFrom('search_spellings_lists').where('spelling', '>=', p.prefix).where('spelling', '<', p.end),
  ),
]

/** Terms that no document has any more. */
export const unusedTerms = {
  /** By both columns of the index: by the term alone, all rows would be read. */
  remove: prepare((q, p: { terms: readonly { kind: string; term: string }[] }) =>
    q
      .deleteFrom('search_terms_lists')
      .where(
        sql<boolean>`(kind, term) in (${q
          .selectFrom(jsonRows(p.terms).as('given'))
          .select([sql<string>`value ->> 'kind'`.as('kind'), sql<string>`value ->> 'term'`.as('term')])})`,
      )
      .where('researchers', '<=', 0)
      .returning(['kind', 'term']),
  ),

  removeSpellings: prepare((q, p: { spellings: string[]; terms: string[] }) =>
    q
      .deleteFrom('search_spellings_lists')
      .where('spelling', 'in', textList(p.spellings))
      .where('term', 'in', textList(p.terms)),
  ),
}

/** The columns that an index reads, and whether they are texts or JSON; those of the triggers of the list. */
export type TextColumns<Text> = Readonly<Record<keyof Text & string, 'text' | 'json'>>

/** A row and its texts. */
interface TextRow<Text> {
  id: number
  text: Text
}

/** Creates the queries of the texts of a list. */
export function createTextQueries<Text>(list: SearchedList, columns: TextColumns<Text>) {
  const text = asJson<Text>(buildText(columns))
  const rows = (q: Builder) => q.selectFrom(list).select([sql<number>`${sql.ref('id')}`.as('id'), text.as('text')])
  return {
    ofRows: prepare<{ ids: number[] }, TextRow<Text>>((q, p) =>
      rows(q).where(sql<boolean>`${sql.ref('id')} in ${integerList(p.ids)}`),
    ),
  }
}

/** Creates the queries of what the index of a list does not have. */
export function createLagQueries(list: SearchedList) {
  const after = (q: Builder, p: { position: number; limit: number }) =>
    q
      .selectFrom(list)
      .select(sql<number>`${sql.ref('id')}`.as('id'))
      .where(sql<boolean>`${sql.ref('id')} > ${p.position}`)
      .orderBy(sql.ref('id'))
      .limit(p.limit)
  return {
    idsAfter: prepare<{ position: number; limit: number }, { id: number }>((q, p) => after(q, p)),

    /** Without those that the index has already, because they have changed. */
    unbuiltIds: prepare<{ position: number; limit: number }, { id: number }>((q, p) =>
      after(q, p).where(
        sql<boolean>`not exists (select 1 from search_texts where area = ${sql.lit(list)} and item_id = ${sql.table(list)}.id)`,
      ),
    ),

    /** The largest id, 0 without rows: counting would read all of them. */
    last: prepare<object, { last: number }>((q) =>
      q.selectFrom(list).select(sql<number>`coalesce(max(${sql.ref('id')}), 0)`.as('last')),
    ),
  }
}

/** A JSON object of the columns. */
function buildText<Text>(columns: TextColumns<Text>) {
  const build = (toValue: (column: string, kind: unknown) => unknown) =>
    sql.join(Object.entries(columns).flatMap(([column, kind]) => [sql.lit(column), toValue(column, kind)]))
  const ofSqlite = build((column, kind) => (kind === 'json' ? sql`json(${sql.ref(column)})` : sql.ref(column)))
  return perEngine<string>({
    sqlite: sql`json_object(${ofSqlite})`,
    postgres: sql`jsonb_build_object(${build((column) => sql.ref(column))})`,
  })
}
