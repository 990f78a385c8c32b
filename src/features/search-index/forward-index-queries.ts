/**
 * The forward index: the texts that an index has of each document. A change reads from it which keys and terms the document had, so that nothing
 * has to remember them when the row is changed.
 */

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { arrayRows, asJson, castInteger, integerList } from '#database/query/expressions.ts'
import { prepare, type WithConnection } from '#database/query/prepare.ts'
import type { TextArea } from '#database/tables/search.ts'

/** The texts of a document as the index has them, and as they are now; null without a document. */
export interface TextChange<Text> {
  id: number
  before: Text | null
  after: Text | null
}

const stored = {
  put: prepare((q, p: { area: TextArea; rows: readonly (readonly [id: number, text: object])[] }) =>
    q
      .insertInto('search_texts')
      .columns(['area', 'item_id', 'text'])
      .expression(
        sql`select cast(${p.area} as text), ${castInteger(sql`value->>0`)}, value->1 from ${arrayRows(p.rows)} where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['area', 'item_id']).doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
      ),
  ),

  remove: prepare((q, p: { area: TextArea; ids: number[] }) =>
    q.deleteFrom('search_texts').where('area', '=', p.area).where('item_id', 'in', integerList(p.ids)),
  ),
}

/** Removes the texts of an index that is emptied. */
export const clearTexts = prepare((q, p: { area: TextArea }) => q.deleteFrom('search_texts').where('area', '=', p.area))

/** Writes the texts that an index has from now on. */
export async function writeTexts(
  tx: WithConnection,
  area: TextArea,
  changes: readonly TextChange<object>[],
): Promise<void> {
  const rows = changes.flatMap(({ id, after }) => (after === null ? [] : [[id, after] as const]))
  const removed = changes.filter(({ before, after }) => before !== null && after === null)
  if (rows.length > 0) await stored.put.run(tx, { area, rows })
  if (removed.length > 0) await stored.remove.run(tx, { area, ids: removed.map(({ id }) => id) })
}

/** Creates the function that compares what an index has of documents with what the tables have. */
export function createTextComparison<Text extends object>() {
  const ofItems = prepare<{ area: TextArea; ids: number[] }, { item_id: number; text: Text }>((q, p) =>
    q
      .selectFrom('search_texts')
      .select(['item_id', asJson<Text>(sql.ref('text')).as('text')])
      .where('area', '=', p.area)
      .where('item_id', 'in', integerList(p.ids)),
  )
  /** Returns the documents whose texts differ. */
  return async (
    ctx: WithConnection,
    area: TextArea,
    { ids, current }: { ids: readonly number[]; current: ReadonlyMap<number, Text> },
  ): Promise<TextChange<Text>[]> => {
    const rows = await ofItems.all(ctx, { area, ids: [...ids] })
    const indexed = new Map(rows.map(({ item_id, text }) => [item_id, text]))
    return ids
      .map((id) => ({ id, before: indexed.get(id) ?? null, after: current.get(id) ?? null }))
      .filter(({ before, after }) => !isDeepStrictEqual(before, after))
  }
}
