import { formatAmount, formatCountry, formatDay } from '#language/formats.ts'
import { stored } from '#language/sentence.ts'
import { createTranslate, type Translate } from '#language/translate.ts'
import type { Localizer } from '#language/wording.ts'
import { describePurchase } from '../purchases.ts'
import type { Invoice } from './record.ts'

type Format = (minor: number) => string

/** The content of an invoice in words, for the page and the PDF. */
export interface Statement {
  seller: string[]
  buyer: string[]
  facts: [string, string][]
  items: { description: string; period: string; quantity: string; price: string; amount: string }[]
  /** The last one is the amount due. */
  sums: [string, string][]
  note: string
  isRefunded: boolean
}

export function createStatement(invoice: Invoice, wording: Localizer): Statement {
  const { amount, currency, tax_amount, status } = invoice
  const write = createTranslate(wording)
  const format: Format = (minor) => formatAmount(minor, currency, wording)
  return {
    seller: [
      invoice.seller,
      ...invoice.seller_address.split('\n').filter((line) => line !== ''),
      ...(invoice.seller_tax_id === '' ? [] : [write('Tax number: {number}', { number: invoice.seller_tax_id })]),
    ],
    buyer: describeBuyer(invoice, wording),
    facts: [
      [write('Invoice number'), invoice.number],
      [write('Date of issue'), formatDay(invoice.date, wording)],
      [write('Paid on'), formatDay(invoice.paid_on ?? invoice.date, wording)],
      ...(invoice.paid_with === '' ? [] : [[write('Paid with'), invoice.paid_with] satisfies [string, string]]),
      ...(invoice.coupon_code === null ? [] : [[write('Coupon'), invoice.coupon_code] satisfies [string, string]]),
    ],
    items: [
      {
        description: write(describePurchase(invoice.title)),
        // A single purchase has no period.
        period:
          invoice.period_start === invoice.period_end
            ? ''
            : write('{start} to {end}', { start: { day: invoice.period_start }, end: { day: invoice.period_end } }),
        quantity: '1',
        price: format(amount - tax_amount),
        amount: format(amount - tax_amount),
      },
    ],
    sums: listSums(invoice, write, format),
    note: write(stored(invoice.tax_note)),
    isRefunded: status === 'refunded',
  }
}

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

function describeBuyer({ buyer_name, buyer_email, buyer_address }: Invoice, wording: Localizer): string[] {
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
