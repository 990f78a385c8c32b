import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

export const twoFactorSecrets = {
  /** Stores a new secret, which takes the place of one that was never enabled. */
  begin: prepare((q, p: { user_id: number; encrypted_secret: string; now: string }) =>
    q
      .insertInto('two_factor_secrets')
      .values({
        user_id: p.user_id,
        encrypted_secret: p.encrypted_secret,
        enabled_at: null,
        created_at: p.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id'])
          .doUpdateSet({ encrypted_secret: p.encrypted_secret, created_at: p.now })
          .where('two_factor_secrets.enabled_at', 'is', null),
      ),
  ),

  byUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('two_factor_secrets').select(['encrypted_secret', 'enabled_at']).where('user_id', '=', p.user_id),
  ),

  /** Uses up the code of a time step and all before it; of several concurrent requests, one succeeds. */
  useStep: prepare((q, p: { user_id: number; encrypted_secret: string; step: number }) =>
    q
      .updateTable('two_factor_secrets')
      .set({ last_step: p.step })
      .where('user_id', '=', p.user_id)
      .where('encrypted_secret', '=', p.encrypted_secret)
      .where('last_step', '<', p.step),
  ),

  enable: prepare((q, p: { user_id: number; now: string }) =>
    q
      .updateTable('two_factor_secrets')
      .set({ enabled_at: p.now })
      .where('user_id', '=', p.user_id)
      .where('enabled_at', 'is', null),
  ),

  remove: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('two_factor_secrets').where('user_id', '=', p.user_id).where('enabled_at', 'is not', null),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('two_factor_secrets').where('user_id', '=', p.user_id)),
}

export const recoveryCodes = {
  add: prepare((q, p: { user_id: number; code_hash: string }) =>
    q.insertInto('recovery_codes').values({ user_id: p.user_id, code_hash: p.code_hash }),
  ),

  byHash: prepare((q, p: { user_id: number; code_hash: string }) =>
    q
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', p.user_id)
      .where('code_hash', '=', p.code_hash),
  ),

  /** Uses up a code; of several concurrent requests, one succeeds. */
  use: prepare((q, p: { user_id: number; code_hash: string }) =>
    q.deleteFrom('recovery_codes').where('user_id', '=', p.user_id).where('code_hash', '=', p.code_hash),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('recovery_codes').where('user_id', '=', p.user_id)),
}

export const loginChallenges = {
  add: prepare(
    (
      q,
      p: { challenge_hash: string; user_id: number; login_method: string; attempts_left: number; expires_at: string },
    ) =>
      q.insertInto('login_challenges').values({
        challenge_hash: p.challenge_hash,
        user_id: p.user_id,
        login_method: p.login_method,
        attempts_left: p.attempts_left,
        expires_at: p.expires_at,
      }),
  ),

  /** Counts an attempt before the code is checked, so that concurrent guesses cannot exceed the limit. */
  attempt: prepare((q, p: { challenge_hash: string; now: string }) =>
    q
      .updateTable('login_challenges')
      .set({ attempts_left: sql<number>`attempts_left - 1` })
      .where('challenge_hash', '=', p.challenge_hash)
      .where('attempts_left', '>', 0)
      .where('expires_at', '>', p.now)
      .returning(['user_id', 'login_method', 'attempts_left']),
  ),

  /** Ends a challenge; of several concurrent requests, one succeeds. */
  redeem: prepare((q, p: { challenge_hash: string }) =>
    q.deleteFrom('login_challenges').where('challenge_hash', '=', p.challenge_hash),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('login_challenges').where('user_id', '=', p.user_id)),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom('login_challenges').select('challenge_hash').where('expires_at', '<=', p.now)
    return q.deleteFrom('login_challenges').where('challenge_hash', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
}
