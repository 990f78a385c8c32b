import { html } from '../../../core/html.ts'
import { writtenMoney } from '../../../core/money.ts'
import { layout } from '../../../pages/layout.ts'
import type { Invoice } from './service.ts'

const stateOf = ({ status }: Invoice) => (status === 'refunded' ? 'Refunded' : 'Paid')

/** What is bought once has none. */
const periodOf = ({ period_start, period_end }: Invoice): [string, string][] =>
  period_start === period_end ? [] : [['Period', `${period_start} to ${period_end}`]]

/** What an invoice says beside its total, in order. */
export const linesOf = (invoice: Invoice): [string, string][] => [
  ['Invoice', invoice.number],
  ['Date', invoice.date],
  ['From', invoice.seller],
  ['To', [invoice.buyer_name, invoice.buyer_email].filter(Boolean).join(' · ')],
  ['For', invoice.title],
  ...periodOf(invoice),
  ...(invoice.paid_with === '' ? [] : [['Paid with', invoice.paid_with] satisfies [string, string]]),
  ['Status', stateOf(invoice)],
]

/** The invoice as a page. */
export function invoicePage(invoice: Invoice, base: string, pdfUrl: string): string {
  const body = html`<h1>Invoice ${invoice.number}</h1>
<section class="card">
<table>
${linesOf(invoice).map(
  ([name, value]) => html`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>
`,
)}
<tr><th scope="row">Total</th><td><strong>${writtenMoney(invoice.amount, invoice.currency)}</strong></td></tr>
</table>
<p><a href="${pdfUrl}">Download as PDF</a></p>
</section>`
  return layout({ title: `Invoice ${invoice.number}`, base, body })
}
