import { type Canvas, type PdfDraw, renderPdf, type TextBox } from '@research-platform/documents'
import { chooseFooter } from '#language/brand.ts'
import { isRightToLeft } from '#language/languages.ts'
import { createTranslate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import type { CreditNote } from './credit-note-record.ts'
import type { Invoice } from './record.ts'
import { createCreditStatement, createStatement, type Statement } from './statement.ts'

/** An invoice or a credit note, and the path of the logo. */
export interface PrintedDocument {
  document: { invoice: Invoice } | { creditNote: CreditNote }
  logo: string | null
  /** The language of the buyer. */
  wording: Localizer
}

const ink = '#1b2230'
const soft = '#566072'
const rule = '#dde1e8'
const margin = 56
const pageWidth = 595.28
const pageHeight = 841.89
const width = pageWidth - 2 * margin

/** Renders the document as one A4 page; the same document gives the same bytes. */
export function print({ document, logo, wording }: PrintedDocument): Promise<Uint8Array> {
  const isInvoice = 'invoice' in document
  const { seller, date } = isInvoice ? document.invoice : document.creditNote
  const statement = isInvoice
    ? createStatement(document.invoice, wording)
    : createCreditStatement(document.creditNote, wording)
  const words = writeWords(seller, wording)
  return renderPdf(
    {
      size: 'A4',
      title: statement.title,
      author: seller,
      createdAt: `${date}T00:00:00.000Z`,
      texts: [...listTexts(statement), ...Object.values(words)],
      language: wording.language,
      isRightToLeft: isRightToLeft(wording.language),
    },
    draw({ statement, words, logo, accent: wording.brand.colors?.accent ?? ink }),
  )
}

type DocumentWords = ReturnType<typeof writeWords>

function writeWords(seller: string, wording: Localizer) {
  const write = createTranslate(wording)
  return {
    logo: write('Logo of {issuer}', { issuer: seller }),
    seller: write('Seller'),
    billedTo: write('Billed to'),
    description: write('Description'),
    quantity: write('Quantity'),
    price: write('Price'),
    amount: write('Amount'),
    footer: chooseFooter(wording.brand, wording.language),
  }
}

const listTexts = ({ heading, title, remark, seller, buyer, facts, items, sums, note }: Statement): string[] => [
  ...[heading, title, remark, ...seller, ...buyer, note],
  ...items.flatMap((item) => Object.values(item)),
  ...[...facts, ...sums].flat(),
]

function drawLogo(canvas: Canvas, logo: string, alternative: string) {
  const box = { width: 120, height: 48 }
  const left = canvas.mirror(pageWidth - margin - box.width, box.width)
  canvas.figure(alternative, [left, margin, left + box.width, margin + box.height], () =>
    canvas.document.image(logo, left, margin, { fit: [box.width, box.height], align: 'right' }),
  )
}

const plain = { tag: 'P', face: 'sans', color: ink, sizes: [9.5] } as const

interface Sheet {
  statement: Statement
  words: DocumentWords
  logo: string | null
  /** The color of the heading. */
  accent: string
}

const draw =
  ({ statement, words, logo, accent }: Sheet): PdfDraw =>
  (canvas) => {
    if (logo !== null) drawLogo(canvas, logo, words.logo)
    canvas.write(statement.heading, {
      ...plain,
      tag: 'H1',
      face: 'sansBold',
      color: accent,
      sizes: [26],
      x: margin,
      top: margin,
      width,
    })
    let y = drawFacts(canvas, statement.facts, margin + 52)
    if (statement.remark !== '')
      y = canvas.write(statement.remark, {
        ...plain,
        face: 'sansBold',
        x: margin,
        top: y + 6,
        width,
      })
    const left = drawParty(canvas, words.seller, statement.seller, { x: margin, top: y + 22 })
    const right = drawParty(canvas, words.billedTo, statement.buyer, { x: margin + width / 2, top: y + 22 })
    y = drawItems(canvas, statement.items, words, Math.max(left, right) + 28)
    y = drawSums(canvas, statement.sums, y + 10)
    if (statement.note !== '')
      canvas.write(statement.note, { ...plain, color: soft, sizes: [8.5], x: margin, top: y + 22, width })
    if (words.footer !== '') drawFooter(canvas, words.footer)
  }

function drawFooter(canvas: Canvas, footer: string) {
  const top = pageHeight - margin - 24
  drawRule(canvas, top - 8)
  canvas.write(footer, { ...plain, color: soft, sizes: [8.5, 7.5, 6.5], x: margin, top, width, height: 32 })
}

function drawFacts(canvas: Canvas, facts: Statement['facts'], top: number): number {
  let y = top
  for (const [name, value] of facts) {
    canvas.write(name, { ...plain, color: soft, x: margin, top: y, width: 110 })
    y = canvas.write(value, { ...plain, x: margin + 110, top: y, width: width - 110 }) + 3
  }
  return y
}

function drawParty(canvas: Canvas, title: string, lines: string[], { x, top }: { x: number; top: number }): number {
  const column = { x, width: width / 2 - 20 }
  let y = canvas.write(title, { ...plain, tag: 'H2', color: soft, ...column, top }) + 4
  for (const [index, line] of lines.entries())
    y = canvas.write(line, { ...plain, face: index === 0 ? 'sansBold' : 'sans', ...column, top: y }) + 2
  return y
}

/** The columns: description, quantity, price, amount. */
const columns: Pick<TextBox, 'x' | 'width' | 'align'>[] = [
  { x: margin, width: width - 250 },
  { x: margin + width - 240, width: 40, align: 'right' },
  { x: margin + width - 190, width: 90, align: 'right' },
  { x: margin + width - 90, width: 90, align: 'right' },
]

function drawItems(canvas: Canvas, items: Statement['items'], words: DocumentWords, top: number): number {
  const heads = [words.description, words.quantity, words.price, words.amount]
  for (const [index, head] of heads.entries())
    canvas.write(head, { ...plain, tag: 'TH', color: soft, sizes: [8.5, 7.5], ...getColumn(index), top })
  let y = top + 16
  drawRule(canvas, y)
  y += 8
  for (const { description, period, quantity, price, amount } of items) {
    for (const [index, text] of [quantity, price, amount].entries())
      canvas.write(text, { ...plain, tag: 'TD', ...getColumn(index + 1), top: y })
    let end = canvas.write(description, { ...plain, tag: 'TD', ...getColumn(0), top: y })
    if (period !== '')
      end = canvas.write(period, {
        ...plain,
        tag: 'TD',
        color: soft,
        sizes: [8.5],
        ...getColumn(0),
        top: end + 1,
      })
    y = end + 8
  }
  drawRule(canvas, y)
  return y
}

const getColumn = (index: number) => columns[index] ?? { x: margin, width }

function drawSums(canvas: Canvas, sums: Statement['sums'], top: number): number {
  let y = top
  for (const [index, [name, value]] of sums.entries()) {
    const isLast = index === sums.length - 1
    if (isLast) drawRule(canvas, y + 1, margin + width / 2)
    const style = { ...plain, face: isLast ? 'sansBold' : 'sans', top: y + (isLast ? 7 : 0) } as const
    canvas.write(name, { ...style, x: margin + width / 2 - 40, width: width / 2 - 70, align: 'right' })
    y = canvas.write(value, { ...style, x: margin + width - 100, width: 100, align: 'right' }) + 4
  }
  return y
}

const drawRule = (canvas: Canvas, y: number, from = margin) =>
  canvas.decorate(() =>
    canvas.document
      .moveTo(canvas.mirror(from, margin + width - from), y)
      .lineTo(canvas.mirror(from, margin + width - from) + margin + width - from, y)
      .lineWidth(0.75)
      .strokeColor(rule)
      .stroke(),
  )
