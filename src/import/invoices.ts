/** Invoices of payments, with the numbers that they have. */

import { Type } from 'typebox'
import { nullable } from '#core/schema.ts'
import { invoiceRecord } from '#features/payments/invoices/record.ts'
import { describeCardNumber } from './card-numbers.ts'
import { collectRefusals, findFacts, listIds } from './facts.ts'
import { importOf } from './import-of.ts'
import { MinorUnits } from './money.ts'
import { chargeFacts, invoiceCounters, invoiceTotals } from './payment-queries.ts'
import { type Databases, type ImportRow, Line, optional } from './table.ts'

const Text = (maxLength: number, description: string) => Type.String({ maxLength, description })
const Part = optional(Type.String({ maxLength: 255 }))

/** Numbers of documents are parts of addresses. */
export const DocumentNumber = Type.String({
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,28}[A-Za-z0-9])?$',
  description: 'At most 30 letters, digits and `. _ - /`, such as `INV-2026-000123`.',
})

/** The time at which a document of the day was made. */
export const startOfDay = ({ date }: ImportRow) => `${date}T00:00:00.000Z`

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
  const payments = await findFacts(databases, chargeFacts.byIds, listIds(rows, 'charge_id'))
  return collectRefusals(rows, (row) => {
    const payment = payments.get(row.charge_id)
    if (payment === undefined || payment.status === 'failed')
      return `The payment ${row.charge_id} was not received, so there is no invoice of it.`
    if ((row.tax_amount ?? 0) > payment.amount)
      return `The tax is ${row.tax_amount}, and the payment ${row.charge_id} was ${payment.amount}.`
    row.payment = payment
    return null
  })
}

const describeCards = describeCardNumber('title', 'paid_with', 'tax_note')
const noAddress = { name: '', line1: '', line2: '', city: '', region: '', postal_code: '', country: '', tax_id: '' }

export const invoices = importOf(invoiceRecord, {
  description:
    'One invoice a line; who paid, how much, and what was returned are those of its payment. Numbers like `INV-2026-000123` ' +
    'are not given again: the next invoice of their year follows the largest.',
  without: ['refund_pending'],
  extra: {
    number: DocumentNumber,
    title: Line(300),
    seller: Line(255, 'The name of the seller; that of the settings unless given.'),
    seller_address: Text(1_000, 'Lines of the address of the seller.'),
    seller_tax_id: Text(50, 'The tax number of the seller.'),
    buyer_name: Line(255, 'The name of the buyer; that of the account unless given.'),
    buyer_email: Text(255, 'The address of the buyer; that of the account unless given.'),
    buyer_address: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: {
        ...{ name: Part, line1: Part, line2: Part, city: Part, region: Part, postal_code: Part, tax_id: Part },
        country: optional(Type.String({ pattern: '^([A-Z]{2})?$' })),
      },
      additionalProperties: false,
      description: 'The billing address; null for none.',
    }),
    paid_with: Text(200, 'With what it was paid; as the payment says it unless given.'),
    tax_name: Text(50, 'The name of the tax, such as VAT.'),
    tax_rate: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent; 0 unless given.' }),
    tax_amount: Type.Integer({
      ...MinorUnits,
      description: 'The tax in the amount, in the smallest unit; 0 unless given.',
    }),
    tax_note: Text(500, 'Why there is no tax.'),
    tax_country: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
  },
  defaults: {
    seller: (_, { config }) => config.documents.seller.name,
    seller_address: ({ seller }, { config }) => (seller === undefined ? config.documents.seller.address : ''),
    seller_tax_id: ({ seller }, { config }) => (seller === undefined ? config.documents.seller.taxId : ''),
    title: ({ payment }) => payment.title,
    period_start: ({ payment }) => payment.period_start.slice(0, 10),
    period_end: ({ payment }) => payment.period_end.slice(0, 10),
    buyer_name: ({ payment }) => payment.name ?? '',
    buyer_email: ({ payment }) => payment.email ?? '',
    paid_with: ({ payment }) => payment.method_label,
    paid_on: ({ payment }) => payment.received_on,
    ...{ tax_name: '', tax_rate: 0, tax_amount: 0, tax_note: '' },
    created_at: startOfDay,
  },
  computed: ['user_id', 'amount', 'currency', 'status', 'refunded_amount'],
  references: { charge_id: 'charges' },
  following: { user_id: 'charge_id' },
  unique: 'the same number or the same charge_id',
  uniqueKeys: [{ columns: ['charge_id'] }, { columns: ['number'] }],
  check: (row) =>
    row.seller === undefined && (row.seller_address || row.seller_tax_id)
      ? 'The column "seller" is missing beside its address and tax number.'
      : describeCards(row),
  complete: addPayments,
  convert: ({ payment, buyer_address }) => ({
    user_id: payment.user_id,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status === 'refunded' ? 'refunded' : 'paid',
    refunded_amount: payment.refunded_amount,
    buyer_address: buyer_address ? { ...noAddress, ...buyer_address } : null,
  }),
  async derive(tx, rows) {
    await invoiceTotals.setRefunded.run(tx, { ids: rows.map(({ charge_id }) => charge_id) })
    await invoiceCounters.raise.run(tx, { rows: findLastNumbers(/^INV-(\d{4})-(\d{1,9})$/, rows) })
  },
})
