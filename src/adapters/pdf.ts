/** PDF documents, in fonts that print Latin, Greek and Cyrillic names. Loaded by whoever first needs one. */

import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

export interface Faces {
  regular: string
  bold: string
  serif: string
  serifBold: string
  serifItalic: string
}

const faces = (): Faces => ({
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  serif: resolve('dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  serifBold: resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
  serifItalic: resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf'),
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

export type PdfDocument = PDFKit.PDFDocument
export type PdfDraw = (document: PdfDocument, faces: Faces) => void

/** A document of one page that `draw` fills. */
export async function renderPdf(page: PdfPage, draw: PdfDraw): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const known = faces()
  const { size, layout = 'portrait', margin, title, author, createdAt } = page
  const document = new PdfDocument({
    size,
    layout,
    margin,
    lang: 'en',
    font: known.regular,
    info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((finished, failed) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => finished(Buffer.concat(parts)))
    document.on('error', failed)
  })
  draw(document, known)
  document.end()
  return done
}

/** What pdfkit reads fonts with knows it, and pdfkit does not tell. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** Whether the face, which becomes the one that is written in, has a glyph for every character. */
export function hasGlyphs(document: PdfDocument, face: string, text: string): boolean {
  const { _font } = document.font(face) as unknown as OpenFont
  return [...text].every((character) => _font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}
