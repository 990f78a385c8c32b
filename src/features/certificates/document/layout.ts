import type { Canvas, Face, PdfDraw, TextBox } from '#adapters/pdf/document.ts'
import { createQrCode } from '#adapters/qr-code.ts'
import { describeAwarder } from '../awarder.ts'
import { colors, drawFrame, drawRule, drawSeal } from './ornaments.ts'

/** The content of a certificate. */
export interface PrintedCertificate {
  kind: 'exam' | 'course'
  name: string
  title: string
  issuer: string
  /** Percent; null for a course. */
  score: number | null
  /** The author of the exam or course. */
  awardedBy: { name: string; verified: boolean }
  /** The duration of the course. */
  minutes: number | null
  /** Paths of pictures of the organization. */
  logo: string | null
  signature: string | null
  /** The name and office of the signer. */
  signatory: string
  issued_at: string
  revoked_at: string | null
  verification_code: string
  /** The verification page. */
  url: string
}

const wording = {
  exam: { heading: 'CERTIFICATE OF ACHIEVEMENT', deed: 'has passed the examination' },
  course: { heading: 'CERTIFICATE OF COMPLETION', deed: 'has completed the course' },
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (moment: string) => longDate.format(new Date(moment))

/** The margin on the left and on the right. */
const side = 96
const pageWidth = 841.89
const pageHeight = 595.28
/** The top of the footer. */
const bottom = 432

/** A centered line. */
const centeredBox = (face: Face, box: Pick<TextBox, 'top' | 'height' | 'sizes'> & Partial<TextBox>): TextBox => ({
  tag: 'P',
  face,
  color: colors.ink,
  x: side,
  width: pageWidth - 2 * side,
  align: 'center',
  valign: 'middle',
  ...box,
})

/** Draws a certificate on an A4 page in landscape. */
export const drawCertificate =
  (certificate: PrintedCertificate): PdfDraw =>
  (canvas) => {
    canvas.decorate(() => drawFrame(canvas.document))
    drawHeading(canvas, certificate)
    drawBody(canvas, certificate)
    drawSignature(canvas, certificate)
    drawCheck(canvas, certificate)
    if (certificate.revoked_at !== null) drawStamp(canvas, formatDay(certificate.revoked_at))
  }

function drawHeading(canvas: Canvas, { issuer, kind, logo }: PrintedCertificate) {
  const { document } = canvas
  if (logo !== null) {
    const box = { width: 110, height: 44 }
    const [left, top] = [side - 40, 52]
    canvas.figure(`Logo of ${issuer}`, [left, top, left + box.width, top + box.height], () =>
      document.image(logo, left, top, { fit: [box.width, box.height] }),
    )
  }
  const soft = { color: colors.soft, sizes: [15, 13, 11, 9] }
  canvas.write(issuer, centeredBox('serifBold', { ...soft, top: 58, height: 22 }))
  const heading = { tag: 'H1', color: colors.navy, sizes: [32], spacing: 3 } as const
  canvas.write(wording[kind].heading, centeredBox('serif', { ...heading, top: 92, height: 44 }))
  canvas.decorate(() => drawRule(document, { x: pageWidth / 2, y: 154 }, 260))
}

function drawBody(canvas: Canvas, certificate: PrintedCertificate) {
  const { name, title, kind } = certificate
  const small = { color: colors.soft, height: 18, sizes: [12.5, 11, 10] }
  canvas.write('This certifies that', centeredBox('serifItalic', { ...small, top: 170 }))
  const nameSizes = [42, 38, 34, 30, 26, 23, 20, 18, 16, 14, 12, 10, 9]
  canvas.write(
    name || 'the holder of this certificate',
    centeredBox('serif', { tag: 'H2', top: 190, height: 74, sizes: nameSizes }),
  )
  canvas.write(wording[kind].deed, centeredBox('serifItalic', { ...small, top: 268 }))
  const titleSizes = [26, 24, 22, 20, 18, 16, 14, 12, 11, 10, 9]
  canvas.write(
    title,
    centeredBox('serifBold', { tag: 'H2', color: colors.navy, top: 288, height: 68, sizes: titleSizes }),
  )
  const facts = describeResult(certificate)
  if (facts !== '') canvas.write(facts, centeredBox('serifItalic', { ...small, top: 360 }))
  const awarder = describeAwarder(certificate.awardedBy, certificate.issuer)
  canvas.write(awarder, centeredBox('serifItalic', { ...small, sizes: [12.5, 11, 10, 9, 8, 7], top: 380 }))
  if (![name, title, certificate.issuer].every(canvas.canPrint))
    canvas.write(
      'Some characters cannot be printed here. The page below shows them all.',
      centeredBox('sans', { color: colors.soft, top: 402, height: 14, sizes: [8.5] }),
    )
}

/** Describes the score or the duration, if known. */
function describeResult({ score, minutes }: PrintedCertificate): string {
  if (score !== null) return `with a result of ${score} %`
  return minutes === null || minutes === 0 ? '' : `a course of ${formatDuration(minutes)}`
}

/** Formats hours, rounded to halves; below one hour, minutes. */
function formatDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 30) / 2
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** Draws the date of issue and the signature on the left. */
function drawSignature(canvas: Canvas, { issued_at, signature, signatory, issuer }: PrintedCertificate) {
  const { document } = canvas
  canvas.decorate(() => drawSeal(document, { x: pageWidth / 2, y: bottom + 34 }))
  const column = { x: side, width: 220 }
  const label = {
    ...column,
    tag: 'P',
    face: 'sans',
    color: colors.soft,
    sizes: [8.5, 7.5, 6.5],
    height: 24,
  } as const
  const drawLine = (y: number) =>
    canvas.decorate(() =>
      document
        .moveTo(side, y)
        .lineTo(side + 200, y)
        .lineWidth(0.75)
        .stroke(colors.gold),
    )
  if (signature !== null)
    canvas.figure(`Signature of ${signatory || issuer}`, [side, bottom - 28, side + 150, bottom + 12], () =>
      document.image(signature, side, bottom - 28, { fit: [150, 40], valign: 'bottom' }),
    )
  if (signature !== null || signatory !== '') {
    drawLine(bottom + 14)
    canvas.write(signatory || issuer, { ...label, top: bottom + 17 })
  }
  const day = { ...column, tag: 'P', face: 'serif', color: colors.ink, sizes: [13] } as const
  canvas.write(formatDay(issued_at), { ...day, top: bottom + 46 })
  drawLine(bottom + 66)
  canvas.write('Date of issue', { ...label, top: bottom + 69 })
}

