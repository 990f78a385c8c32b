import { type Canvas, type PdfDraw, renderPdf, type TextBox } from '@research-platform/documents'
import { isRightToLeft } from '#language/languages.ts'
import { createTranslate } from '#language/translation.ts'
import { type StationWords, writeStations } from '../career-words.ts'
import type { ListedWork } from '../works.ts'
import type { PrintedResume } from './print.ts'

const ink = '#1b2230'
const soft = '#566072'
const margin = 56
const width = 595.28 - 2 * margin
/** Nothing is begun below this line: the longest text takes less than what is left. */
const lastRow = 841.89 - margin - 150
/** What a heading takes, so that its first row is on the same page. */
const headingRoom = 30
/** Characters after which a text goes on in another block, which another page may have. */
const longestBlock = 450
/** A CV of more is for no reader; it says how many others there are. */
const maxWorks = 200

/** Returns the PDF, with as many A4 pages as it needs; the same profile gives the same bytes. */
export function print(resume: PrintedResume): Promise<Uint8Array> {
  const { profile, issuer, wording } = resume
  const words = writeResume(resume)
  return renderPdf(
    {
      size: 'A4',
      title: `${words.heading} · ${profile.user.name}`,
      author: issuer,
      createdAt: profile.updated_at,
      texts: [profile.user.name, ...words.lines, ...words.sections.flatMap(listTexts)],
      language: wording.language,
      isRightToLeft: isRightToLeft(wording.language),
    },
    draw(profile.user.name, words),
  )
}

interface Section {
  title: string
  /** Each with what stands below it in smaller letters. */
  rows: readonly { text: string; facts: string }[]
}

const listTexts = ({ title, rows }: Section) => [title, ...rows.flatMap(({ text, facts }) => [text, facts])]

const joinFacts = (...facts: string[]) => facts.filter((fact) => fact !== '').join(' · ')

function writeResume({ profile, works, url, wording }: PrintedResume) {
  const write = createTranslate(wording)
  const { headline, bio, institution, department, location, country, orcid } = profile
  const place = joinFacts(institution, department, location, location.endsWith(country) ? '' : country)
  const others = works.length - maxWorks
  const sections: Section[] = [
    { title: write('Profile'), rows: bio.split(/\n+/).map(toRow) },
    { title: write('Positions held'), rows: writeStations(profile.employment, wording).map(describeStation) },
    { title: write('Education'), rows: writeStations(profile.education, wording).map(describeStation) },
    {
      title: write('Publications'),
      rows: [
        ...works.slice(0, maxWorks).map(describeWork),
        ...(others > 0 ? [toRow(write('and {count} more', { count: others }))] : []),
      ],
    },
    { title: write('Fields'), rows: [toRow(profile.fields.join(' · '))] },
    { title: write('Skills'), rows: [toRow(profile.skills.join(' · '))] },
    { title: write('Languages'), rows: [toRow(profile.languages.join(' · '))] },
  ]
  return {
    heading: write('Curriculum vitae'),
    lines: [headline, place, joinFacts(url ?? '', orcid === null ? '' : `https://orcid.org/${orcid}`)],
    sections: sections
      .map(({ title, rows }) => ({ title, rows: rows.filter(({ text }) => text.trim() !== '') }))
      .filter(({ rows }) => rows.length > 0),
  }
}

const toRow = (text: string) => ({ text, facts: '' })

const describeStation = ({ title, place, period }: StationWords) => ({ text: title, facts: joinFacts(place, period) })

const describeWork = ({ title, venue, year, doi }: ListedWork) => ({
  text: title,
  facts: joinFacts(venue, year === null ? '' : String(year), doi === null ? '' : `doi:${doi}`),
})

const plain = { tag: 'P', face: 'sans', color: ink, sizes: [10], x: margin, width } as const

const draw =
  (name: string, { lines, sections }: ReturnType<typeof writeResume>): PdfDraw =>
  (canvas) => {
    let y = canvas.write(name, { ...plain, tag: 'H1', face: 'serifBold', sizes: [26], top: margin })
    for (const line of lines) if (line !== '') y = canvas.write(line, { ...plain, color: soft, top: y + 4 })
    for (const section of sections) y = drawSection(canvas, section, y + 14)
  }

function drawSection(canvas: Canvas, { title, rows }: Section, top: number): number {
  let y = canvas.write(title, {
    ...plain,
    tag: 'H2',
    face: 'sansBold',
    sizes: [13],
    // A heading stands on the page of what it is about.
    top: findRoom(canvas, top, headingRoom),
  })
  for (const { text, facts } of rows) {
    y = writeBlocks(canvas, text, { ...plain, face: facts === '' ? 'sans' : 'sansBold', top: y + 6 })
    if (facts !== '') y = writeBlocks(canvas, facts, { ...plain, color: soft, sizes: [9], top: y + 1 })
  }
  return y
}

/** Returns the place for another block: there, or the top of another page. */
function findRoom(canvas: Canvas, top: number, more = 0): number {
  if (top + more <= lastRow) return top
  canvas.addPage()
  return margin
}

function writeBlocks(canvas: Canvas, text: string, box: TextBox): number {
  let y = box.top
  for (const block of splitText(text)) y = canvas.write(block, { ...box, top: findRoom(canvas, y) })
  return y
}

/** Splits a text between words, or within a word that is longer than a block. */
function splitText(text: string): string[] {
  const blocks: string[] = []
  let rest = text.trim()
  while (rest.length > longestBlock) {
    const space = rest.lastIndexOf(' ', longestBlock)
    const end = space > 0 ? space : longestBlock
    blocks.push(rest.slice(0, end).toWellFormed())
    rest = rest.slice(end).trim()
  }
  return [...blocks, rest]
}
