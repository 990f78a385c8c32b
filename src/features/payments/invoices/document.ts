import { type PdfDraw, renderPdf } from '../../../adapters/pdf.ts'
import { html } from '../../../core/html.ts'
import { writtenMoney } from '../../../core/money.ts'
import { layout } from '../../../pages/layout.ts'
import type { Invoice } from './service.ts'

const stateOf = ({ status }: Invoice) => (status === 'refunded' ? 'Refunded' : 'Paid')

/** What is bought once has none. */
const periodOf = ({ period_start, period_end }: Invoice): [string, string][] =>
  period_start === period_end ? [] : [['Period', `${period_start} to ${period_end}`]]

const lines = (invoice: Invoice): [string, string][] => [
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
${lines(invoice).map(
  ([name, value]) => html`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>
`,
)}
<tr><th scope="row">Total</th><td><strong>${writtenMoney(invoice.amount, invoice.currency)}</strong></td></tr>
</table>
<p><a href="${pdfUrl}">Download as PDF</a></p>
</section>`
  return layout({ title: `Invoice ${invoice.number}`, base, body })
}

const ink = '#1b2230'
const soft = '#566072'
const margin = 56
const width = 595 - 2 * margin

/** The invoice as a PDF of one A4 page. */
export const invoicePdf = (invoice: Invoice): Promise<Buffer> =>
  renderPdf(
    {
      size: 'A4',
      margin,
      title: `Invoice ${invoice.number}`,
      author: invoice.seller,
      createdAt: `${invoice.date}T00:00:00.000Z`,
    },
    draw(invoice),
  )

const draw =
  (invoice: Invoice): PdfDraw =>
  (document, { regular, bold }) => {
    const write = (
      text: string,
      x: number,
      y: number,
      style: { font: string; size: number; color: string },
    ) =>
      document
        .font(style.font)
        .fontSize(style.size)
        .fillColor(style.color)
        .text(text, x, y, {
          width: margin + width - x,
          lineGap: 2,
        })
    write(invoice.seller, margin, margin, { font: bold, size: 12, color: soft })
    write('Invoice', margin, document.y + 14, { font: bold, size: 28, color: ink })
    document.y += 18
    for (const [name, value] of lines(invoice)) {
      const { y } = document
      write(name, margin, y, { font: regular, size: 10.5, color: soft })
      write(value, margin + 120, y, { font: regular, size: 10.5, color: ink })
      document.y += 8
    }
    const y = document.y + 12
    document
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(1)
      .strokeColor('#dde1e8')
      .stroke()
    write('Total', margin, y + 16, { font: bold, size: 14, color: ink })
    const total = writtenMoney(invoice.amount, invoice.currency)
    write(total, margin + 120, y + 16, { font: bold, size: 14, color: ink })
  }
