import { sql } from 'kysely'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { invoiceRecord } from './record.ts'

const { columns, newRow } = invoiceRecord

type NewInvoice = Omit<NewRowOf<typeof invoiceRecord>, 'status' | 'created_at'> & {
  paid_on: string | null
  tax_country: string | null
  now: string
}

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
      ...newRow(p, { status: 'paid', created_at: p.now }),
      paid_on: p.paid_on,
      tax_country: p.tax_country,
    }),
  ),

  /** Stores what was refunded, and what is on its way. */
  setRefunded: prepare(
    (
      q,
      p: {
        charge_id: number
        refunded_amount: number
        refund_pending: number
        status: 'paid' | 'refunded'
        day: string | null
      },
    ) =>
      q
        .updateTable('invoices')
        .set((eb) => ({
          refunded_amount: p.refunded_amount,
          refund_pending: p.refund_pending,
          status: p.status,
          // The day of the last refund.
          refunded_on: eb
            .case()
            .when('refunded_amount', '=', p.refunded_amount)
            .then(eb.ref('refunded_on'))
            .else(p.day)
            .end(),
        }))
        .where('charge_id', '=', p.charge_id),
  ),

  ofUser: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('invoices')
      .select([...columns, couponCode.as('coupon_code')])
      .where('user_id', '=', p.user_id)
      .orderBy('id', 'desc'),
  ),

  ofCharge: prepare((q, p: { charge_id: number }) =>
    q
      .selectFrom('invoices')
      .select(['id', 'number', 'user_id', 'amount', 'tax_rate', 'tax_amount'])
      .where('charge_id', '=', p.charge_id),
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
