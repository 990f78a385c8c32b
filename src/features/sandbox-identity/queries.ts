import { prepare } from '#database/query/prepare.ts'

interface NewCode {
  code_hash: string
  client_id: string
  redirect_uri: string
  code_challenge: string
  nonce: string | null
  email: string
  name: string
  email_verified: boolean
  expires_at: string
}

export const codes = {
  add: prepare((q, p: NewCode) =>
    q.insertInto('sandbox_identity_codes').values({
      code_hash: p.code_hash,
      client_id: p.client_id,
      redirect_uri: p.redirect_uri,
      code_challenge: p.code_challenge,
      nonce: p.nonce,
      email: p.email,
      name: p.name,
      email_verified: p.email_verified,
      expires_at: p.expires_at,
    }),
  ),

  /** Redeems the code; of several concurrent requests, one gets it. */
  redeem: prepare((q, p: { code_hash: string; now: string }) =>
    q
      .deleteFrom('sandbox_identity_codes')
      .where('code_hash', '=', p.code_hash)
      .where('expires_at', '>', p.now)
      .returning(['client_id', 'redirect_uri', 'code_challenge', 'nonce', 'email', 'name', 'email_verified']),
  ),

  sweep: prepare((q, p: { now: string }) => q.deleteFrom('sandbox_identity_codes').where('expires_at', '<=', p.now)),
}

export const keys = {
  byName: prepare((q, p: { name: string }) =>
    q.selectFrom('sandbox_identity_keys').select('private_key').where('name', '=', p.name),
  ),

  /** Of several instances that create a key, the first one wins. */
  add: prepare((q, p: { name: string; private_key: string }) =>
    q
      .insertInto('sandbox_identity_keys')
      .values({ name: p.name, private_key: p.private_key })
      .onConflict((conflict) => conflict.columns(['name']).doNothing()),
  ),
}
