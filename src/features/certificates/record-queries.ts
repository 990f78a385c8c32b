import { sql } from 'kysely'
import { prepareList } from '#database/query/prepare.ts'
import type { UserRecords } from '#features/feature.ts'

export const certificateRecords: UserRecords = {
  kind: 'certificate',
  list: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('certificates')
      .select(['id', 'title', 'issued_at as created_at'])
      .select(sql<string>`case when revoked_at is null then 'issued' else 'revoked' end`.as('status'))
      .where('user_id', '=', p.user_id)
      .orderBy('id', 'desc'),
  ),
}
