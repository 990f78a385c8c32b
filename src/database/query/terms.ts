/** Full-text search by prefix in tables of terms, which an index orders by term. */

import { sql } from 'kysely'
import { textList } from './expressions.ts'
import { prepare } from './prepare.ts'

/** Tables of words by which the rows of another table are found, with the columns `term` and `item_id`. */
type TermTable = 'exam_skills' | 'course_skills' | 'resume_terms'

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
