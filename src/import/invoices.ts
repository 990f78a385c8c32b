/** Invoices of payments, with the numbers that they have. */

import { Type } from 'typebox'
import type { Config } from '#config.ts'
import { CalendarDate, DateTime, Id, nullable } from '#core/schema.ts'
import { describeCardNumber } from './card-numbers.ts'
import { findFacts } from './facts.ts'
import { MinorUnits } from './money.ts'
import { chargeFacts, invoiceCounters, invoiceTotals } from './payment-queries.ts'
import { type Databases, type ImportRow, type ImportTable, Line, optional } from './table.ts'

const Text = (maxLength: number, description: string) => Type.String({ maxLength, description })
const Part = optional(Type.String({ maxLength: 255 }))

/** Numbers of documents are parts of addresses. */
export const DocumentNumber = Type.String({
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,28}[A-Za-z0-9])?$',
  description: 'At most 30 letters, digits and `. _ - /`, such as `INV-2026-000123`.',
})

/** Returns the largest number of each year among those of the form in which this service gives them: it goes on after them. */
export function findLastNumbers(form: RegExp, rows: readonly ImportRow[]) {
  const last = new Map<number, number>()
  for (const { number } of rows) {
    const [, year, count] = form.exec(number) ?? []
    if (year !== undefined) last.set(Number(year), Math.max(last.get(Number(year)) ?? 0, Number(count)))
  }
  return [...last].map(([year, last]) => ({ year, last }))
}

/** Adds the payments, and refuses invoices of those that were not received or were less than their tax. */
async function addPayments(databases: Databases, rows: readonly ImportRow[]) {
  const ids = rows.map(({ charge_id }): number => charge_id)
  const payments = await findFacts(databases, chargeFacts.byIds, ids)
  const refused = new Map<ImportRow, string>()
  for (const row of rows) {
    const payment = payments.get(row.charge_id)
    if (payment === undefined || payment.status === 'failed')
      refused.set(row, `The payment ${row.charge_id} was not received, so there is no invoice of it.`)
    else if ((row.tax_amount ?? 0) > payment.amount)
      refused.set(row, `The tax is ${row.tax_amount}, and the payment ${row.charge_id} was ${payment.amount}.`)
    else row.payment = payment
  }
  return refused
}

const describeCards = describeCardNumber('title', 'paid_with', 'tax_note')
const noAddress = { name: '', line1: '', line2: '', city: '', region: '', postal_code: '', country: '', tax_id: '' }

function completeSeller(row: ImportRow, { documents: { seller } }: Config) {
  if (row.seller === undefined)
    return { seller: seller.name, seller_address: seller.address, seller_tax_id: seller.taxId }
  return { seller: row.seller, seller_address: row.seller_address ?? '', seller_tax_id: row.seller_tax_id ?? '' }
}

const completeBuyer = (row: ImportRow, payment: ImportRow) => ({
  buyer_name: row.buyer_name ?? payment.name ?? '',
  buyer_email: row.buyer_email ?? payment.email ?? '',
  buyer_address: row.buyer_address ? { ...noAddress, ...row.buyer_address } : null,
  paid_with: row.paid_with ?? payment.method_label,
  paid_on: row.paid_on ?? payment.received_on,
})

const completeTax = (row: ImportRow) => ({
  tax_name: row.tax_name ?? '',
  tax_rate: row.tax_rate ?? 0,
  tax_amount: row.tax_amount ?? 0,
  tax_note: row.tax_note ?? '',
  tax_country: row.tax_country ?? null,
})

export const invoices: ImportTable = {
  name: 'invoices',
  description:
    'One invoice a line; who paid, how much, and what was returned are those of its payment. Numbers like `INV-2026-000123` ' +
    'are not given again: the next invoice of their year follows the largest.',
  columns: {
    id: Id,
    charge_id: Id,
    number: DocumentNumber,
    date: CalendarDate,
    title: optional(Line(300)),
    period_start: optional(CalendarDate),
    period_end: optional(CalendarDate),
    seller: optional(Line(255, 'The name of the seller; that of the settings unless given.')),
    seller_address: optional(Text(1_000, 'Lines of the address of the seller.')),
    seller_tax_id: optional(Text(50, 'The tax number of the seller.')),
    buyer_name: optional(Line(255, 'The name of the buyer; that of the account unless given.')),
    buyer_email: optional(Text(255, 'The address of the buyer; that of the account unless given.')),
    buyer_address: optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        properties: {
          ...{ name: Part, line1: Part, line2: Part, city: Part, region: Part, postal_code: Part, tax_id: Part },
          country: optional(Type.String({ pattern: '^([A-Z]{2})?$' })),
        },
        additionalProperties: false,
        description: 'The billing address; null for none.',
      }),
    ),
    paid_with: optional(Text(200, 'With what it was paid; as the payment says it unless given.')),
    paid_on: optional(nullable(CalendarDate)),
    tax_name: optional(Text(50, 'The name of the tax, such as VAT.')),
    tax_rate: optional(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent; 0 unless given.' }),
    ),
    tax_amount: optional(
      Type.Integer({ ...MinorUnits, description: 'The tax in the amount, in the smallest unit; 0 unless given.' }),
    ),
    tax_note: optional(Text(500, 'Why there is no tax.')),
    tax_country: optional(nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
    refunded_on: optional(nullable(CalendarDate)),
    created_at: optional(DateTime),
  },
  references: { charge_id: 'charges' },
  following: { user_id: 'charge_id' },
  unique: 'the same number or the same charge_id',
  uniqueKeys: [{ columns: ['charge_id'] }, { columns: ['number'] }],
  stored: {
    id: 'integer',
    number: 'text',
    user_id: 'integer',
    charge_id: 'integer',
    date: 'calendarDate',
    amount: 'integer',
    currency: 'text',
    status: 'text',
    title: 'text',
    period_start: 'calendarDate',
    period_end: 'calendarDate',
    seller: 'text',
    seller_address: 'text',
    seller_tax_id: 'text',
    buyer_name: 'text',
    buyer_email: 'text',
    buyer_address: 'json',
    paid_with: 'text',
    paid_on: 'calendarDate',
    tax_name: 'text',
    tax_rate: 'integer',
    tax_amount: 'integer',
    tax_note: 'text',
    tax_country: 'text',
    refunded_on: 'calendarDate',
    refunded_amount: 'integer',
    created_at: 'timestamp',
  },
  check: (row) =>
    row.seller === undefined && (row.seller_address || row.seller_tax_id)
      ? 'The column "seller" is missing beside its address and tax number.'
      : describeCards(row),
  complete: addPayments,
  convert: ({ payment, ...row }, { config }) => ({
    ...row,
    user_id: payment.user_id,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status === 'refunded' ? 'refunded' : 'paid',
    refunded_amount: payment.refunded_amount,
    refunded_on: row.refunded_on ?? null,
    title: row.title ?? payment.title,
    period_start: row.period_start ?? payment.period_start.slice(0, 10),
    period_end: row.period_end ?? payment.period_end.slice(0, 10),
    ...completeSeller(row, config),
    ...completeBuyer(row, payment),
    ...completeTax(row),
    created_at: row.created_at ?? `${row.date}T00:00:00.000Z`,
  }),
  async derive(tx, rows) {
    await invoiceTotals.setRefunded.run(tx, { ids: rows.map(({ charge_id }) => charge_id) })
    await invoiceCounters.raise.run(tx, { rows: findLastNumbers(/^INV-(\d{4})-(\d{1,9})$/, rows) })
  },
}
