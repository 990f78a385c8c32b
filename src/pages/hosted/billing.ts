/** The HTML of what the visitor has paid, and of what came back. */

import { type Html, html } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDay, formatMoney } from '#language/formats.ts'
import type { BillingRecord, CreditNote } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty } from './pages.ts'

interface Documents {
  page: string
  pdf: string
  /** The number of the invoice or of the credit note. */
  number: string
}

const renderDocuments = ({ write }: Writer, { page, pdf, number }: Documents): Html =>
  html`<p><a href="${page}"><bdi>${number}</bdi></a> · <a href="${pdf}" aria-label="${write('{number} as PDF', { number: { verbatim: number } })}">PDF</a></p>`

/** Renders the time that was paid for; for what is bought once, the day. */
function describePeriod({ write, wording }: Writer, { period, date }: BillingRecord): string {
  const [from = '', to = ''] = period.split('/')
  const day = (one: string) => ({ verbatim: formatDay(one, wording) })
  return from === to ? formatDay(date, wording) : write('{from} to {to}', { from: day(from), to: day(to) })
}

/** Renders a page of the payments. */
export function renderBilling(writer: Writer, records: readonly BillingRecord[]): Html {
  const { write, wording } = writer
  if (records.length === 0) return renderEmpty({ base: '', writer }, 'You have paid nothing yet.')
  return html`<ul class="rows">${records.map((record) => {
    const { id, amount, currency, refunded_amount, refund_pending, plan, coupon_code } = record
    const format = (units: number) => ({ verbatim: formatMoney(toMinorUnits(units, currency), currency, wording) })
    return html`<li><h2><bdi>${plan}</bdi> <span class="tag">${format(amount).verbatim}</span></h2>
<p class="soft">${describePeriod(writer, record)}${coupon_code !== null && html` · ${write('Coupon {code}', { code: { verbatim: coupon_code } })}`}</p>
${refunded_amount > 0 && html`<p>${write('Refunded: {amount}', { amount: format(refunded_amount) })}</p>`}
${refund_pending > 0 && html`<p>${write('A refund of {amount} is on its way.', { amount: format(refund_pending) })}</p>`}
${renderDocuments(writer, { page: record.invoice_url, pdf: record.pdf_url, number: id })}</li>
`
  })}</ul>`
}

/** Renders a page of the credit notes. */
export function renderCreditNotes(writer: Writer, notes: readonly CreditNote[]): Html {
  const { write, wording } = writer
  if (notes.length === 0) return renderEmpty({ base: '', writer }, 'Nothing was refunded.')
  return html`<ul class="rows">${notes.map(
    ({ id, date, amount, currency, invoice_id, plan, credit_note_url, pdf_url }) =>
      html`<li><h2><bdi>${plan}</bdi> <span class="tag">${formatMoney(toMinorUnits(amount, currency), currency, wording)}</span></h2>
<p class="soft">${formatDay(date, wording)} · ${write('For the invoice {number}', { number: { verbatim: invoice_id } })}</p>
${renderDocuments(writer, { page: credit_note_url, pdf: pdf_url, number: id })}</li>
`,
  )}</ul>`
}
