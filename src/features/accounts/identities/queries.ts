import { prepare } from '#database/query/prepare.ts'
import type { Provider } from '#database/tables/index.ts'

interface NewState {
  state_hash: string
  provider: Provider
  action: 'login' | 'signup' | 'link'
  redirect_uri: string
  user_id: number | null
  browser_hash: string
  now: string
  expires_at: string
}

interface ProviderLogin {
  state_hash: string
  provider: Provider
  action: 'login' | 'signup' | 'link'
  redirect_uri: string
  user_id: number
  browser_hash: string
  now: string
}

export const signInStates = {
  add: prepare((q, p: NewState) =>
    q.insertInto('sign_in_states').values({
      state_hash: p.state_hash,
      provider: p.provider,
      action: p.action,
      redirect_uri: p.redirect_uri,
      user_id: p.user_id,
      browser_hash: p.browser_hash,
      created_at: p.now,
      expires_at: p.expires_at,
    }),
  ),

  /** Redeems a matching state; of several concurrent requests, one gets it. */
  redeem: prepare((q, p: ProviderLogin) =>
    q
      .deleteFrom('sign_in_states')
      .where('state_hash', '=', p.state_hash)
      .where('provider', '=', p.provider)
      .where('action', '=', p.action)
      .where('redirect_uri', '=', p.redirect_uri)
      .where((eb) =>
        eb.or([
          eb('user_id', '=', p.user_id),
          eb.and([
            eb('user_id', 'is', null),
            // A link is completed only by the account that began it.
            eb('action', '!=', 'link'),
            eb('browser_hash', '=', p.browser_hash),
          ]),
        ]),
      )
      .where('expires_at', '>', p.now)
      .returning('id'),
  ),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom('sign_in_states').select('id').where('expires_at', '<=', p.now)
    return q.deleteFrom('sign_in_states').where('id', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
}

export const credentialNonces = {
  /** Links a researcher profile only the first time. */
  use: prepare((q, p: { nonce_hash: string; expires_at: string }) =>
    q
      .insertInto('credential_nonces')
      .values({ nonce_hash: p.nonce_hash, expires_at: p.expires_at })
      .onConflict((conflict) => conflict.columns(['nonce_hash']).doNothing()),
  ),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom('credential_nonces').select('nonce_hash').where('expires_at', '<=', p.now)
    return q.deleteFrom('credential_nonces').where('nonce_hash', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
}