/** Draws the QR code on the right, and the address for typing. */
function drawCheck(canvas: Canvas, { url, verification_code }: PrintedCertificate) {
  const { document } = canvas
  const edge = 84
  const left = pageWidth - side - edge
  canvas.figure(`QR code that leads to ${url}`, [left, bottom, left + edge, bottom + edge], () => {
    const { size, path } = createQrCode(url)
    document
      .save()
      .translate(left, bottom)
      .scale(edge / size)
      .path(path)
      .fill(colors.ink)
      .restore()
  })
  const column = { tag: 'P', width: 150, x: left - 162, align: 'right' } as const
  const soft = { color: colors.soft, face: 'sans', sizes: [8.5] } as const
  canvas.write('Scan to verify, or open the page', { ...column, ...soft, top: bottom + 22 })
  canvas.write('below. Verification code:', { ...column, ...soft, top: bottom + 33 })
  const code = { color: colors.ink, face: 'sansBold', sizes: [10] } as const
  canvas.write(verification_code, { ...column, ...code, top: bottom + 50 })
  canvas.write(url, centeredBox('sans', { color: colors.soft, top: 536, height: 12, sizes: [8.5, 7.5, 6.5, 5.5] }))
  canvas.link(url, [left, bottom, left + edge, bottom + edge])
  canvas.link(url, [side, 536, pageWidth - side, 548])
}

function drawStamp(canvas: Canvas, day: string) {
  const { document } = canvas
  const stamp = { width: 420, height: 110 }
  const [x, y] = [(pageWidth - stamp.width) / 2, (pageHeight - stamp.height) / 2]
  document
    .save()
    .rotate(-16, { origin: [pageWidth / 2, pageHeight / 2] })
    .opacity(0.8)
  canvas.decorate(() => document.roundedRect(x, y, stamp.width, stamp.height, 10).lineWidth(5).stroke(colors.red))
  const within = {
    tag: 'P',
    face: 'sansBold',
    color: colors.red,
    x,
    width: stamp.width,
    align: 'center',
  } as const
  canvas.write('REVOKED', { ...within, top: y + 10, sizes: [58] })
  canvas.write(day, { ...within, top: y + 84, sizes: [13] })
  document.restore()
}
