/** Full-text search by prefix in tables of terms, which an index orders by term. */

import { sql } from 'kysely'
import type { Range } from '#core/terms.ts'
import { perEngine, textList } from './expressions.ts'
import { prepare } from './prepare.ts'

/** Tables of words by which the rows of another table are found, with the columns `term` and `item_id`. */
type TermTable = 'job_post_terms' | 'course_terms' | 'project_terms' | 'exam_skills' | 'course_skills' | 'resume_terms'

/** Defines the queries that write the terms of an item. */
export const createTermQueries = (table: TermTable) => ({
  add: prepare((q, p: { item_id: number; terms: string[] }) =>
    q
      .insertInto(table)
      .columns(['term', 'item_id'])
      .expression(sql`select value, cast(${p.item_id} as bigint) from ${textList(p.terms)} as terms`),
  ),

  remove: prepare((q, p: { item_id: number }) => q.deleteFrom(table).where('item_id', '=', p.item_id)),
})

/**
 * Selects the ids of items that have a term in each of the ranges. Reads the first range and looks the others up, so
 * the first range should be rare.
 */
export function idsMatchingTerms(terms: Range[], table: TermTable) {
  const found = sql.ref('found.item_id')
  const more = sql.ref('more.item_id')
  const all = sql.table(table)
  return perEngine<number>({
    sqlite: sql`(select ${found} from ${all} as found
      where found.term >= ${terms} ->> '$[0][0]' and found.term < ${terms} ->> '$[0][1]'
      and not exists (select 1 from json_each(${terms}) as others where others.key > 0
        and not exists (select 1 from ${all} as more where ${more} = ${found}
          and more.term >= others.value ->> 0 and more.term < others.value ->> 1)))`,
    postgres: sql`(select ${found} from ${all} as found
      where found.term >= ${terms}::jsonb #>> '{0,0}' and found.term < ${terms}::jsonb #>> '{0,1}'
      and not exists (select 1 from jsonb_array_elements(${terms}::jsonb) with ordinality as others (range, place)
        where others.place > 1
        and not exists (select 1 from ${all} as more where ${more} = ${found}
          and more.term >= others.range ->> 0 and more.term < others.range ->> 1)))`,
  })
}
