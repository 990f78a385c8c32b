import { type Canvas, type PdfDraw, renderPdf, type TextBox } from '@research-platform/documents'
import { formatDay } from '#language/formats.ts'
import { isRightToLeft } from '#language/languages.ts'
import { createTranslate } from '#language/translation.ts'
import type { DatedAchievement } from './achievements.ts'
import type { PrintedTranscript } from './print.ts'

const ink = '#1b2230'
const soft = '#566072'
const margin = 56
const pageWidth = 595.28
const pageHeight = 841.89
const width = pageWidth - 2 * margin
const resultWidth = 90
/** A row is not begun below this line. */
const lastRow = pageHeight - margin - 90

/** Returns the PDF, with as many A4 pages as it needs; the same transcript gives the same bytes. */
export function print(transcript: PrintedTranscript): Promise<Uint8Array> {
  const { name, issuer, earned, date, credential, wording } = transcript
  const words = writeTranscript(transcript)
  return renderPdf(
    {
      size: 'A4',
      title: `${words.heading} · ${name}`,
      author: issuer,
      createdAt: `${date}T00:00:00.000Z`,
      texts: [name, issuer, ...Object.values(words).flat(), ...words.rows.flatMap((row) => Object.values(row))].filter(
        (text) => typeof text === 'string',
      ),
      language: wording.language,
      isRightToLeft: isRightToLeft(wording.language),
      attachment: {
        name: 'credential.json',
        type: 'application/vc',
        description: 'Verifiable Credential',
        content: credential,
      },
    },
    draw(transcript, words, earned.length),
  )
}

type TranscriptWords = ReturnType<typeof writeTranscript>

function writeTranscript({ wording, issuer, date, earned, url }: PrintedTranscript) {
  const write = createTranslate(wording)
  const describe = ({ kind, at, score, title, author, certificate }: DatedAchievement) => {
    const facts = [
      write(kind === 'exam' ? 'Passed the exam' : 'Completed the course'),
      formatDay(at, wording),
      author.name === null ? '' : write('Awarded by {name}', { name: author.name }),
      certificate === null ? '' : certificate.code,
    ]
    return {
      title,
      result: score === null ? '' : `${score} %`,
      facts: facts.filter((fact) => fact !== '').join(' · '),
    }
  }
  return {
    heading: write('Transcript'),
    asOf: write('Issued by {issuer}, as of {day}', { issuer, day: { day: date } }),
    logo: write('Logo of {issuer}', { issuer }),
    rows: earned.map(describe),
    check: write('This document contains a signed credential. Check it at {url}.', { url }),
  }
}

const plain = { tag: 'P', face: 'sans', color: ink, sizes: [10], x: margin, width } as const

const draw =
  ({ name, logo }: PrintedTranscript, words: TranscriptWords, count: number): PdfDraw =>
  (canvas) => {
    if (logo !== null) drawLogo(canvas, logo, words.logo)
    let y = canvas.write(words.heading, {
      ...plain,
      tag: 'H1',
      face: 'serifBold',
      sizes: [28],
      top: margin,
      width: width - 140,
    })
    y = canvas.write(name, { ...plain, face: 'sansBold', sizes: [16, 13], top: y + 14 })
    y = canvas.write(words.asOf, { ...plain, color: soft, top: y + 4 }) + 18
    for (const [index, row] of words.rows.entries()) {
      if (y > lastRow) {
        drawCheck(canvas, words, `${index} / ${count}`)
        canvas.addPage()
        y = margin
      }
      y = drawRow(canvas, row, y)
    }
    drawCheck(canvas, words, '')
  }

function drawRow(canvas: Canvas, { title, result, facts }: TranscriptWords['rows'][number], top: number): number {
  drawRule(canvas, top)
  const titleBox: TextBox = { ...plain, face: 'sansBold', sizes: [11], top: top + 10, width: width - resultWidth }
  const end = canvas.write(title, titleBox)
  if (result !== '')
    canvas.write(result, { ...titleBox, x: margin + width - resultWidth, width: resultWidth, align: 'right' })
  return canvas.write(facts, { ...plain, color: soft, sizes: [9], top: end + 2 }) + 10
}

function drawCheck(canvas: Canvas, { check }: TranscriptWords, rows: string) {
  const top = pageHeight - margin - 24
  drawRule(canvas, top - 8)
  canvas.write(rows === '' ? check : `${check} (${rows})`, { ...plain, color: soft, sizes: [8.5], top })
}

const drawRule = (canvas: Canvas, y: number) =>
  canvas.decorate(() => {
    canvas.document
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .stroke('#dde1e8')
  })

function drawLogo(canvas: Canvas, logo: string, alternative: string) {
  const box = { width: 120, height: 48 }
  const left = canvas.mirror(pageWidth - margin - box.width, box.width)
  canvas.figure(alternative, [left, margin, left + box.width, margin + box.height], () =>
    canvas.document.image(logo, left, margin, { fit: [box.width, box.height], align: 'right' }),
  )
}
