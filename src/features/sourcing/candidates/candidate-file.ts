/** Reads the rows of an import of candidates, from CSV or from JSON Resume. */

import { createPacer } from '#core/pacer.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { normalizeTags, toTagKey } from '#features/jobs/index.ts'
import { type CsvFieldRow, readCsvField } from '#http/csv-field.ts'
import { createReader } from '#http/validation.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { readResumeFile } from './resume-file.ts'
import type { ResumeFault, ResumeRow } from './resume-file-worker.ts'
import { type CandidateImportRequest, ImportedCandidate, maxResumeCharacters, maxRows } from './schemas.ts'

/** What a row says of its person. */
export interface CandidateData {
  email: string
  first_name: string
  last_name: string
  phone: string
  location: string
  cover_letter: string
  tags: string[]
  note: string
  /** The JSON of the resume without name and contacts. It is parsed when it is stored, a resume at a time. */
  resume: string | null
  /** Of this row, where it differs from that of the import. */
  source: string | null
  consented_on: string | null
}

/** A row with its data, or with the reasons why it has none. */
export interface ReadRow {
  line: number
  name: string
  email: string
  data: CandidateData | null
  messages: Sentence[]
}

const required = ['email']
const columns = [
  ...['email', 'name', 'first_name', 'last_name', 'phone', 'location', 'cover_letter', 'tags', 'note', 'source'],
  'consented_on',
]

const maxTags = 10
const maxTagCharacters = 50

const resumeFaults: Readonly<Record<ResumeFault, Sentence>> = {
  long: fill('A resume has at most {most} characters.', { most: maxResumeCharacters }),
  deep: 'The lists and objects of the resume stand too deep within each other.',
}
const wrongTags: Sentence = fill('A row has at most {most} tags, of at most {characters} characters.', {
  most: maxTags,
  characters: maxTagCharacters,
})
export const futureConsent: Sentence = 'The consent was given today or earlier.'
export const noNames = createFieldProblem('csv', 'The file needs the column name, or first_name and last_name.')

export const noResumes = createFieldProblem('resumes', 'The text is no JSON Resume and no list of them.')
export const tooManyResumes = createFieldProblem(
  'resumes',
  fill('The file may not have more than {most} rows.', { most: maxRows }),
)
export const unstorableResumes = createFieldProblem(
  'resumes',
  fill('The {field} contains characters that cannot be stored.', { field: { field: 'resumes' } }),
)

/** Reads a row like the body of a request, so that the same values are accepted with the same messages. */
const readCandidate = createReader(ImportedCandidate)

interface Reader {
  today: string
  /** Whose files wait for each other. */
  person: number
}

/** Returns all rows. 422 if the text is no table of candidates, and no JSON, or is too costly to read. */
export async function readRows({ csv, resumes = '' }: CandidateImportRequest, reader: Reader): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  const pace = createPacer()
  const add = async (row: ReadRow) => {
    rows.push(row)
    await pace()
  }
  if (csv === undefined)
    for (const resume of await readResumes(resumes, reader.person)) await add(readResume(resume, reader.today))
  else for (const row of await readCsv(csv, reader.person)) await add(readCsvRow(row, reader.today))
  return rows
}

async function readResumes(text: string, person: number): Promise<ResumeRow[]> {
  const read = await readResumeFile({ text, maxResumes: maxRows, maxCharacters: maxResumeCharacters }, person)
  ensure(read.problem !== 'unreadable', noResumes)
  ensure(read.problem !== 'tooMany', tooManyResumes)
  ensure(read.problem !== 'unstorable', unstorableResumes)
  return read.resumes
}

async function readCsv(csv: string, person: number): Promise<CsvFieldRow[]> {
  const table = await readCsvField(csv, { required, known: columns, maxRows }, person)
  ensure(
    table.columns.some((column) => column.endsWith('name')),
    noNames,
  )
  return table.rows
}

function readCsvRow({ line, values, faults }: CsvFieldRow, today: string): ReadRow {
  const { first_name = '', last_name = '', name = `${first_name} ${last_name}`.trim() } = values
  const row = readRow({ ...values, ...(name === '' ? {} : { name }) }, { line, today })
  if (faults.length > 0) return { ...row, data: null, messages: [...faults] }
  // A name in two columns is not divided again.
  if (row.data !== null && first_name !== '') Object.assign(row.data, { first_name, last_name })
  return row
}

function readResume({ line, basics, content, fault }: ResumeRow, today: string): ReadRow {
  const row = readRow(basics, { line, today })
  if (fault !== null) return { ...row, data: null, messages: [...row.messages, resumeFaults[fault]] }
  if (row.data !== null) row.data.resume = content
  return row
}

/** Returns the resume as it is stored. */
export const parseResume = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : JSON.parse(text)

interface Place {
  line: number
  today: string
}

function readRow(values: Record<string, unknown>, { line, today }: Place): ReadRow {
  const { value, sentences } = readCandidate(values)
  const shown = { line, name: toText(values.name, 100), email: toText(values.email, 254) }
  if (value === null) return { ...shown, data: null, messages: [...sentences] }
  const { name, tags = '', phone = '', location = '', cover_letter = '', note = '', source = '', email } = value
  const words = normalizeTags(tags.split('|').map((tag) => tag.trim()))
  const consented_on = value.consented_on ?? null
  const messages: Sentence[] = []
  if (words.length > maxTags || words.some((tag) => tag.length > maxTagCharacters || toTagKey(tag) === ''))
    messages.push(wrongTags)
  if (consented_on !== null && consented_on > today) messages.push(futureConsent)
  const texts = { email, phone, location, cover_letter, note, tags: words, resume: null, consented_on }
  const data = { ...texts, ...divideName(name), source: source || null }
  return { ...shown, name, email, data: messages.length === 0 ? data : null, messages }
}

const toText = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '')

/** The last word is the last name. */
function divideName(name: string) {
  const words = name.split(' ')
  const last_name = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { first_name: words.slice(0, words.length > 1 ? -1 : 1).join(' '), last_name }
}

type MergedData = Omit<CandidateData, 'email' | 'source' | 'consented_on' | 'resume'> & {
  resume: Record<string, unknown> | null
}

/** Returns the data of the first, and of the second where the first has none. */
export function mergeData<T extends MergedData>(first: T, second: MergedData) {
  return {
    first_name: first.first_name || second.first_name,
    last_name: first.first_name ? first.last_name : second.last_name,
    phone: first.phone || second.phone,
    location: first.location || second.location,
    cover_letter: first.cover_letter || second.cover_letter,
    note: first.note || second.note,
    tags: normalizeTags([...first.tags, ...second.tags]).slice(0, maxTags),
    resume: first.resume ?? second.resume,
  }
}
