/** PDF documents, in fonts that print Latin, Greek and Cyrillic names. Loaded by whoever first needs one. */

import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

interface Faces {
  regular: string
  bold: string
}

const faces = (): Faces => ({
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
})

export interface PdfPage {
  size: 'A4'
  layout?: 'portrait' | 'landscape'
  margin: number
  title: string
  author: string
  /** An ISO moment; the same content and moment give the same bytes. */
  createdAt: string
}

export type PdfDraw = (document: PDFKit.PDFDocument, faces: Faces) => void

/** A document of one page that `draw` fills. */
export async function renderPdf(page: PdfPage, draw: PdfDraw): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { regular, bold } = faces()
  const { size, layout = 'portrait', margin, title, author, createdAt } = page
  const document = new PdfDocument({
    size,
    layout,
    margin,
    lang: 'en',
    font: regular,
    info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((finished, failed) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => finished(Buffer.concat(parts)))
    document.on('error', failed)
  })
  draw(document, { regular, bold })
  document.end()
  return done
}
