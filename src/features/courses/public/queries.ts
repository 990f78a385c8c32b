import { type Builder, prepare } from '#database/query/prepare.ts'

const selectPublished = (q: Builder) =>
  q.selectFrom('courses').where('status', '=', 'published').where('access', '=', 'everyone')

/** The courses that have a public page, for the sitemap. */
export const courseAddresses = {
  count: prepare((q) => selectPublished(q).select((e) => e.fn.countAll<number>().as('total'))),

  slice: prepare((q, p: { most: number; skip: number }) =>
    selectPublished(q).select(['id', 'updated_at']).orderBy('id').limit(p.most).offset(p.skip),
  ),
}
