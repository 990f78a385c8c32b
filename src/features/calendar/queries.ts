import { isOfValidKey } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export const calendars = {
  set: prepare((q, p: { user_id: number; token_hash: string; key_id: number | null; now: string }) =>
    q
      .insertInto('calendars')
      .values({ user_id: p.user_id, token_hash: p.token_hash, key_id: p.key_id, created_at: p.now })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ token_hash: p.token_hash, key_id: p.key_id, created_at: p.now }),
      ),
  ),

  /** Finds no calendars of suspended users and of API keys that have ended. */
  byToken: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .selectFrom('calendars')
      .innerJoin('users', 'users.id', 'calendars.user_id')
      .select(['users.id', 'users.timezone', 'users.locale'])
      .where('token_hash', '=', p.token_hash)
      .where(isOfValidKey('calendars.key_id', p.now))
      .where('users.suspended_at', 'is', null)
      .where('users.deleted_at', 'is', null),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('calendars').select('created_at').where('user_id', '=', p.user_id),
  ),

  remove: prepare((q, p: { user_id: number }) => q.deleteFrom('calendars').where('user_id', '=', p.user_id)),
}
