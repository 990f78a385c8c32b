import { sql } from 'kysely'
import { asBoolean } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export const knownDevices = {
  lastSeen: prepare((q, p: { user_id: number; device_hash: string }) =>
    q
      .selectFrom('known_devices')
      .select('last_seen_at')
      .where('user_id', '=', p.user_id)
      .where('device_hash', '=', p.device_hash),
  ),

  any: prepare((q, p: { user_id: number }) =>
    q.selectFrom('known_devices').select('user_id').where('user_id', '=', p.user_id).limit(1),
  ),

  see: prepare((q, p: { user_id: number; device_hash: string; now: string }) =>
    q
      .insertInto('known_devices')
      .values({ user_id: p.user_id, device_hash: p.device_hash, last_seen_at: p.now })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: p.now })),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('known_devices').select('last_seen_at').where('user_id', '=', p.user_id),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('known_devices').where('user_id', '=', p.user_id)),

  sweep: prepare((q, p: { before: string; most: number }) =>
    q.deleteFrom('known_devices').where(sql<boolean>`("user_id", "device_hash") in (
      select "user_id", "device_hash" from "known_devices" where "last_seen_at" <= ${p.before}
      order by "last_seen_at" limit ${p.most})`),
  ),
}

/** The factors of an account besides the password. */
export const factors = {
  of: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('users')
      .select((eb) => [
        asBoolean(
          eb.exists(
            eb
              .selectFrom('two_factor_secrets')
              .select('two_factor_secrets.user_id')
              .whereRef('two_factor_secrets.user_id', '=', 'users.id')
              .where('enabled_at', 'is not', null),
          ),
        ).as('has_second_factor'),
        asBoolean(
          eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')),
        ).as('has_passkey'),
        sql<number>`(select count(*) from recovery_codes where recovery_codes.user_id = users.id)`.as(
          'recovery_codes_left',
        ),
      ])
      .where('users.id', '=', p.user_id),
  ),
}
