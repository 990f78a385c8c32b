import { asBoolean, integerList } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { Provider } from '#database/tables/index.ts'

interface NewToken {
  user_id: number
  token_hash: string
  device: string
  ip_address: string
  user_agent: string
  now: string
  expires_at: string
}

export const tokens = {
  add: prepare((q, p: NewToken) =>
    q
      .insertInto('access_tokens')
      .values({
        user_id: p.user_id,
        token_hash: p.token_hash,
        device: p.device,
        ip_address: p.ip_address,
        user_agent: p.user_agent,
        created_at: p.now,
        last_used_at: p.now,
        expires_at: p.expires_at,
      })
      .returning('id'),
  ),

  /** Finds the user of a valid token. */
  holder: prepare((q, p: { token_hash: string; now: string }) =>
    q
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select([
        'users.id',
        'users.role',
        'users.email_verified_at',
        'access_tokens.id as token_id',
        'access_tokens.last_used_at',
        'access_tokens.scopes',
      ])
      .where('access_tokens.token_hash', '=', p.token_hash)
      .where('access_tokens.expires_at', '>', p.now)
      .where('users.deleted_at', 'is', null)
      .where('users.suspended_at', 'is', null),
  ),

  /** Filters the tokens that are still valid. The deletion of an account removes its tokens. */
  good: prepare((q, p: { ids: readonly number[]; now: string }) =>
    q
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .select('access_tokens.id')
      .where('access_tokens.id', 'in', integerList(p.ids))
      .where('expires_at', '>', p.now)
      .where('users.suspended_at', 'is', null),
  ),

  use: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('access_tokens').set({ last_used_at: p.now }).where('id', '=', p.id),
  ),

  sessions: prepareList((q, p: { user_id: number; token_id: number; now: string }) =>
    q
      .selectFrom('access_tokens')
      .select(['id', 'device', 'ip_address', 'user_agent', 'last_used_at', 'created_at'])
      .select((eb) => asBoolean(eb('id', '=', p.token_id)).as('current'))
      .where('user_id', '=', p.user_id)
      .where('scopes', 'is', null)
      .where('expires_at', '>', p.now)
      .orderBy('id', 'desc'),
  ),

  /** Lets a session end earlier or later. */
  setExpiry: prepare((q, p: { id: number; expires_at: string; now: string }) =>
    q
      .updateTable('access_tokens')
      .set({ expires_at: p.expires_at, last_used_at: p.now })
      .where('id', '=', p.id)
      .where('scopes', 'is', null),
  ),

  /** When the session began. */
  start: prepare((q, p: { id: number }) =>
    q.selectFrom('access_tokens').select('created_at').where('id', '=', p.id).where('scopes', 'is', null),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('access_tokens')
      .select(['id', 'device', 'ip_address', 'user_agent', 'last_used_at', 'created_at', 'expires_at'])
      .where('user_id', '=', p.user_id)
      .where('scopes', 'is', null)
      .orderBy('id'),
  ),

  remove: prepare((q, p: { user_id: number; id: number }) =>
    q.deleteFrom('access_tokens').where('id', '=', p.id).where('user_id', '=', p.user_id).where('scopes', 'is', null),
  ),

  /** Ends a session by the link in a mail. */
  end: prepare((q, p: { id: number }) =>
    q.deleteFrom('access_tokens').where('id', '=', p.id).where('scopes', 'is', null).returning('user_id'),
  ),

  /** Removes the sessions of a user that were used longest ago, beyond the most that an account has. */
  removeOldest: prepare((q, p: { user_id: number; most: number }) =>
    q
      .deleteFrom('access_tokens')
      .where(
        'id',
        'in',
        q
          .selectFrom('access_tokens')
          .select('id')
          .where('user_id', '=', p.user_id)
          .where('scopes', 'is', null)
          .orderBy('last_used_at', 'desc')
          .orderBy('id', 'desc')
          .limit(100)
          .offset(p.most),
      ),
  ),

  /** Removes the sessions and the API keys of a user. */
  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('access_tokens').where('user_id', '=', p.user_id)),

  /** Removes the sessions of a user, except one; 0 for all. */
  removeSessions: prepare((q, p: { user_id: number; except: number }) =>
    q
      .deleteFrom('access_tokens')
      .where('user_id', '=', p.user_id)
      .where('id', '!=', p.except)
      .where('scopes', 'is', null),
  ),

  sweep: prepare((q, p: { now: string; most: number }) => {
    const expired = q.selectFrom('access_tokens').select('id').where('expires_at', '<=', p.now)
    return q.deleteFrom('access_tokens').where('id', 'in', expired.orderBy('expires_at').limit(p.most))
  }),
}

interface NewIdentity {
  user_id: number
  provider: Provider
  subject: string
  email: string
  now: string
}

export const identities = {
  add: prepare((q, p: NewIdentity) =>
    q.insertInto('identities').values({
      user_id: p.user_id,
      provider: p.provider,
      subject: p.subject,
      email: p.email,
      created_at: p.now,
    }),
  ),

  bySubject: prepare((q, p: { provider: Provider; subject: string }) =>
    q
      .selectFrom('identities')
      .select(['id', 'user_id', 'email'])
      .where('provider', '=', p.provider)
      .where('subject', '=', p.subject),
  ),

  ofUser: prepare((q, p: { user_id: number; provider: Provider }) =>
    q.selectFrom('identities').select(['id']).where('user_id', '=', p.user_id).where('provider', '=', p.provider),
  ),

  any: prepare((q, p: { user_id: number }) =>
    q.selectFrom('identities').select('id').where('user_id', '=', p.user_id).limit(1),
  ),

  setEmail: prepare((q, p: { id: number; email: string }) =>
    q.updateTable('identities').set({ email: p.email }).where('id', '=', p.id).where('email', '!=', p.email),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('identities').where('id', '=', p.id)),

  /** Removes identities with another address. */
  removeOthers: prepare((q, p: { user_id: number; email: string }) =>
    q.deleteFrom('identities').where('user_id', '=', p.user_id).where('email', '!=', p.email),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('identities').select(['provider', 'email', 'created_at']).where('user_id', '=', p.user_id),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('identities').where('user_id', '=', p.user_id)),
}

/** What an intruder may have set up to read the account for good, and that needs no sign-in. */
export const lastingAccess = {
  removeCalendar: prepare((q, p: { user_id: number }) => q.deleteFrom('calendars').where('user_id', '=', p.user_id)),

  disableWebhooks: prepare((q, p: { user_id: number; now: string }) =>
    q
      .updateTable('webhooks')
      .set({ enabled: false, disabled_because: 'password_reset', updated_at: p.now })
      .where('user_id', '=', p.user_id)
      .where('enabled', '=', true),
  ),
}
