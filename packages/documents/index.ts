/** The door of the package for those who write documents and pictures. It loads HarfBuzz, so threads import it; `./text` reads documents. */

export { buildFontStacks, readFonts } from './fonts.ts'
export { createOutlineFont } from './outline-font.ts'
export { type Canvas, type Face, type PdfDocument, type PdfDraw, renderPdf, type TextBox } from './pdf.ts'
export { type Line, removeUndrawable, removeUnprintable, splitLines, writeLine } from './typesetter.ts'
