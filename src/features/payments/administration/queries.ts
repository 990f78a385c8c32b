import { type ExpressionBuilder, sql } from 'kysely'
import { type AgeOrder, getSortDirection } from '#core/page.ts'
import { integerList, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { ChargeStatus } from '#database/tables/billing.ts'
import type { Tables } from '#database/tables/index.ts'
import { type RefundStatus, refundRecord } from '../charges/refund-record.ts'

const columns = (eb: ExpressionBuilder<Tables, 'charges' | 'users'>) =>
  [
    'charges.id',
    'charges.user_id',
    'users.name as user_name',
    'charges.title',
    'charges.amount',
    'charges.refunded_amount',
    'charges.currency',
    'charges.status',
    'charges.failure',
    'charges.method_label as method',
    'charges.gateway',
    'charges.created_at',
    'charges.settled_at',
    eb
      .selectFrom('invoices')
      .select('invoices.number')
      .whereRef('invoices.charge_id', '=', 'charges.id')
      .limit(1)
      .as('invoice_number'),
  ] as const

const selectPayments = (q: Builder) =>
  q.selectFrom('charges').innerJoin('users', 'users.id', 'charges.user_id').select(columns)

const selectRefunds = (q: Builder) =>
  q
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .innerJoin('users', 'users.id', 'charges.user_id')
    .leftJoin('credit_notes', 'credit_notes.refund_id', 'refunds.id')
    .select(refundRecord.qualifiedColumns)
    .select([
      'charges.user_id',
      'users.name as user_name',
      'charges.title',
      'charges.currency',
      'charges.gateway',
      'credit_notes.number as credit_note_number',
    ])

export interface RefundFilter {
  status?: RefundStatus | undefined
  /** Only failed ones about which nothing was decided. */
  is_open?: true | undefined
}

export const refundLists = {
  list: prepareList(
    (q, p: RefundFilter) => {
      let rows = selectRefunds(q).orderBy('refunds.id', 'desc')
      if (p.status !== undefined) rows = rows.where('refunds.status', '=', p.status)
      return p.is_open === undefined
        ? rows
        : rows.where('refunds.status', '=', 'failed').where('refunds.closed_at', 'is', null)
    },
    { optional: ['status', 'is_open'] },
  ),

  countAll: prepare((q) => q.selectFrom('refunds').select(sql<number>`count(*)`.as('total'))),

  countOpen: prepare((q) =>
    q
      .selectFrom('refunds')
      .select(sql<number>`count(*)`.as('total'))
      .where('status', '=', 'failed')
      .where('closed_at', 'is', null),
  ),

  byId: prepare((q, p: { id: number }) => selectRefunds(q).where('refunds.id', '=', p.id)),

  ofCharge: prepare((q, p: { charge_id: number }) =>
    selectRefunds(q).where('refunds.charge_id', '=', p.charge_id).orderBy('refunds.id'),
  ),
}

/** A refund as administrators list it, with its amount in minor units. */
export type RefundOfList = Awaited<ReturnType<typeof refundLists.byId.one>>

export interface PaymentOrder extends AgeOrder {
  by_amount?: true | undefined
}

export interface PaymentFilter {
  status?: ChargeStatus | undefined
  user_id?: number | undefined
  invoice?: string | undefined
  user_ids?: readonly number[] | undefined
}

/** The month of a date or a time, `YYYY-MM`. */
const monthOf = (column: string) =>
  perEngine<string>({
    sqlite: sql`substr(${sql.ref(column)}, 1, 7)`,
    postgres: sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM')`,
  })

const monthOfDate = perEngine<string>({
  sqlite: sql`substr("date", 1, 7)`,
  postgres: sql`to_char("date", 'YYYY-MM')`,
})

export const payments = {
  list: prepareList(
    (q, p: PaymentFilter & PaymentOrder) => {
      let rows = selectPayments(q)
      rows =
        p.by_amount === undefined
          ? rows.orderBy('charges.id', getSortDirection(p))
          : rows.orderBy('charges.amount', 'desc').orderBy('charges.id', 'desc')
      if (p.status !== undefined) rows = rows.where('charges.status', '=', p.status)
      if (p.user_ids !== undefined) rows = rows.where('charges.user_id', 'in', integerList(p.user_ids))
      if (p.invoice !== undefined)
        rows = rows.where(
          'charges.id',
          'in',
          q.selectFrom('invoices').select('charge_id').where('number', '=', p.invoice),
        )
      return p.user_id === undefined ? rows : rows.where('charges.user_id', '=', p.user_id)
    },
    { optional: ['status', 'user_id', 'invoice', 'user_ids', 'oldest', 'by_amount'] },
  ),

  countAll: prepare((q) => q.selectFrom('charges').select(sql<number>`count(*)`.as('total'))),

  byId: prepare((q, p: { id: number }) =>
    selectPayments(q)
      .select([
        'charges.purpose',
        'charges.period_start',
        'charges.period_end',
        'charges.payment_id',
        'charges.details',
        'charges.reference',
        'charges.received_on',
      ])
      .where('charges.id', '=', p.id),
  ),

  received: prepare((q, p: { from: string }) =>
    q
      .selectFrom('invoices')
      .select([
        monthOfDate.as('month'),
        'currency',
        sql<number>`cast(sum(amount) as bigint)`.as('amount'),
        sql<number>`count(*)`.as('payments'),
      ])
      .where('date', '>=', p.from)
      .groupBy([monthOfDate, 'currency']),
  ),

  refunded: prepare((q, p: { from: string }) =>
    q
      .selectFrom('refunds')
      .innerJoin('charges', 'charges.id', 'refunds.charge_id')
      .select([
        monthOf('refunds.settled_at').as('month'),
        'charges.currency',
        sql<number>`cast(sum(refunds.amount) as bigint)`.as('amount'),
      ])
      .where('refunds.status', '=', 'succeeded')
      .where('refunds.settled_at', '>=', p.from)
      .groupBy([monthOf('refunds.settled_at'), 'charges.currency']),
  ),
}
