import type { Canvas, Face, PdfDraw, TextBox } from '@research-platform/documents'
import { createQrCode } from '#adapters/qr-code.ts'
import { isRightToLeft } from '#language/languages.ts'
import { colors, drawFrame, drawRule, drawSeal } from './ornaments.ts'
import type { CertificateWords, PrintedCertificate } from './words.ts'

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

/** The color of the frame, the seal and the titles. */
const chooseAccent = ({ wording }: PrintedCertificate): string => wording.brand.colors?.accent ?? colors.navy

/** Draws a certificate on an A4 page in landscape. */
export const drawCertificate =
  (certificate: PrintedCertificate, words: CertificateWords): PdfDraw =>
  (canvas) => {
    canvas.decorate(() => drawFrame(canvas.document, chooseAccent(certificate)))
    drawHeading(canvas, certificate, words)
    drawBody(canvas, certificate, words)
    drawSignature(canvas, certificate, words)
    drawCheck(canvas, certificate, words)
    if (words.revokedOn !== '') drawStamp(canvas, words)
  }

function drawHeading(canvas: Canvas, certificate: PrintedCertificate, words: CertificateWords) {
  const { document } = canvas
  const { issuer, logo, wording } = certificate
  if (logo !== null) {
    const box = { width: 110, height: 44 }
    const [left, top] = [canvas.mirror(side - 40, box.width), 52]
    canvas.figure(words.logo, [left, top, left + box.width, top + box.height], () =>
      document.image(logo, left, top, { fit: [box.width, box.height] }),
    )
  }
  const soft = { color: colors.soft, sizes: [15, 13, 11, 9] }
  canvas.write(issuer, centeredBox('serifBold', { ...soft, top: 58, height: 22 }))
  // Letters of joined scripts may not be spaced.
  const spacing = isRightToLeft(wording.language) ? 0 : 3
  const heading = { tag: 'H1', color: chooseAccent(certificate), sizes: [32, 28, 24, 20], spacing } as const
  canvas.write(words.heading, centeredBox('serif', { ...heading, top: 92, height: 44 }))
  canvas.decorate(() => drawRule(document, { x: pageWidth / 2, y: 154 }, 260))
}

function drawBody(canvas: Canvas, certificate: PrintedCertificate, words: CertificateWords) {
  const { name, title, issuer } = certificate
  const small = { color: colors.soft, height: 18, sizes: [12.5, 11, 10] }
  canvas.write(words.certifies, centeredBox('serifItalic', { ...small, top: 170 }))
  const nameSizes = [42, 38, 34, 30, 26, 23, 20, 18, 16, 14, 12, 10, 9]
  canvas.write(name || words.holder, centeredBox('serif', { tag: 'H2', top: 190, height: 74, sizes: nameSizes }))
  canvas.write(words.deed, centeredBox('serifItalic', { ...small, top: 268 }))
  const titleSizes = [26, 24, 22, 20, 18, 16, 14, 12, 11, 10, 9]
  canvas.write(
    title,
    centeredBox('serifBold', { tag: 'H2', color: chooseAccent(certificate), top: 288, height: 68, sizes: titleSizes }),
  )
  if (words.result !== '') canvas.write(words.result, centeredBox('serifItalic', { ...small, top: 360 }))
  canvas.write(words.awarder, centeredBox('serifItalic', { ...small, sizes: [12.5, 11, 10, 9, 8, 7], top: 380 }))
  if (![name, title, issuer].every(canvas.canPrint))
    canvas.write(words.incomplete, centeredBox('sans', { color: colors.soft, top: 402, height: 14, sizes: [8.5] }))
}

/** Draws the date of issue and the signature on the left. */
function drawSignature(canvas: Canvas, certificate: PrintedCertificate, words: CertificateWords) {
  const { document } = canvas
  const { signature, signatory, issuer } = certificate
  canvas.decorate(() => drawSeal(document, { x: pageWidth / 2, y: bottom + 34 }, chooseAccent(certificate)))
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
        .moveTo(canvas.mirror(side, 200), y)
        .lineTo(canvas.mirror(side, 200) + 200, y)
        .lineWidth(0.75)
        .stroke(colors.gold),
    )
  const left = canvas.mirror(side, 150)
  if (signature !== null)
    canvas.figure(words.signature, [left, bottom - 28, left + 150, bottom + 12], () =>
      document.image(signature, left, bottom - 28, { fit: [150, 40], valign: 'bottom' }),
    )
  if (signature !== null || signatory !== '') {
    drawLine(bottom + 14)
    canvas.write(signatory || issuer, { ...label, top: bottom + 17 })
  }
  const day = { ...column, tag: 'P', face: 'serif', color: colors.ink, sizes: [13] } as const
  canvas.write(words.issuedOn, { ...day, top: bottom + 46 })
  drawLine(bottom + 66)
  canvas.write(words.dateOfIssue, { ...label, top: bottom + 69 })
}

/** Draws the QR code on the right, and the address for typing. */
function drawCheck(canvas: Canvas, { url, verification_code }: PrintedCertificate, words: CertificateWords) {
  const { document } = canvas
  const edge = 84
  const left = canvas.mirror(pageWidth - side - edge, edge)
  canvas.figure(words.qrCode, [left, bottom, left + edge, bottom + edge], () => {
    const { size, path } = createQrCode(url)
    document
      .save()
      .translate(left, bottom)
      .scale(edge / size)
      .path(path)
      .fill(colors.ink)
      .restore()
  })
  const column = { tag: 'P', width: 150, x: pageWidth - side - edge - 162, align: 'right' } as const
  const soft = { color: colors.soft, face: 'sans', sizes: [8.5, 7.5, 6.5], height: 28 } as const
  canvas.write(words.check, { ...column, ...soft, top: bottom + 20 })
  const code = { color: colors.ink, face: 'sansBold', sizes: [10] } as const
  canvas.write(verification_code, { ...column, ...code, top: bottom + 50 })
  canvas.write(url, centeredBox('sans', { color: colors.soft, top: 536, height: 12, sizes: [8.5, 7.5, 6.5, 5.5] }))
  canvas.link(url, [left, bottom, left + edge, bottom + edge])
  canvas.link(url, [side, 536, pageWidth - side, 548])
}

function drawStamp(canvas: Canvas, words: CertificateWords) {
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
  canvas.write(words.revoked, { ...within, top: y + 10, height: 73, sizes: [58, 48, 38] })
  canvas.write(words.revokedOn, { ...within, top: y + 84, sizes: [13] })
  document.restore()
}
