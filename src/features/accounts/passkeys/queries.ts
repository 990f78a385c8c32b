import { prepare, prepareList } from '#database/query/prepare.ts'

interface NewPasskey {
  user_id: number
  credential_id: string
  public_key: string
  user_handle: string
  counter: number
  transports: string[]
  synced: boolean
  name: string
  now: string
}

const columns = ['id', 'name', 'synced', 'created_at', 'last_used_at'] as const

export const passkeys = {
  add: prepare((q, p: NewPasskey) =>
    q
      .insertInto('passkeys')
      .values({
        user_id: p.user_id,
        credential_id: p.credential_id,
        public_key: p.public_key,
        user_handle: p.user_handle,
        counter: p.counter,
        transports: p.transports,
        synced: p.synced,
        name: p.name,
        created_at: p.now,
        last_used_at: null,
      })
      .returning(columns),
  ),

  ofUser: prepareList((q, p: { user_id: number }) =>
    q.selectFrom('passkeys').select(columns).where('user_id', '=', p.user_id).orderBy('id'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('passkeys')
      .select([...columns, 'credential_id', 'user_handle'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  byCredentialId: prepare((q, p: { credential_id: string }) =>
    q
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'user_handle', 'counter'])
      .where('credential_id', '=', p.credential_id),
  ),

  use: prepare((q, p: { id: number; counter: number; synced: boolean; now: string }) =>
    q.updateTable('passkeys').set({ counter: p.counter, synced: p.synced, last_used_at: p.now }).where('id', '=', p.id),
  ),

  rename: prepare((q, p: { user_id: number; id: number; name: string }) =>
    q
      .updateTable('passkeys')
      .set({ name: p.name })
      .where('user_id', '=', p.user_id)
      .where('id', '=', p.id)
      .returning(columns),
  ),

  remove: prepare((q, p: { user_id: number; id: number }) =>
    q.deleteFrom('passkeys').where('user_id', '=', p.user_id).where('id', '=', p.id).returning('name'),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('passkeys').where('user_id', '=', p.user_id)),
}

export const passkeyChallenges = {
  add: prepare((q, p: { challenge_hash: string; user_id: number | null; expires_at: string }) =>
    q
      .insertInto('passkey_challenges')
      .values({ challenge_hash: p.challenge_hash, user_id: p.user_id, expires_at: p.expires_at }),
  ),

  /** Uses up a challenge; of several concurrent requests, one succeeds. */
  redeem: prepare((q, p: { challenge_hash: string; now: string }) =>
    q
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', p.challenge_hash)
      .where('expires_at', '>', p.now)
      .returning('user_id'),
  ),

  removeAll: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('passkey_challenges').where('user_id', '=', p.user_id),
  ),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom('passkey_challenges').select('challenge_hash').where('expires_at', '<=', p.now)
    return q.deleteFrom('passkey_challenges').where('challenge_hash', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
}
