import { isTrue } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

const selectPublic = (q: Builder) =>
  q.selectFrom('researchers').where(isTrue('public_page')).where('visibility', '=', 'public')

export const publicProfiles = {
  find: prepare((q, p: { id: number }) => selectPublic(q).select('id').where('id', '=', p.id)),

  count: prepare((q) => selectPublic(q).select((e) => e.fn.countAll<number>().as('total'))),

  newest: prepare((q, p: { most: number; skip: number }) =>
    selectPublic(q).select('id').orderBy('id', 'desc').limit(p.most).offset(p.skip),
  ),

  slice: prepare((q, p: { most: number; skip: number }) =>
    selectPublic(q).select(['id', 'updated_at']).orderBy('id').limit(p.most).offset(p.skip),
  ),
}
