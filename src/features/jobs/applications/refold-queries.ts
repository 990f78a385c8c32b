import { prepare } from '#database/query/prepare.ts'
import type { RefoldSlice } from '#platform/refold.ts'

/** What is stored folded about applications. */
export const foldedApplications = {
  after: prepare((q, p: RefoldSlice) =>
    q
      .selectFrom('job_applications')
      .select(['id', 'first_name', 'last_name', 'email', 'search_key', 'tags', 'tag_keys'])
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),

  setKeys: prepare((q, p: { id: number; search_key: string; tag_keys: string[] }) =>
    q.updateTable('job_applications').set({ search_key: p.search_key, tag_keys: p.tag_keys }).where('id', '=', p.id),
  ),
}
