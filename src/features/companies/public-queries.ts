import { prepare } from '#database/query/prepare.ts'

/** The companies that have a page, for the sitemap. */
export const companyAddresses = {
  slice: prepare((q, p: { most: number; skip: number }) =>
    q
      .selectFrom('companies')
      .select(['id', 'updated_at'])
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null)
      .orderBy('id')
      .limit(p.most)
      .offset(p.skip),
  ),
}
