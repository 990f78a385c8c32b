import { fromMinorUnits } from '#core/money.ts'
import type { Invoice } from './service.ts'

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string) => longDate.format(new Date(`${day}T00:00:00.000Z`))

/** With the currency code, because twenty currencies use `$`: `29.00 USD`. */
const formatAmount = (minor: number, currency: string) =>
  `${new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fromMinorUnits(minor))} ${currency}`

const countries = new Intl.DisplayNames('en', { type: 'region' })

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

export function createStatement(invoice: Invoice): Statement {
  const { amount, currency, tax_amount, status } = invoice
  const format = (minor: number) => formatAmount(minor, currency)
  return {
    seller: [
      invoice.seller,
      ...invoice.seller_address.split('\n').filter((line) => line !== ''),
      ...(invoice.seller_tax_id === '' ? [] : [`Tax number: ${invoice.seller_tax_id}`]),
    ],
    buyer: describeBuyer(invoice),
    facts: [
      ['Invoice number', invoice.number],
      ['Date of issue', formatDay(invoice.date)],
      ['Paid on', formatDay(invoice.date)],
      ...(invoice.paid_with === '' ? [] : [['Paid with', invoice.paid_with] satisfies [string, string]]),
    ],
    items: [
      {
        description: invoice.title,
        // A single purchase has no period.
        period:
          invoice.period_start === invoice.period_end
            ? ''
            : `${formatDay(invoice.period_start)} to ${formatDay(invoice.period_end)}`,
        quantity: '1',
        price: format(amount - tax_amount),
        amount: format(amount - tax_amount),
      },
    ],
    sums: listSums(invoice),
    note: invoice.tax_note,
    isRefunded: status === 'refunded',
  }
}

/** A refund credits the whole invoice. */
function listSums({ amount, currency, tax_amount, tax_rate, tax_name, refunded_on, status }: Invoice) {
  const format = (minor: number) => formatAmount(minor, currency)
  const sums: [string, string][] = [
    ['Subtotal', format(amount - tax_amount)],
    [`${tax_name} ${tax_rate / 100} %`, format(tax_amount)],
    ['Total', format(amount)],
  ]
  const day = refunded_on === null ? '' : ` of ${formatDay(refunded_on)}`
  if (status === 'refunded') sums.push([`Credit${day}`, `−${format(amount)}`])
  sums.push(['Paid', `−${format(amount)}`])
  if (status === 'refunded') sums.push(['Returned to you', format(amount)])
  sums.push(['Amount due', format(0)])
  return sums
}

function describeBuyer({ buyer_name, buyer_email, buyer_address }: Invoice): string[] {
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
          known.country === '' ? '' : (countries.of(known.country) ?? known.country),
          known.tax_id === '' ? '' : `Tax number: ${known.tax_id}`,
        ]
  return [...lines, buyer_email].filter((line) => line !== '')
}
