import { prepare } from '#database/query/prepare.ts'
import type { RefoldSlice } from '#platform/refold.ts'

/** What is stored folded about courses. */
export const foldedCourses = {
  after: prepare((q, p: RefoldSlice) =>
    q
      .selectFrom('courses')
      .select(['id', 'title', 'category', 'skills', 'title_key', 'category_key'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),

  setKeys: prepare((q, p: { id: number; title_key: string; category_key: string }) =>
    q.updateTable('courses').set({ title_key: p.title_key, category_key: p.category_key }).where('id', '=', p.id),
  ),
}
