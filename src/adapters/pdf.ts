/** PDF documents, in fonts that print Latin, Greek and Cyrillic names. Loaded by whoever first needs one. */

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** The package of the fonts. Without it the fonts of every PDF reader are used, which know Western Latin only. */
const fontPackage = 'dejavu-fonts-ttf'
// Windows-1252 beyond Latin-1: what the readers' own fonts can print.
const western = /[^\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

interface Faces {
  regular: string
  bold: string
  /** The text as the fonts can print it. */
  printable: (text: string) => string
}

function faces(): Faces {
  try {
    const folder = join(dirname(resolve(`${fontPackage}/package.json`)), 'ttf')
    const [regular, bold] = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => join(folder, name))
    if (regular && bold && existsSync(regular) && existsSync(bold))
      return { regular, bold, printable: (text) => text }
  } catch {
    // The package is not installed.
  }
  return { regular: 'Helvetica', bold: 'Helvetica-Bold', printable: westernOnly }
}

/** Letters lose accents the fonts do not have; what is left unknown becomes a question mark. */
const westernOnly = (text: string) =>
  text.replace(western, (letter) => {
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return plain === letter || plain.replace(western, '') === '' ? '?' : plain.replace(western, '?')
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

export type PdfDraw = (
  document: PDFKit.PDFDocument,
  faces: { regular: string; bold: string; printable: (text: string) => string },
) => void

/** A document of one page that `draw` fills. */
export async function renderPdf(page: PdfPage, draw: PdfDraw): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { regular, bold, printable } = faces()
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
  draw(document, { regular, bold, printable })
  document.end()
  return done
}
