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
    font: '',
    info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((finished, failed) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => finished(Buffer.concat(parts)))
    document.on('error', failed)
  })
  reuseFonts(document)
  draw(document.font(known.regular), known)
  keepFonts(document, Object.values(known))
  document.end()
  return done
}

/** A font as fontkit opens it for pdfkit, which takes it where it takes a file, and does not say so in its types. */
interface OpenFont extends Buffer {
  hasGlyphForCodePoint(codePoint: number): boolean
}

interface Internals {
  _font: { font: OpenFont }
  _fontFamilies: Record<string, { font: OpenFont }>
}

const internalsOf = (document: PdfDocument) => document as unknown as Internals

/** By their faces. To open one takes longer than to write with it. */
const openFonts = new Map<string, OpenFont>()

function reuseFonts(document: PdfDocument) {
  for (const [face, font] of openFonts) document.registerFont(face, font)
}

function keepFonts(document: PdfDocument, known: readonly string[]) {
  const { _fontFamilies } = internalsOf(document)
  for (const face of known) {
    const used = _fontFamilies[face]
    if (used !== undefined) openFonts.set(face, used.font)
  }
}

/** Whether the face, which becomes the one that is written in, has a glyph for every character. */
export function hasGlyphs(document: PdfDocument, face: string, text: string): boolean {
  const { font } = internalsOf(document.font(face))._font
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}
