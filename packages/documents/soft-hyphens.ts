/**
 * Finds the words of a page of a PDF that are divided by soft hyphens (U+00AD). The text of pdf.js is without them, as without all format
 * characters, so that two words are left of each. They are in the operators that paint the page.
 */

import type { PDFPageProxy } from 'unpdf/pdfjs'

/** The operator that shows glyphs (ISO 32000-1, 9.4.3), as pdf.js numbers it. */
const showText = 44
/** A wider gap between glyphs, in thousandths of the size of the font, is a space. */
const widestKerning = 200
const dividedWord = /[\p{L}\p{M}]+(?:\u00ad\s*[\p{L}\p{M}]+)+/gu

/** Returns the words that soft hyphens divide, whole. */
export async function listDividedWords(page: PDFPageProxy): Promise<string[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  let text = ''
  for (const [index, operator] of fnArray.entries()) if (operator === showText) text += readGlyphs(argsArray[index])
  return text.match(dividedWord)?.map((word) => word.replace(/\u00ad\s*/g, '')) ?? []
}

/** Returns the characters of the glyphs; numbers between them are gaps. */
function readGlyphs([glyphs]: unknown[]): string {
  if (!Array.isArray(glyphs)) return ''
  return glyphs.map(readGlyph).join('')
}

function readGlyph(glyph: unknown): string {
  if (typeof glyph === 'number') return glyph < -widestKerning ? ' ' : ''
  const unicode: unknown = typeof glyph === 'object' && glyph !== null ? Reflect.get(glyph, 'unicode') : undefined
  return typeof unicode === 'string' ? unicode : ''
}
