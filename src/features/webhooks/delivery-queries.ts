import { sql } from 'kysely'
import { castTimestamp, jsonRows } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { DeliveryState } from '#database/tables/webhooks.ts'
import { isLeased, isUnlocked, type Lease } from '#platform/lease.ts'

const deliveryColumns = [
  'id',
  'message_id',
  'type',
  'payload',
  'state',
  'attempts',
  'due_at',
  'status_code',
  'answer',
  'error',
  'duration_ms',
  'created_at',
  'finished_at',
] as const

export interface NewDelivery {
  message_id: string
  type: string
  payload: string
}

interface Attempt extends Lease {
  status_code: number | null
  answer: string
  error: string
  duration_ms: number
}

const outcome = (p: Attempt) => ({
  status_code: p.status_code,
  answer: p.answer,
  error: p.error,
  duration_ms: p.duration_ms,
})

export const deliveries = {
  add: prepare((q, p: { webhook_id: number; rows: readonly NewDelivery[]; now: string; give_up_at: string }) =>
    q
      .insertInto('webhook_deliveries')
      .columns(['webhook_id', 'message_id', 'type', 'payload', 'state', 'due_at', 'give_up_at', 'created_at'])
      .expression(
        q
          .selectFrom(jsonRows(p.rows).as('given'))
          .select([
            sql<number>`cast(${p.webhook_id} as bigint)`.as('webhook_id'),
            sql<string>`value ->> 'message_id'`.as('message_id'),
            sql<string>`value ->> 'type'`.as('type'),
            sql<string>`value ->> 'payload'`.as('payload'),
            sql<DeliveryState>`'pending'`.as('state'),
            castTimestamp(p.now).as('due_at'),
            castTimestamp(p.give_up_at).as('give_up_at'),
            castTimestamp(p.now).as('created_at'),
          ]),
      )
      .returning(deliveryColumns),
  ),

  ofWebhook: prepareList(
    (q, p: { webhook_id: number; state?: DeliveryState | undefined }) => {
      const all = q
        .selectFrom('webhook_deliveries')
        .select(deliveryColumns)
        .where('webhook_id', '=', p.webhook_id)
        .orderBy('id', 'desc')
      return p.state === undefined ? all : all.where('state', '=', p.state)
    },
    { optional: ['state'] },
  ),

  get: prepare((q, p: { id: number; webhook_id: number }) =>
    q
      .selectFrom('webhook_deliveries')
      .select(deliveryColumns)
      .where('id', '=', p.id)
      .where('webhook_id', '=', p.webhook_id),
  ),

  countPending: prepare((q, p: { webhook_id: number; most: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', p.webhook_id)
          .where('state', '=', 'pending')
          .limit(p.most)
          .as('some'),
      )
      .select(sql<number>`count(*)`.as('total')),
  ),

  /** Claims due deliveries: another instance takes them only if this one has not said how it went until the time. */
  claim: prepare((q, p: { webhook_id: number; now: string; until: string; most: number }) => {
    const due = sql`select "id" from "webhook_deliveries" where "webhook_id" = ${p.webhook_id} and "state" = 'pending'
      and "due_at" <= ${p.now} order by "due_at", "id" limit ${p.most}`
    return q
      .updateTable('webhook_deliveries')
      .set((e) => ({ due_at: p.until, attempts: e('attempts', '+', 1) }))
      .where(isUnlocked(due))
      .returning(['id', 'message_id', 'payload', 'attempts', 'give_up_at'])
  }),

  finish: prepare((q, p: Attempt & { state: 'delivered' | 'failed'; now: string }) =>
    q
      .updateTable('webhook_deliveries')
      .set({ ...outcome(p), state: p.state, finished_at: p.now })
      .where(isLeased(p)),
  ),

  retry: prepare((q, p: Attempt & { due_at: string }) =>
    q
      .updateTable('webhook_deliveries')
      .set({ ...outcome(p), due_at: p.due_at })
      .where(isLeased(p)),
  ),

  sendAgain: prepare((q, p: { id: number; now: string; give_up_at: string }) =>
    q
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', due_at: p.now, give_up_at: p.give_up_at, attempts: 0, finished_at: null })
      .where('id', '=', p.id),
  ),

  /** Gives up what waits for a webhook that is disabled. */
  failPending: prepare((q, p: { webhook_id: number; now: string }) =>
    q
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', finished_at: p.now })
      .where('webhook_id', '=', p.webhook_id)
      .where('state', '=', 'pending'),
  ),

  sweep: prepare((q, p: { before: string; most: number }) =>
    q
      .deleteFrom('webhook_deliveries')
      .where(
        'id',
        'in',
        q
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('created_at', '<', p.before)
          .orderBy('created_at')
          .limit(p.most),
      ),
  ),
}
