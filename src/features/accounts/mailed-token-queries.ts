import { prepare } from '#database/query/prepare.ts'

/** Tokens sent by mail, stored as hashes. */
const createMailedTokenQueries = (table: 'password_resets' | 'email_verifications') => ({
  add: prepare((q, p: { user_id: number; email: string; token_hash: string; now: string; expires_at: string }) =>
    q.insertInto(table).values({
      user_id: p.user_id,
      email: p.email,
      token_hash: p.token_hash,
      created_at: p.now,
      expires_at: p.expires_at,
    }),
  ),

  valid: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .selectFrom(table)
      .select(['user_id', 'email'])
      .where('token_hash', '=', p.token_hash)
      .where('expires_at', '>', p.now),
  ),

  /** Redeems the token; of several concurrent requests, one gets it. */
  redeem: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .deleteFrom(table)
      .where('token_hash', '=', p.token_hash)
      .where('expires_at', '>', p.now)
      .returning(['user_id', 'email']),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom(table).where('user_id', '=', p.user_id)),

  removeByUser: prepare((q, p: { user_id: number; email: string }) =>
    q.deleteFrom(table).where('user_id', '=', p.user_id).where('email', '=', p.email),
  ),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom(table).select('id').where('expires_at', '<=', p.now)
    return q.deleteFrom(table).where('id', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
})

export const passwordResets = createMailedTokenQueries('password_resets')

/** A used token stays for a while, as an expired one, so that its second use can be answered. */
export const emailVerifications = {
  ...createMailedTokenQueries('email_verifications'),

  /** Redeems the token; of several concurrent requests, one gets it. */
  use: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .updateTable('email_verifications')
      .set({ expires_at: p.now })
      .where('token_hash', '=', p.token_hash)
      .where('expires_at', '>', p.now)
      .returning(['user_id', 'email']),
  ),

  /** Expires all tokens of the user for the address. */
  expire: prepare((q, p: { user_id: number; email: string; now: string }) =>
    q
      .updateTable('email_verifications')
      .set({ expires_at: p.now })
      .where('user_id', '=', p.user_id)
      .where('email', '=', p.email)
      .where('expires_at', '>', p.now),
  ),

  /** Finds the token even when it has expired. */
  byToken: prepare((q, p: { token_hash: string }) =>
    q.selectFrom('email_verifications').select(['user_id', 'email']).where('token_hash', '=', p.token_hash),
  ),

  /** Removes the tokens of the user for other addresses. */
  removeOthers: prepare((q, p: { user_id: number; email: string }) =>
    q.deleteFrom('email_verifications').where('user_id', '=', p.user_id).where('email', '!=', p.email),
  ),
}
