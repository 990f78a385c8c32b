import { prepare, prepareList } from '#database/query/prepare.ts'

interface NewEntry {
  user_id: number
  activity_type: string
  description: string
  metadata: object
  ip_address: string | null
  user_agent: string | null
  api_key_id: number | null
  now: string
}

export const activityLog = {
  add: prepare((q, p: NewEntry) =>
    q.insertInto('activity_log').values({
      user_id: p.user_id,
      activity_type: p.activity_type,
      description: p.description,
      metadata: p.metadata,
      ip_address: p.ip_address,
      user_agent: p.user_agent,
      api_key_id: p.api_key_id,
      created_at: p.now,
      updated_at: p.now,
    }),
  ),

  ofUser: prepareList(
    (q, p: { user_id: number; type?: string | undefined; api_key_id?: number | undefined }) => {
      let entries = q
        .selectFrom('activity_log')
        .select(['id', 'activity_type as type', 'description', 'created_at', 'metadata', 'api_key_id'])
        .where('user_id', '=', p.user_id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
      if (p.api_key_id !== undefined) entries = entries.where('api_key_id', '=', p.api_key_id)
      return p.type === undefined ? entries : entries.where('activity_type', '=', p.type)
    },
    { optional: ['type', 'api_key_id'] },
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('activity_log')
      .select([
        'id',
        'activity_type as type',
        'description',
        'metadata',
        'ip_address',
        'user_agent',
        'api_key_id',
        'created_at',
      ])
      .where('user_id', '=', p.user_id)
      .orderBy('created_at')
      .orderBy('id'),
  ),

  /** The addresses from which the user signed in, newest first. */
  loginAddresses: prepare((q, p: { user_id: number; most: number }) =>
    q
      .selectFrom('activity_log')
      .select(['ip_address', 'created_at'])
      .where('user_id', '=', p.user_id)
      .where('activity_type', 'in', ['login', 'signup'])
      .where('ip_address', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(p.most),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('activity_log').where('user_id', '=', p.user_id)),
}
