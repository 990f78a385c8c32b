import { sql } from 'kysely'
import { asJson, integerList, jsonRows, perEngine, textList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { SearchedList } from '#database/tables/search.ts'

/** Which indexes exist, and how far each is built. */
export const lists = {
  state: prepare((q, p: { name: SearchedList }) =>
    q.selectFrom('search_lists').select(['format', 'position', 'version']).where('name', '=', p.name),
  ),

  /** Makes other instances wait, and returns the state. */
  lock: prepare((q, p: { name: SearchedList }) =>
    q
      .updateTable('search_lists')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('name', '=', p.name)
      .returning(['format', 'position', 'version']),
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

export const listChanges = {
  any: prepare((q, p: { list: SearchedList }) =>
    q.selectFrom('search_list_changes').select('id').where('list', '=', p.list).limit(1),
  ),

  /** The rows that changed, each with its last change; the latest first. */
  waiting: prepare((q, p: { list: SearchedList; limit: number }) =>
    q
      .selectFrom('search_list_changes')
      .select((eb) => ['item_id', eb.fn.max('id').as('last')])
      .where('list', '=', p.list)
      .groupBy('item_id')
      .orderBy('last', 'desc')
      .limit(p.limit),
  ),

  /** Removes the changes of rows up to the last one that was applied. */
  remove: prepare((q, p: { list: SearchedList; rows: readonly (readonly [item: number, last: number])[] }) =>
    q.deleteFrom('search_list_changes').where(
      'id',
      'in',
      perEngine<number>({
        // A cross join keeps this order; without it SQLite reads all waiting changes of the list for each batch.
        sqlite: sql`(select changed.id from json_each(${p.rows}) as applied cross join search_list_changes as changed
          where changed.list = ${p.list} and changed.item_id = applied.value->>0 and changed.id <= applied.value->>1)`,
        postgres: sql`(select changed.id from jsonb_array_elements(${p.rows}::jsonb) as applied(value), search_list_changes as changed
          where changed.list = ${p.list} and changed.item_id = (applied.value->>0)::bigint
            and changed.id <= (applied.value->>1)::bigint)`,
      }),
    ),
  ),

  /** Removes the changes of rows with these ids, which are indexed as they are. */
  removeBetween: prepare((q, p: { list: SearchedList; after: number; until: number }) =>
    q
      .deleteFrom('search_list_changes')
      .where('list', '=', p.list)
      .where('item_id', '>', p.after)
      .where('item_id', '<=', p.until),
  ),
}

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

/** A row that changed, with the texts that the index has and those that it has now. */
interface ChangedRow<Text> {
  item_id: number
  last: number
  before: Text | null
  after: Text | null
}

/** Creates the queries of the texts of a list. */
export function createTextQueries<Text>(list: SearchedList, columns: TextColumns<Text>) {
  const text = asJson<Text>(buildText(columns))
  const rows = (q: Builder) => q.selectFrom(list).select([sql<number>`${sql.ref('id')}`.as('id'), text.as('text')])
  return {
    ofRows: prepare<{ ids: number[] }, TextRow<Text>>((q, p) =>
      rows(q).where(sql<boolean>`${sql.ref('id')} in ${integerList(p.ids)}`),
    ),

    after: prepare<{ position: number; limit: number }, TextRow<Text>>((q, p) =>
      rows(q)
        .where(sql<boolean>`${sql.ref('id')} > ${p.position}`)
        .orderBy(sql.ref('id'))
        .limit(p.limit),
    ),

    /**
     * Some of the rows that changed, with the texts that the index has, and those that they have now: read by one statement, so
     * that no change comes in between.
     */
    changed: prepare<{ list: SearchedList; limit: number }, ChangedRow<Text>>((q, p) =>
      q
        .selectFrom(
          q
            .selectFrom('search_list_changes')
            .select((eb) => ['item_id', eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
            .where('list', '=', p.list)
            .where('item_id', 'in', (eb) =>
              eb
                .selectFrom('search_list_changes')
                .select('item_id')
                .distinct()
                .where('list', '=', p.list)
                .orderBy('item_id')
                .limit(p.limit),
            )
            .groupBy('item_id')
            .as('waiting'),
        )
        .innerJoin('search_list_changes as earliest', 'earliest.id', 'waiting.first')
        .select([
          'waiting.item_id',
          'waiting.last',
          asJson<Text | null>(sql`earliest."before"`).as('before'),
          asJson<Text | null>(sql`(select ${text} from ${sql.table(list)} where id = waiting.item_id)`).as('after'),
        ])
        .orderBy('waiting.item_id'),
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
