/** Shapes text with HarfBuzz where pdfkit would use its own font library, whose Indic forms are wrong. */

import type { Font } from 'harfbuzzjs'
import { layOutText, openShaper } from './shaper.ts'

/** A font of a document. */
export interface ShapedFont {
  /** The name of the font in the document. */
  name: string
  has(codePoint: number): boolean
  /** In points. */
  measureWidth(text: string, size: number, isRightToLeft: boolean): number
  /** Writes one run of text; `y` is the baseline. */
  write(text: string, place: { x: number; y: number; size: number; isRightToLeft: boolean; spacing: number }): void
}

interface Glyph {
  advanceWidth: number
}

/** The part of fontkit's font that pdfkit uses and does not export types for. */
interface OpenFont {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  getGlyph(id: number, codePoints: number[]): Glyph
  layout(text: string): unknown
}

interface ShapedText {
  glyphs: Glyph[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  /** In units of the font. */
  advanceWidth: number
}

/** Adds a font to the document, shaped by HarfBuzz. */
export function addFont(document: PDFKit.PDFDocument, name: string, data: Buffer): ShapedFont {
  document.registerFont(name, data)
  const open = (document.font(name) as unknown as { _font: { font: OpenFont } })._font.font
  const { font } = openShaper(data)
  let isRightToLeft = false
  const shape = (text: string) => shapeForPdf(open, font, text, isRightToLeft)
  open.layout = shape
  return {
    name,
    has: (codePoint) => open.hasGlyphForCodePoint(codePoint),
    measureWidth(text, size, reversed) {
      isRightToLeft = reversed
      return (shape(text).advanceWidth * size) / open.unitsPerEm
    },
    write(text, { x, y, size, isRightToLeft: reversed, spacing }) {
      isRightToLeft = reversed
      // With a list of features, pdfkit shapes the run as a whole instead of word by word.
      document.font(name).fontSize(size).text(text, x, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: [],
        characterSpacing: spacing,
      })
    },
  }
}

/** Glyphs in visual order, from left to right. */
function shapeForPdf(open: OpenFont, font: Font, text: string, isRightToLeft: boolean): ShapedText {
  const buffer = layOutText(font, text, isRightToLeft)
  const infos = buffer.getGlyphInfos()
  const clusterCharacters = groupByCluster(
    text,
    infos.map(({ cluster }) => cluster),
  )
  const seen = new Set<number>()
  const glyphs = infos.map(({ codepoint, cluster }) => {
    // The first glyph of a cluster stands for all its characters when text is copied.
    const characters = seen.has(cluster) ? '' : (clusterCharacters.get(cluster) ?? '')
    seen.add(cluster)
    return open.getGlyph(
      codepoint,
      [...characters].map((one) => one.codePointAt(0) ?? 0),
    )
  })
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }))
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}

/** Returns the characters of each cluster by its start. */
function groupByCluster(text: string, clusters: readonly number[]): Map<number, string> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b)
  return new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1] ?? text.length)]))
}
