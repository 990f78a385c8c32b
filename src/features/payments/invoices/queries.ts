import { sql } from 'kysely'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { BillingAddress } from '#database/tables/billing.ts'

interface NewInvoice {
  number: string
  user_id: number
  charge_id: number
  date: string
  amount: number
  currency: string
  title: string
  period_start: string
  period_end: string
  seller: string
  buyer_name: string
  buyer_email: string
  paid_with: string
  seller_address: string
  seller_tax_id: string
  buyer_address: BillingAddress | null
  tax_name: string
  tax_rate: number
  tax_amount: number
  tax_note: string
  now: string
}

const columns = [
  'number',
  'date',
  'amount',
  'currency',
  'status',
  'title',
  'period_start',
  'period_end',
  'seller',
  'buyer_name',
  'buyer_email',
  'paid_with',
  'seller_address',
  'seller_tax_id',
  'buyer_address',
  'tax_name',
  'tax_rate',
  'tax_amount',
  'tax_note',
  'refunded_on',
  'refunded_amount',
] as const

/** The coupon with which the price was reduced. Its amount is not stored with the charge. */
const couponCode = sql<string | null>`(select upper(charges.details ->> 'coupon_code') from charges
  where charges.id = invoices.charge_id)`

export const invoiceNumbers = {
  /** The row is locked until the end of the transaction, and a rollback returns the number, so there are no gaps. */
  next: prepare((q, p: { year: number }) =>
    q
      .insertInto('invoice_numbers')
      .values({ year: p.year, last: 1 })
      .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`invoice_numbers.last + 1` }))
      .returning('last'),
  ),
}

export const invoices = {
  add: prepare((q, p: NewInvoice) =>
    q.insertInto('invoices').values({
      number: p.number,
      user_id: p.user_id,
      charge_id: p.charge_id,
      date: p.date,
      amount: p.amount,
      currency: p.currency,
      status: 'paid',
      title: p.title,
      period_start: p.period_start,
      period_end: p.period_end,
      seller: p.seller,
      buyer_name: p.buyer_name,
      buyer_email: p.buyer_email,
      paid_with: p.paid_with,
      seller_address: p.seller_address,
      seller_tax_id: p.seller_tax_id,
      buyer_address: p.buyer_address,
      tax_name: p.tax_name,
      tax_rate: p.tax_rate,
      tax_amount: p.tax_amount,
      tax_note: p.tax_note,
      created_at: p.now,
    }),
  ),

  refund: prepare((q, p: { charge_id: number; day: string }) =>
    q
      .updateTable('invoices')
      .set((eb) => ({ status: 'refunded', refunded_on: p.day, refunded_amount: eb.ref('amount') }))
      .where('charge_id', '=', p.charge_id),
  ),

  /** A part of the amount was refunded. */
  refundPart: prepare((q, p: { charge_id: number; amount: number; day: string }) =>
    q
      .updateTable('invoices')
      .set((eb) => ({ refunded_on: p.day, refunded_amount: eb('refunded_amount', '+', p.amount) }))
      .where('charge_id', '=', p.charge_id),
  ),

  ofUser: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('invoices')
      .select([...columns, couponCode.as('coupon_code')])
      .where('user_id', '=', p.user_id)
      .orderBy('id', 'desc'),
  ),

  byNumber: prepare((q, p: { number: string }) =>
    q
      .selectFrom('invoices')
      .select([...columns, couponCode.as('coupon_code')])
      .where('number', '=', p.number),
  ),

  localeOfBuyer: prepare((q, p: { number: string }) =>
    q
      .selectFrom('invoices')
      .innerJoin('users', 'users.id', 'invoices.user_id')
      .select('users.locale')
      .where('number', '=', p.number),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('invoices')
      .select([...columns, couponCode.as('coupon_code')])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  anonymise: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('invoices')
      .set({ buyer_name: 'Deleted user', buyer_email: '', buyer_address: null, paid_with: '' })
      .where('user_id', '=', p.user_id),
  ),
}
