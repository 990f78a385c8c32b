import { type Faces, hasGlyphs, type PdfDocument, type PdfDraw } from '../../../adapters/pdf.ts'
import { qrCode } from '../../../adapters/qr-code.ts'
import { type Printable, printable, reversedRun } from '../../../core/printable.ts'
import { colors, drawFrame, drawRule, drawSeal } from './ornaments.ts'

/** What stands on a certificate. */
export interface PrintedCertificate {
  kind: 'exam' | 'course'
  name: string
  title: string
  issuer: string
  /** Percent, where there is one. */
  score: number | null
  issued_at: string
  revoked_at: string | null
  verification_code: string
  /** Where anybody can check it. */
  url: string
}

const wording = {
  exam: { heading: 'CERTIFICATE OF ACHIEVEMENT', deed: 'has passed the examination' },
  course: { heading: 'CERTIFICATE OF COMPLETION', deed: 'has completed the course' },
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (moment: string) => longDate.format(new Date(moment))

/** What stays free on the left and on the right. */
const side = 96
/** Where the foot begins. */
const bottom = 432

interface Line {
  face: string
  color: string
  /** The first of them that fits, in points. */
  sizes: readonly number[]
  top: number
  height: number
  spacing?: number
}

/** Texts in the middle of the page, as large as their box allows. */
const writer =
  (document: PdfDocument) =>
  (text: string, line: Line, reversed = false) => {
    const width = document.page.width - 2 * side
    const options = { width, align: 'center', lineGap: 0, characterSpacing: line.spacing ?? 0 } as const
    document.font(line.face).fillColor(line.color)
    const laidOut = (size: number) => {
      document.fontSize(size)
      // A little narrower, so that pdfkit finds nothing left to break.
      const lines = reversed ? brokenLines(document, text, width - size) : text
      return { size, lines, height: document.heightOfString(lines, options) }
    }
    const tries = line.sizes.map(laidOut)
    const { size, lines, height } =
      tries.find((one) => one.height <= line.height) ?? tries.at(-1) ?? laidOut(10)
    const top = line.top + (line.height - Math.min(line.height, height)) / 2
    document.fontSize(size).text(lines, side, top, { ...options, height: line.height, ellipsis: true })
  }

/** A text from right to left in lines of its own, because pdfkit would break it within words. */
function brokenLines(document: PdfDocument, text: string, width: number): string {
  const lines: string[][] = []
  for (const word of text.split(' ')) {
    const longer = [...(lines.at(-1) ?? []), word]
    if (lines.length > 0 && document.widthOfString(reversedRun(longer)) <= width) lines.splice(-1, 1, longer)
    else lines.push([word])
  }
  return lines.map(reversedRun).join('\n')
}

/** Draws a certificate on an A4 page in landscape. */
export const drawing =
  (certificate: PrintedCertificate): PdfDraw =>
  (document, faces) => {
    const name = readable(document, faces, certificate.name)
    const title = readable(document, faces, certificate.title)
    const issuer = readable(document, faces, certificate.issuer)
    drawFrame(document)
    drawHeading(document, faces, { issuer, heading: wording[certificate.kind].heading })
    drawBody(document, faces, { certificate, name, title })
    if (![name, title, issuer].every(({ complete }) => complete)) drawHint(document, faces)
    drawFoot(document, faces, certificate)
    if (certificate.revoked_at !== null) drawStamp(document, faces, dayOf(certificate.revoked_at))
  }

/** A text that can be printed, and the faces it can be printed in. */
interface Written extends Printable {
  plain: string
  strong: string
}

function readable(document: PdfDocument, { regular, bold, serif, serifBold }: Faces, text: string): Written {
  const written = printable(
    text,
    (word) => hasGlyphs(document, regular, word) && hasGlyphs(document, bold, word),
  )
  const isSerif = hasGlyphs(document, serif, written.text) && hasGlyphs(document, serifBold, written.text)
  return isSerif
    ? { ...written, plain: serif, strong: serifBold }
    : { ...written, plain: regular, strong: bold }
}

function drawHeading(
  document: PdfDocument,
  { serif }: Faces,
  { issuer, heading }: { issuer: Written; heading: string },
) {
  const write = writer(document)
  const line = { top: 58, height: 22, color: colors.soft, face: issuer.strong, sizes: [15, 13, 11, 9] }
  write(issuer.text, line)
  write(heading, { top: 92, height: 44, color: colors.navy, face: serif, sizes: [32], spacing: 3 })
  drawRule(document, { x: document.page.width / 2, y: 154 }, 260)
}

interface Body {
  certificate: PrintedCertificate
  name: Written
  title: Written
}

function drawBody(document: PdfDocument, { serifItalic }: Faces, { certificate, name, title }: Body) {
  const write = writer(document)
  const small = { height: 18, color: colors.soft, face: serifItalic, sizes: [12.5] }
  write('This certifies that', { ...small, top: 172 })
  const sizes = [42, 38, 34, 30, 26, 23, 20, 18, 16, 14, 12]
  const nameLine = { top: 194, height: 66, color: colors.ink, face: name.plain, sizes }
  write(name.text || 'the holder of this certificate', nameLine, name.reversed)
  write(wording[certificate.kind].deed, { ...small, top: 270 })
  const titleSizes = [26, 24, 22, 20, 18, 16, 14, 12, 11]
  const titleLine = { top: 294, height: 66, color: colors.navy, face: title.strong, sizes: titleSizes }
  write(title.text || 'named on the page below', titleLine, title.reversed)
  if (certificate.score !== null) write(`with a score of ${certificate.score} %`, { ...small, top: 366 })
}

function drawHint(document: PdfDocument, { regular }: Faces) {
  const sentence = 'Some characters cannot be printed here. The page below shows them all.'
  const line = { top: 390, height: 14, color: colors.soft, face: regular, sizes: [8.5] }
  writer(document)(sentence, line)
}

function drawFoot(document: PdfDocument, faces: Faces, certificate: PrintedCertificate) {
  const { width } = document.page
  drawSeal(document, { x: width / 2, y: bottom + 34 })
  const label = (text: string, x: number, y: number) =>
    document.font(faces.regular).fontSize(8.5).fillColor(colors.soft).text(text, x, y, { lineBreak: false })
  document
    .font(faces.serif)
    .fontSize(15)
    .fillColor(colors.ink)
    .text(dayOf(certificate.issued_at), side, bottom + 34, { lineBreak: false })
  document
    .moveTo(side, bottom + 58)
    .lineTo(side + 200, bottom + 58)
    .lineWidth(0.75)
    .stroke(colors.gold)
  label('Date of issue', side, bottom + 64)
  drawCheck(document, faces, certificate)
}

/** The QR code, and what it says for those who type. */
function drawCheck(
  document: PdfDocument,
  { regular, bold }: Faces,
  { url, verification_code }: PrintedCertificate,
) {
  const { width } = document.page
  const edge = 84
  const left = width - side - edge
  const { size, path } = qrCode(url)
  document
    .save()
    .translate(left, bottom)
    .scale(edge / size)
    .path(path)
    .fill(colors.ink)
    .restore()
  const column = { width: 150, align: 'right', lineBreak: true } as const
  const x = left - 12 - column.width
  document.font(regular).fontSize(8.5).fillColor(colors.soft)
  document.text('Scan to verify, or open the page\nbelow. Verification code:', x, bottom + 24, column)
  document.font(bold).fontSize(10).fillColor(colors.ink)
  document.text(verification_code, x, bottom + 50, column)
  document.link(left, bottom, edge, edge, url)
  const line = { top: 536, height: 12, color: colors.soft, face: regular, sizes: [8.5, 7.5, 6.5, 5.5] }
  writer(document)(url, line)
  document.link(side, line.top, width - 2 * side, line.height, url)
}

function drawStamp(document: PdfDocument, { bold }: Faces, day: string) {
  const { width, height } = document.page
  const stamp = { width: 420, height: 110 }
  document
    .save()
    .rotate(-16, { origin: [width / 2, height / 2] })
    .opacity(0.8)
  const [x, y] = [(width - stamp.width) / 2, (height - stamp.height) / 2]
  document.roundedRect(x, y, stamp.width, stamp.height, 10).lineWidth(5).stroke(colors.red)
  document.font(bold).fillColor(colors.red)
  const within = { width: stamp.width, align: 'center' } as const
  document.fontSize(58).text('REVOKED', x, y + 12, within)
  document.fontSize(13).text(day, x, y + 82, within)
  document.restore()
}
