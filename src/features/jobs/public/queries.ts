import { type Builder, prepare } from '#database/query/prepare.ts'

/** Posts without a deadline close at the end of time. */
const selectOpen = (q: Builder, { now }: { now: string }) =>
  q.selectFrom('job_posts').where('status', '=', 'open').where('closes_at', '>', now)

export const openPostAddresses = {
  count: prepare((q, p: { now: string }) => selectOpen(q, p).select((e) => e.fn.countAll<number>().as('total'))),

  slice: prepare((q, p: { now: string; most: number; skip: number }) =>
    selectOpen(q, p).select(['id', 'updated_at']).orderBy('closes_at').orderBy('id').limit(p.most).offset(p.skip),
  ),
}
