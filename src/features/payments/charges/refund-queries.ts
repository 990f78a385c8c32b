import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { RefundStatus } from '#database/tables/administration.ts'

const columns = ['id', 'charge_id', 'amount', 'status', 'reason', 'key', 'failure', 'created_at', 'settled_at'] as const

interface NewRefund {
  charge_id: number
  amount: number
  status: RefundStatus
  reason: string
  key: string
  now: string
  settled_at: string | null
}

export const refunds = {
  add: prepare((q, p: NewRefund) =>
    q
      .insertInto('refunds')
      .values({
        charge_id: p.charge_id,
        amount: p.amount,
        status: p.status,
        reason: p.reason,
        key: p.key,
        created_at: p.now,
        settled_at: p.settled_at,
      })
      .returning('id'),
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('refunds').select(columns).where('id', '=', p.id)),

  ofCharge: prepare((q, p: { charge_id: number }) =>
    q.selectFrom('refunds').select(columns).where('charge_id', '=', p.charge_id).orderBy('id'),
  ),

  /** What is refunded or about to be. */
  sum: prepare((q, p: { charge_id: number }) =>
    q
      .selectFrom('refunds')
      .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('total'))
      .where('charge_id', '=', p.charge_id)
      .where('status', '!=', 'failed'),
  ),

  settle: prepare((q, p: { id: number; status: RefundStatus; failure: string; now: string }) =>
    q
      .updateTable('refunds')
      .set({ status: p.status, failure: p.failure, settled_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'pending'),
  ),

  settleAll: prepare((q, p: { charge_id: number; now: string }) =>
    q
      .updateTable('refunds')
      .set({ status: 'succeeded', settled_at: p.now })
      .where('charge_id', '=', p.charge_id)
      .where('status', '=', 'pending'),
  ),

  addToCharge: prepare((q, p: { id: number; amount: number }) =>
    q
      .updateTable('charges')
      .set((eb) => ({ refunded_amount: eb('refunded_amount', '+', p.amount) }))
      .where('id', '=', p.id),
  ),
}
