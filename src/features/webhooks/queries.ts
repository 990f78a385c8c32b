import { type SqlBool, sql } from 'kysely'
import { isTrue } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { DisabledBecause } from '#database/tables/webhooks.ts'

const shown = [
  'id',
  'url',
  'description',
  'types',
  'enabled',
  'disabled_because',
  'secret',
  'failing_since',
  'last_delivered_at',
  'created_at',
  'updated_at',
] as const

interface WebhookKey {
  id: number
  user_id: number
}

interface NewWebhook {
  user_id: number
  url: string
  description: string
  types: string[]
  secret: string
  cursor: number
  now: string
}

/** Resets the count of failures and the delay before the next try. */
const healthy = { failures: 0, failing_since: null, paused_until: null }

export const webhooks = {
  add: prepare((q, p: NewWebhook) =>
    q
      .insertInto('webhooks')
      .values({
        user_id: p.user_id,
        url: p.url,
        description: p.description,
        types: p.types,
        secret: p.secret,
        enabled: true,
        cursor: p.cursor,
        created_at: p.now,
        updated_at: p.now,
      })
      .returning(shown),
  ),

  ofUser: prepareList((q, p: { user_id: number }) =>
    q.selectFrom('webhooks').select(shown).where('user_id', '=', p.user_id).orderBy('id', 'desc'),
  ),

  count: prepare((q, p: { user_id: number }) =>
    q.selectFrom('webhooks').select(sql<number>`count(*)`.as('total')).where('user_id', '=', p.user_id),
  ),

  own: prepare((q, p: WebhookKey) =>
    q.selectFrom('webhooks').select(shown).where('id', '=', p.id).where('user_id', '=', p.user_id),
  ),

  change: prepare(
    (q, p: WebhookKey & { url: string; description: string; types: string[]; enabled: boolean; now: string }) =>
      q
        .updateTable('webhooks')
        .set({
          url: p.url,
          description: p.description,
          types: p.types,
          enabled: p.enabled,
          updated_at: p.now,
        })
        .where('id', '=', p.id)
        .where('user_id', '=', p.user_id),
  ),

  /** A new URL starts without failures. */
  forgetFailures: prepare((q, p: { id: number }) => q.updateTable('webhooks').set(healthy).where('id', '=', p.id)),

  /** Begins anew after the change: former failures and the reason why it was disabled are forgotten. */
  restart: prepare((q, p: { id: number; cursor: number }) =>
    q
      .updateTable('webhooks')
      .set({ cursor: p.cursor, disabled_because: '', ...healthy })
      .where('id', '=', p.id),
  ),

  setSecret: prepare(
    (q, p: WebhookKey & { secret: string; former_secret: string; former_until: string; now: string }) =>
      q
        .updateTable('webhooks')
        .set({
          secret: p.secret,
          former_secret: p.former_secret,
          former_until: p.former_until,
          updated_at: p.now,
        })
        .where('id', '=', p.id)
        .where('user_id', '=', p.user_id),
  ),

  remove: prepare((q, p: WebhookKey) =>
    q.deleteFrom('webhooks').where('id', '=', p.id).where('user_id', '=', p.user_id).returning('url'),
  ),

  removeAll: prepare((q, p: { user_id: number }) => q.deleteFrom('webhooks').where('user_id', '=', p.user_id)),

  /** Finds webhooks that have changes to queue. */
  behind: prepare((q, p: { last: number; most: number }) =>
    q
      .selectFrom('webhooks')
      .innerJoin('users', 'users.id', 'webhooks.user_id')
      .select(['webhooks.id', 'webhooks.user_id', 'webhooks.types', 'webhooks.cursor', 'users.role'])
      .where(isTrue('webhooks.enabled'))
      .where('webhooks.cursor', '<', p.last)
      .where('users.suspended_at', 'is', null)
      .where('users.deleted_at', 'is', null)
      .orderBy('webhooks.cursor')
      .limit(p.most),
  ),

  /** Moves on, unless another instance has. */
  moveCursor: prepare((q, p: { id: number; from: number; to: number }) =>
    q.updateTable('webhooks').set({ cursor: p.to }).where('id', '=', p.id).where('cursor', '=', p.from),
  ),

  /** Finds webhooks with a due delivery; those that answer come first. */
  ready: prepare((q, p: { now: string; most: number }) =>
    q
      .selectFrom('webhooks')
      .innerJoin('users', 'users.id', 'webhooks.user_id')
      .select([
        'webhooks.id',
        'webhooks.user_id',
        'webhooks.url',
        'webhooks.secret',
        'webhooks.former_secret',
        'webhooks.former_until',
        'webhooks.failures',
        'webhooks.last_delivered_at',
      ])
      .where(isTrue('webhooks.enabled'))
      .where((e) => e.or([e('paused_until', 'is', null), e('paused_until', '<=', p.now)]))
      .where('users.suspended_at', 'is', null)
      .where('users.deleted_at', 'is', null)
      .where(
        sql<SqlBool>`exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and state = 'pending'
          and due_at <= ${p.now})`,
      )
      .orderBy('webhooks.failures')
      .orderBy('webhooks.id')
      .limit(p.most),
  ),

  succeed: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('webhooks')
      .set({ ...healthy, last_delivered_at: p.now })
      .where('id', '=', p.id),
  ),

  fail: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('webhooks')
      .set((e) => ({ failures: e('failures', '+', 1), failing_since: e.fn.coalesce('failing_since', e.val(p.now)) }))
      .where('id', '=', p.id)
      .where('enabled', '=', true)
      .returning(['user_id', 'url', 'failures']),
  ),

  pause: prepare((q, p: { id: number; until: string }) =>
    q.updateTable('webhooks').set({ paused_until: p.until }).where('id', '=', p.id),
  ),

  disable: prepare((q, p: { id: number; because: DisabledBecause; now: string }) =>
    q
      .updateTable('webhooks')
      .set({ enabled: false, disabled_because: p.because, updated_at: p.now })
      .where('id', '=', p.id),
  ),
}
