import { sql } from 'kysely'
import { integerList, isTrue } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { SavedSearchKind } from './record.ts'

/** The tables whose published rows are found, and the state of those rows. */
const published = { job_posts: ['status', 'open'], researchers: ['visibility', 'public'] } as const

const ofEachKind = { choices: ['job_posts', 'researchers'] } as const satisfies { choices: readonly SavedSearchKind[] }

/** Whether there is a search of the kind, which has a term that begins with it: one that is saved later finds nothing of before. */
const isSearched = (q: Builder, kind: SavedSearchKind) =>
  sql<boolean>`exists ${q
    .selectFrom('saved_search_terms')
    .select('search_id')
    .where('term', '>=', sql.lit(`${kind}/`))
    .where('term', '<', sql.lit(`${kind}0`))}`

export const publishedItems = {
  /** Names those of the rows that are published, with the time at which they were first seen so. */
  put: prepare((q, p: { ids: readonly number[] }, kind: SavedSearchKind) => {
    const [column, value] = published[kind]
    return q
      .insertInto('saved_search_items')
      .columns(['kind', 'item_id', 'published_at', 'is_pending'])
      .expression(
        q
          .selectFrom(kind)
          .select([
            sql.lit(kind).as('kind'),
            'id as item_id',
            'updated_at as published_at',
            isSearched(q, kind).as('is_pending'),
          ])
          .where('id', 'in', integerList(p.ids))
          .where(sql.ref<string>(column), '=', sql.lit(value)),
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'item_id']).doUpdateSet({ is_pending: sql.ref('excluded.is_pending') }),
      )
  }, ofEachKind),

  /** Removes those of the rows that are deleted. */
  removeDeleted: prepare(
    (q, p: { ids: readonly number[] }, kind: SavedSearchKind) =>
      q
        .deleteFrom('saved_search_items')
        .where('kind', '=', sql.lit(kind))
        .where('item_id', 'in', integerList(p.ids))
        .where('item_id', 'not in', (eb) => eb.selectFrom(kind).select('id').where('id', 'in', integerList(p.ids))),
    ofEachKind,
  ),

  pending: prepare((q, p: { kind: string; limit: number }) =>
    q
      .selectFrom('saved_search_items')
      .select(['item_id', 'published_at'])
      .where('kind', '=', p.kind)
      .where(isTrue('is_pending'))
      .orderBy('item_id')
      .limit(p.limit),
  ),

  settle: prepare((q, p: { kind: string; ids: readonly number[] }) =>
    q
      .updateTable('saved_search_items')
      .set({ is_pending: sql.lit(false) })
      .where('kind', '=', p.kind)
      .where('item_id', 'in', integerList(p.ids)),
  ),
}
