import { formatCountry, formatDay, formatMoney } from '#language/formats.ts'
import { stored } from '#language/sentence.ts'
import { createTranslate, type Translate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { describePurchase } from '../purchases.ts'
import type { CreditNote } from './credit-note-record.ts'
import type { Invoice } from './record.ts'

type Format = (minor: number) => string

/** The content of an invoice or a credit note in words, for the page and the PDF. */
export interface Statement {
  /** The kind of document. */
  heading: string
  /** The kind with the number. */
  title: string
  /** What the reader must see first; empty for nothing. */
  remark: string
  seller: string[]
  buyer: string[]
  facts: [string, string][]
  items: { description: string; period: string; quantity: string; price: string; amount: string }[]
  /** The last one is the amount due. */
  sums: [string, string][]
  note: string
}

type Parties = Pick<
  Invoice,
  'seller' | 'seller_address' | 'seller_tax_id' | 'buyer_name' | 'buyer_email' | 'buyer_address'
>
type Purchase = Pick<Invoice, 'title' | 'period_start' | 'period_end'>

export function createStatement(invoice: Invoice, wording: Localizer): Statement {
  const { number, amount, currency, tax_amount } = invoice
  const write = createTranslate(wording)
  const format: Format = (minor) => formatMoney(minor, currency, wording)
  return {
    heading: write('Invoice'),
    title: write('Invoice {number}', { number }),
    remark: describeRefund(invoice, write),
    seller: describeSeller(invoice, write),
    buyer: describeBuyer(invoice, wording),
    facts: [
      [write('Invoice number'), number],
      [write('Date of issue'), formatDay(invoice.date, wording)],
      [write('Paid on'), formatDay(invoice.paid_on ?? invoice.date, wording)],
      ...(invoice.paid_with === '' ? [] : [[write('Paid with'), invoice.paid_with] satisfies [string, string]]),
      ...(invoice.coupon_code === null ? [] : [[write('Coupon'), invoice.coupon_code] satisfies [string, string]]),
    ],
    items: [describeItem(invoice, write, format(amount - tax_amount))],
    sums: listSums(invoice, write, format),
    note: write(stored(invoice.tax_note)),
  }
}

/** The content of a credit note; the parties, the tax and the purchase are those of its invoice. */
export function createCreditStatement(note: CreditNote, wording: Localizer): Statement {
  const { number, amount, currency, tax_amount, tax_name, tax_rate } = note
  const write = createTranslate(wording)
  const format: Format = (minor) => formatMoney(minor, currency, wording)
  return {
    heading: write('Credit note'),
    title: write('Credit note {number}', { number }),
    remark: '',
    seller: describeSeller(note, write),
    buyer: describeBuyer(note, wording),
    facts: [
      [write('Credit note number'), number],
      [write('Date of issue'), formatDay(note.date, wording)],
      [write('Invoice number'), note.invoice_number],
      [write('Date of the invoice'), formatDay(note.invoice_date, wording)],
      ...(note.paid_with === '' ? [] : [[write('Paid with'), note.paid_with] satisfies [string, string]]),
    ],
    items: [describeItem(note, write, format(amount - tax_amount))],
    sums: [
      [write('Subtotal'), format(amount - tax_amount)],
      [write('{tax} {rate} %', { tax: tax_name, rate: tax_rate / 100 }), format(tax_amount)],
      [write('Returned to you'), format(amount)],
    ],
    note: write(stored(note.tax_note)),
  }
}

function describeRefund({ status, refund_pending, currency }: Invoice, write: Translate): string {
  if (status === 'refunded') return write('This payment was refunded.')
  return refund_pending === 0
    ? ''
    : write('A refund of {amount} is on its way.', { amount: { minor: refund_pending, currency } })
}

const describeSeller = ({ seller, seller_address, seller_tax_id }: Parties, write: Translate): string[] => [
  seller,
  ...seller_address.split('\n').filter((line) => line !== ''),
  ...(seller_tax_id === '' ? [] : [write('Tax number: {number}', { number: seller_tax_id })]),
]

const describeItem = ({ title, period_start, period_end }: Purchase, write: Translate, net: string) => ({
  description: write(describePurchase(title)),
  // A single purchase has no period.
  period:
    period_start === period_end
      ? ''
      : write('{start} to {end}', { start: { day: period_start }, end: { day: period_end } }),
  quantity: '1',
  price: net,
  amount: net,
})

/** A refund credits the invoice, in whole or in part. Invoices that were refunded before parts were stored have none. */
function listSums(
  { amount, tax_amount, tax_rate, tax_name, refunded_on, refunded_amount, status }: Invoice,
  write: Translate,
  format: Format,
) {
  const sums: [string, string][] = [
    [write('Subtotal'), format(amount - tax_amount)],
    [write('{tax} {rate} %', { tax: tax_name, rate: tax_rate / 100 }), format(tax_amount)],
    [write('Total'), format(amount)],
  ]
  const returned = status === 'refunded' ? amount : refunded_amount
  const credit = refunded_on === null ? write('Credit') : write('Credit of {day}', { day: { day: refunded_on } })
  if (returned > 0) sums.push([credit, format(-returned)])
  sums.push([write('Paid'), format(-amount)])
  if (returned > 0) sums.push([write('Returned to you'), format(returned)])
  sums.push([write('Amount due'), format(0)])
  return sums
}

function describeBuyer({ buyer_name, buyer_email, buyer_address }: Parties, wording: Localizer): string[] {
  const write = createTranslate(wording)
  const known = buyer_address
  const lines =
    known === null
      ? [buyer_name]
      : [
          known.name || buyer_name,
          known.line1,
          known.line2,
          [known.postal_code, known.city].filter(Boolean).join(' '),
          known.region,
          known.country === '' ? '' : formatCountry(known.country, wording),
          known.tax_id === '' ? '' : write('Tax number: {number}', { number: known.tax_id }),
        ]
  return [...lines, buyer_email].filter((line) => line !== '')
}
