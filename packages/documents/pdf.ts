/**
 * PDF documents: tagged for screen readers (PDF/UA-1), with embedded fonts for all scripts. Imported by
 * worker threads only.
 */

import { buildFontStacks, type Face, readFonts } from './fonts.ts'
import { addFont } from './shaping.ts'
import { type Line, removeUndrawable, removeUnprintable, splitLines, type TextStyle, writeLine } from './typesetter.ts'

export type { Face } from './fonts.ts'
export type PdfDocument = PDFKit.PDFDocument

export interface PdfPage {
  size: 'A4'
  layout?: 'portrait' | 'landscape'
  title: string
  author: string
  /** An ISO time. The same content and time give the same bytes. */
  createdAt: string
  /** All texts of users on the page; their characters decide which fonts are loaded. */
  texts: readonly string[]
  /** The language of the sentences (BCP 47). */
  language: string
  /** Whether lines and columns run from right to left. */
  isRightToLeft: boolean
  /** A file that the document carries, as PDF/A-3 does: the same content in a form for programs. */
  attachment?: { name: string; type: string; description: string; content: string }
}

/** A text in a box, in the largest size that fits. */
export interface TextBox {
  /** The structure type for screen readers. */
  tag: 'H1' | 'H2' | 'P' | 'TH' | 'TD'
  face: Face
  color: string
  x: number
  top: number
  width: number
  /** The height in points; without one, the text takes what it needs. */
  height?: number
  /** Sizes in points; the first that fits the height is used, otherwise the last. */
  sizes: readonly number[]
  align?: 'left' | 'center' | 'right'
  /** The vertical alignment of a text that is smaller than its box. */
  valign?: 'top' | 'middle'
  /** Letter spacing in points; only for constant texts. */
  spacing?: number
}

type Bounds = [left: number, top: number, right: number, bottom: number]

export interface Canvas {
  /** Returns the left end of something of a width that is placed at `x` on a page from left to right. */
  mirror(x: number, width: number): number
  /** For lines and shapes. */
  document: PdfDocument
  /** Writes the text and returns its lower end in points from the top. */
  write(text: string, box: TextBox): number
  /** Whether all characters of the text can be printed; words that cannot are left out. */
  canPrint(text: string): boolean
  /** Begins another page. */
  addPage(): void
  /** Draws decoration, which screen readers skip. */
  decorate(draw: () => void): void
  /** Makes the area a link; `bounds` are left, top, right, bottom. */
  link(url: string, bounds: Bounds): void
  /** Draws a picture with its alternative text; `bounds` are left, top, right, bottom. */
  figure(alternative: string, bounds: Bounds, draw: () => void): void
}

export type PdfDraw = (canvas: Canvas) => void

/** Renders a document whose pages `draw` fills; it begins with one. */
export async function renderPdf(page: PdfPage, draw: PdfDraw): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { size, layout = 'portrait', title, author, createdAt } = page
  const data = await readFonts()
  const document = new PdfDocument({
    size,
    layout,
    margin: 0,
    lang: page.language,
    font: data.sans as unknown as string,
    pdfVersion: '1.7',
    // @ts-expect-error: the types of pdfkit 0.17 do not know `PDF/UA` yet
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
  })
  const finished = collect(document)
  draw(await openCanvas(document, data, page))
  attach(document, page)
  document.end()
  return finished
}

function attach(document: PdfDocument, { attachment, createdAt }: PdfPage) {
  if (attachment === undefined) return
  const { content, ...named } = attachment
  const time = new Date(createdAt)
  const options = { ...named, relationship: 'Alternative', creationDate: time, modifiedDate: time }
  document.file(Buffer.from(content), options)
}

function collect(document: PdfDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((finished, failed) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => finished(Buffer.concat(parts)))
    document.on('error', failed)
  })
}

