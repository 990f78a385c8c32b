import { sql } from 'kysely'
import type { Period } from '#adapters/payments/statement.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import { type Difference, type DifferenceRow, differenceRecord } from './record.ts'

const { columns } = differenceRecord

interface SettledPeriod extends Period {
  gateway: string
  beyond: number
  most: number
}

export const settledPayments = {
  /** What was settled in a period and cost something, in whichever state. */
  charges: prepare((q, p: SettledPeriod) =>
    q
      .selectFrom('charges')
      .select(['id', 'key', 'customer', 'payment_id', 'receipt', 'account_reference'])
      .select(['amount', 'currency', 'status', 'created_at', 'settled_at'])
      .where('gateway', '=', p.gateway)
      .where('settled_at', '>=', p.from)
      .where('settled_at', '<', p.to)
      .where('amount', '>', 0)
      .where('id', '>', p.beyond)
      .orderBy('id')
      .limit(p.most),
  ),

  refunds: prepare((q, p: SettledPeriod) =>
    q
      .selectFrom('refunds')
      .innerJoin('charges', 'charges.id', 'refunds.charge_id')
      .select(['refunds.id', 'refunds.key', 'refunds.refund_id', 'refunds.charge_id', 'refunds.amount'])
      .select(['refunds.tries', 'refunds.status', 'refunds.created_at', 'refunds.settled_at'])
      .select(['charges.currency', 'charges.payment_id'])
      .where('charges.gateway', '=', p.gateway)
      .where('refunds.settled_at', '>=', p.from)
      .where('refunds.settled_at', '<', p.to)
      .where('refunds.id', '>', p.beyond)
      .orderBy('refunds.id')
      .limit(p.most),
  ),

  chargeByPayment: prepare((q, p: { gateway: string; payment_id: string }) =>
    q
      .selectFrom('charges')
      .select(['id', 'amount', 'currency', 'status'])
      .where('gateway', '=', p.gateway)
      .where('payment_id', '=', p.payment_id),
  ),

  chargeByReceipt: prepare((q, p: { gateway: string; receipt: string }) =>
    q
      .selectFrom('charges')
      .select(['id', 'amount', 'currency', 'status'])
      .where('gateway', '=', p.gateway)
      .where('receipt', '=', p.receipt),
  ),

  refundById: prepare((q, p: { gateway: string; refund_id: string }) =>
    q
      .selectFrom('refunds')
      .innerJoin('charges', 'charges.id', 'refunds.charge_id')
      .select(['refunds.charge_id as id', 'refunds.amount', 'charges.currency', 'refunds.status'])
      .where('refunds.refund_id', '=', p.refund_id)
      .where('charges.gateway', '=', p.gateway),
  ),
}

export type Charge = Awaited<ReturnType<typeof settledPayments.charges.one>>
export type Refund = Awaited<ReturnType<typeof settledPayments.refunds.one>>

type Place = Pick<Difference, 'gateway' | 'kind' | 'reference' | 'problem'>

export const differences = {
  byId: prepare((q, p: { id: number }) => q.selectFrom('payment_differences').select(columns).where('id', '=', p.id)),

  list: prepareList((q, p: { status: DifferenceRow['status'] }) =>
    q.selectFrom('payment_differences').select(columns).where('status', '=', p.status).orderBy('id', 'desc'),
  ),

  countOpen: prepare((q) =>
    q
      .selectFrom('payment_differences')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('status', '=', sql.lit('open')),
  ),

  /** Records a difference once. One that had vanished is open again; one that an administrator closed stays closed. */
  note: prepare((q, p: Difference & { now: string }) =>
    q
      .insertInto('payment_differences')
      .values({
        gateway: p.gateway,
        kind: p.kind,
        problem: p.problem,
        reference: p.reference,
        charge_id: p.charge_id,
        amount_here: p.amount_here,
        amount_there: p.amount_there,
        currency: p.currency,
        occurred_at: p.occurred_at,
        found_at: p.now,
        closed_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['gateway', 'kind', 'reference', 'problem'])
          .doUpdateSet({ closed_at: null, status: 'open', found_at: p.now })
          .where('payment_differences.status', '=', 'vanished'),
      ),
  ),

  /** The open ones of a period. */
  openIn: prepare((q, p: Period & { gateway: string }) =>
    q
      .selectFrom('payment_differences')
      .select(['id', 'gateway', 'kind', 'reference', 'problem'])
      .where('gateway', '=', p.gateway)
      .where('occurred_at', '>=', p.from)
      .where('occurred_at', '<', p.to)
      .where('status', '=', sql.lit('open')),
  ),

  /** What could not be compared in a period, of all gateways. */
  notComparedIn: prepare((q, p: Period) =>
    q
      .selectFrom('payment_differences')
      .select(['gateway', 'occurred_at'])
      .where('status', '=', sql.lit('open'))
      .where('problem', '=', sql.lit('not_compared'))
      .where('occurred_at', '>=', p.from)
      .where('occurred_at', '<', p.to),
  ),

  close: prepare((q, p: { id: number; status: 'closed' | 'vanished'; now: string }) =>
    q
      .updateTable('payment_differences')
      .set({ closed_at: p.now, status: p.status })
      .where('id', '=', p.id)
      .where('status', '=', 'open'),
  ),
}

export const formatPlace = ({ gateway, kind, reference, problem }: Place) =>
  JSON.stringify([gateway, kind, reference, problem])
