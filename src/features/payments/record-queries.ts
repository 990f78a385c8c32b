import { prepareList } from '#database/query/prepare.ts'
import type { UserRecords } from '#features/feature.ts'

export const paymentRecords: UserRecords = {
  kind: 'payment',
  list: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('charges')
      .select(['id', 'title', 'status', 'created_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id', 'desc'),
  ),
}