async function openCanvas(
  document: PdfDocument,
  data: Record<Face, Buffer>,
  { texts, isRightToLeft }: PdfPage,
): Promise<Canvas> {
  const drawable = texts.map(removeUndrawable)
  const fontsFor = await buildFontStacks((name, bytes) => addFont(document, name, bytes), data, drawable)
  // The first letter outside of isolates decides, so a title of a user has its own direction, and a sentence that names it has ours.
  const chooseDirection = (text: string) =>
    isRightToLeft && !/\p{L}/u.test(text.replace(isolated, '')) ? 'rtl' : 'auto'
  const mirror = (x: number, width: number) => (isRightToLeft ? document.page.width - x - width : x)
  const structure = document.struct('Document')
  document.addStructure(structure)

  const drawTagged = (tag: string, options: object, work: () => void) => {
    const element = document.struct(tag, options)
    structure.add(element)
    element.add(document.markStructureContent(tag))
    work()
    document.endMarkedContent()
    element.end()
  }
  const drawDecoration = (work: () => void) => {
    document.markContent('Artifact', { type: 'Layout' })
    work()
    document.endMarkedContent()
  }
  return {
    document,
    mirror,
    addPage: () => document.addPage(),
    decorate: drawDecoration,
    canPrint: (text) => removeUnprintable(removeUndrawable(text), fontsFor('sans')).isComplete,
    write(text, input) {
      const box = isRightToLeft
        ? ({ ...input, x: mirror(input.x, input.width), align: flip(input.align) } as const)
        : input
      const { text: printed } = removeUnprintable(removeUndrawable(text), fontsFor(box.face))
      const setting = chooseSize(printed, { ...box, fonts: fontsFor(box.face), direction: chooseDirection(text) })
      drawTagged(box.tag, { actual: printed }, () => writeLines(document, setting, box))
      return setting.top + setting.height
    },
    link(url, [left, top, right, bottom]) {
      const element = document.struct('Link', { alt: url })
      structure.add(element)
      document.link(left, top, right - left, bottom - top, url, linkOptions(element, url))
      element.end()
    },
    figure: (alternative, bounds, work) =>
      drawTagged('Figure', { alt: alternative, bbox: bounds, placement: 'Block' }, work),
  }
}

const isolated = /\u2068[^\u2068\u2069]*\u2069/gu

const flip = (align: TextBox['align'] = 'left'): 'left' | 'center' | 'right' =>
  align === 'left' ? 'right' : align === 'right' ? 'left' : align

/** pdfkit writes only `String` objects as strings, and its types lack the structure of links. */
const linkOptions = (structParent: unknown, url: string) =>
  ({ structParent, Contents: new Object(url) }) as object as PDFKit.Mixins.AnnotationOption

interface TextLayout {
  lines: Line[]
  size: number
  leading: number
  top: number
  height: number
}

interface StyledBox extends Omit<TextBox, 'face' | 'tag' | 'color'>, Pick<TextStyle, 'fonts' | 'direction'> {}

function chooseSize(text: string, box: StyledBox): TextLayout {
  const { fonts, direction, sizes, width, height: most = Number.POSITIVE_INFINITY, spacing = 0 } = box
  const layOutAt = (size: number) => {
    const lines = splitLines(text, { fonts, direction, size, width: width - spacing * text.length })
    // Scripts with marks above and below the letters need more leading.
    const isTall = lines.some(({ runs }) => runs.some(({ font }) => font !== fonts[0] && font !== fonts[1]))
    const leading = size * (isTall ? 1.5 : 1.25)
    return { lines, size, leading, height: lines.length * leading }
  }
  const tries = sizes.map(layOutAt)
  const chosen = tries.find(({ height }) => height <= most) ?? tries.at(-1) ?? layOutAt(10)
  const room = box.valign === 'middle' && Number.isFinite(most) ? Math.max(0, most - chosen.height) / 2 : 0
  const lines = chosen.lines.slice(0, Math.max(1, Math.floor(most / chosen.leading)))
  return { ...chosen, lines, top: box.top + room }
}

function writeLines(document: PdfDocument, { lines, size, leading, top }: TextLayout, box: TextBox) {
  const { x, width, align = 'left', color, spacing = 0 } = box
  document.fillColor(color)
  for (const [index, line] of lines.entries()) {
    const letters = line.runs.reduce((sum, { text }) => sum + [...text].length, 0)
    const free = width - line.width - spacing * Math.max(0, letters - 1)
    const left = x + (align === 'center' ? free / 2 : align === 'right' ? free : 0)
    // The text that is copied or read aloud, independent of the glyphs.
    const isLast = index === lines.length - 1
    document.markContent('Span', { actual: isLast ? line.text : `${line.text} ` })
    writeLine(line, { x: left, y: top + index * leading + leading * 0.78, size, spacing })
    document.endMarkedContent()
  }
}
