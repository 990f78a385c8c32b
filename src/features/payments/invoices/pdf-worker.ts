import { hasGlyphs, type PdfDraw, renderPdf } from '../../../adapters/pdf.ts'
import { writtenMoney } from '../../../core/money.ts'
import { printable, reversedRun } from '../../../core/printable.ts'
import { linesOf } from './page.ts'
import type { Invoice } from './service.ts'

const ink = '#1b2230'
const soft = '#566072'
const margin = 56
const width = 595 - 2 * margin

/** The invoice as a PDF of one A4 page; the same invoice gives the same bytes. */
export const print = (invoice: Invoice): Promise<Uint8Array> =>
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
        .text(
          written(text, (word) => hasGlyphs(document, style.font, word)),
          x,
          y,
          {
            width: margin + width - x,
            lineGap: 2,
          },
        )
    write(invoice.seller, margin, margin, { font: bold, size: 12, color: soft })
    write('Invoice', margin, document.y + 14, { font: bold, size: 28, color: ink })
    document.y += 18
    for (const [name, value] of linesOf(invoice)) {
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

/** Without the words that the fonts cannot print. */
function written(text: string, hasAll: (word: string) => boolean): string {
  const { text: left, reversed } = printable(text, hasAll)
  return reversed ? reversedRun(left.split(' ')) : left
}
