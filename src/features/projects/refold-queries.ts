import { prepare } from '#database/query/prepare.ts'
import type { RefoldSlice } from '#platform/refold.ts'

/** What is stored folded about projects. */
export const foldedProjects = {
  after: prepare((q, p: RefoldSlice) =>
    q
      .selectFrom('projects')
      .select(['id', 'title', 'field', 'title_key', 'field_key'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),

  setKeys: prepare((q, p: { id: number; title_key: string; field_key: string }) =>
    q.updateTable('projects').set({ title_key: p.title_key, field_key: p.field_key }).where('id', '=', p.id),
  ),
}
