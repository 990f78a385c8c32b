import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { refundRecord } from './refund-record.ts'

const columns = [...refundRecord.columns, 'key'] as const

type NewRefund = Omit<NewRowOf<typeof refundRecord>, 'created_at'> & { now: string }

export const refunds = {
  add: prepare((q, p: NewRefund) =>
    q
      .insertInto('refunds')
      .values(refundRecord.newRow(p, { created_at: p.now }))
      .returning(columns),
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('refunds').select(columns).where('id', '=', p.id)),

  byKey: prepare((q, p: { key: string }) => q.selectFrom('refunds').select('id').where('key', '=', p.key)),

  ofCharge: prepare((q, p: { charge_id: number }) =>
    q.selectFrom('refunds').select(columns).where('charge_id', '=', p.charge_id).orderBy('id'),
  ),

  /** What was refunded, and what is on its way. */
  sums: prepare((q, p: { charge_id: number }) =>
    q
      .selectFrom('refunds')
      .select([
        sql<number>`cast(coalesce(sum(case when status = 'succeeded' then amount end), 0) as bigint)`.as('succeeded'),
        sql<number>`cast(coalesce(sum(case when status = 'pending' then amount end), 0) as bigint)`.as('pending'),
      ])
      .where('charge_id', '=', p.charge_id),
  ),

  noteId: prepare((q, p: { id: number; refund_id: string | null }) =>
    q.updateTable('refunds').set({ refund_id: p.refund_id }).where('id', '=', p.id).where('status', '=', 'pending'),
  ),

  succeed: prepare((q, p: { id: number; refund_id: string | null; now: string }) =>
    q
      .updateTable('refunds')
      .set({ status: 'succeeded', refund_id: p.refund_id, failure: '', settled_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'pending')
      .returning(columns),
  ),

  /** A bank may also send back what it took at first. */
  fail: prepare((q, p: { id: number; refund_id: string | null; failure: string; now: string }) =>
    q
      .updateTable('refunds')
      .set({ status: 'failed', refund_id: p.refund_id, failure: p.failure, settled_at: p.now })
      .where('id', '=', p.id)
      .where('status', '!=', 'failed')
      .returning(columns),
  ),

  retry: prepare((q, p: { id: number }) =>
    q
      .updateTable('refunds')
      .set((eb) => ({
        status: 'pending',
        refund_id: null,
        failure: '',
        settled_at: null,
        closed_at: null,
        tries: eb('tries', '+', 1),
      }))
      .where('id', '=', p.id)
      .where('status', '=', 'failed')
      .returning(columns),
  ),

  close: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('refunds')
      .set({ closed_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'failed')
      .where('closed_at', 'is', null)
      .returning(columns),
  ),

  /** Nothing is left to refund, so what failed needs nothing more. */
  closeAll: prepare((q, p: { charge_id: number; now: string }) =>
    q
      .updateTable('refunds')
      .set({ closed_at: p.now })
      .where('charge_id', '=', p.charge_id)
      .where('status', '=', 'failed')
      .where('closed_at', 'is', null),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('refunds')
      .innerJoin('charges', 'charges.id', 'refunds.charge_id')
      .select(['refunds.id', 'refunds.charge_id', 'refunds.amount', 'charges.currency', 'refunds.status'])
      .select(['refunds.reason', 'refunds.created_at', 'refunds.settled_at'])
      .where('charges.user_id', '=', p.user_id)
      .orderBy('refunds.id'),
  ),

  anonymise: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('refunds')
      .set({ reason: '' })
      .where('charge_id', 'in', q.selectFrom('charges').select('id').where('user_id', '=', p.user_id)),
  ),
}
