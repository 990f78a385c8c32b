import type { Scope } from '#core/scopes.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'

const columns = ['id', 'name', 'hint', 'scopes', 'created_at', 'last_used_at', 'expires_at'] as const

interface NewKey {
  user_id: number
  token_hash: string
  name: string
  hint: string
  scopes: Scope[]
  ip_address: string
  user_agent: string
  now: string
  last_used_at: string
  expires_at: string
}

/** API keys are access tokens with scopes. */
export const apiKeys = {
  add: prepare((q, p: NewKey) =>
    q
      .insertInto('access_tokens')
      .values({
        user_id: p.user_id,
        token_hash: p.token_hash,
        device: '',
        name: p.name,
        hint: p.hint,
        scopes: p.scopes,
        ip_address: p.ip_address,
        user_agent: p.user_agent,
        created_at: p.now,
        last_used_at: p.last_used_at,
        expires_at: p.expires_at,
      })
      .returning(columns),
  ),

  ofUser: prepareList((q, p: { user_id: number; now: string }) =>
    q
      .selectFrom('access_tokens')
      .select(columns)
      .where('user_id', '=', p.user_id)
      .where('scopes', 'is not', null)
      .where('expires_at', '>', p.now)
      .orderBy('id', 'desc'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('access_tokens')
      .select([...columns, 'ip_address', 'user_agent'])
      .where('user_id', '=', p.user_id)
      .where('scopes', 'is not', null)
      .orderBy('id'),
  ),

  remove: prepare((q, p: { user_id: number; id: number }) =>
    q
      .deleteFrom('access_tokens')
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id)
      .where('scopes', 'is not', null)
      .returning('name'),
  ),

  /** Ends the key that was found; of several concurrent requests, one ends it. */
  removeByHash: prepare((q, p: { token_hash: string }) =>
    q
      .deleteFrom('access_tokens')
      .where('token_hash', '=', p.token_hash)
      .where('scopes', 'is not', null)
      .returning(['id', 'user_id', 'name']),
  ),
}
