/** Reads the rows of an import of candidates, from CSV or from JSON Resume. */

import { createFieldProblem, ensure, Problem } from '#core/problem.ts'
import { readCsvField } from '#http/csv-field.ts'
import { createReader } from '#http/validation.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { normalizeTags, toTagKey } from '../applications/tags.ts'
import { type CandidateImportRequest, ImportedCandidate, mostResumeCharacters, mostRows } from './schemas.ts'

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
  resume: Record<string, unknown> | null
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

const mostTags = 10
const mostTagCharacters = 50

const tooLong: Sentence = fill('A resume has at most {most} characters.', { most: mostResumeCharacters })
const wrongTags: Sentence = fill('A row has at most {most} tags, of at most {characters} characters.', {
  most: mostTags,
  characters: mostTagCharacters,
})
export const futureConsent: Sentence = 'The consent was given today or earlier.'
export const noNames = createFieldProblem('csv', 'The file needs the column name, or first_name and last_name.')

export const noResumes = createFieldProblem('resumes', 'The text is no JSON Resume and no list of them.')
export const tooManyResumes = createFieldProblem(
  'resumes',
  fill('The file may not have more than {most} rows.', { most: mostRows }),
)
export const unstorableResumes = createFieldProblem(
  'resumes',
  fill('The {field} contains characters that cannot be stored.', { field: { field: 'resumes' } }),
)

/** Reads a row like the body of a request, so that the same values are accepted with the same messages. */
const readCandidate = createReader(ImportedCandidate)

/** Returns all rows. 422 if the text is no table of candidates, and no JSON. */
export const readRows = ({ csv, resumes = '' }: CandidateImportRequest, today: string): ReadRow[] =>
  csv === undefined
    ? parseResumes(resumes).map((resume, index) => readResume(toObject(resume), index + 1, today))
    : readCsv(csv, today)

/** Parses one resume or a list of them. */
function parseResumes(text: string): unknown[] {
  const parsed = parseJson(text)
  const list = Array.isArray(parsed) ? parsed : [parsed]
  ensure(list.length > 0, noResumes)
  ensure(list.length <= mostRows, tooManyResumes)
  return list
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), ensureStorable)
  } catch (error) {
    throw error instanceof Problem ? error : noResumes
  }
}

/** Returns the value. 422 for texts that no database can store. */
function ensureStorable(key: string, value: unknown): unknown {
  const texts = typeof value === 'string' ? [key, value] : [key]
  ensure(
    texts.every((text) => !text.includes('\0') && text.isWellFormed()),
    unstorableResumes,
  )
  return value
}

function readCsv(csv: string, today: string): ReadRow[] {
  const table = readCsvField(csv, { required, known: columns, maxRows: mostRows })
  const hasNames = csv
    .slice(0, csv.search(/[\r\n]/))
    .toLowerCase()
    .includes('name')
  ensure(hasNames, noNames)
  return table.map(({ line, values }) => {
    const { first_name = '', last_name = '', name = `${first_name} ${last_name}`.trim() } = values
    const row = readRow({ ...values, ...(name === '' ? {} : { name }) }, { line, today })
    // A name in two columns is not divided again.
    if (row.data !== null && first_name !== '') Object.assign(row.data, { first_name, last_name })
    return row
  })
}

function readResume(resume: Record<string, unknown>, line: number, today: string): ReadRow {
  const basics = toObject(resume.basics)
  const { name, email, phone, summary } = basics
  const given = { name, email, phone, cover_letter: summary, location: describeLocation(basics.location) }
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
  const row = readRow(known, { line, today })
  if (JSON.stringify(resume).length > mostResumeCharacters)
    return { ...row, data: null, messages: [...row.messages, tooLong] }
  if (row.data !== null) row.data.resume = omitContacts(resume, basics)
  return row
}

/** The name and the contacts are fields of the candidate, and are erased with them. */
function omitContacts(resume: Record<string, unknown>, basics: Record<string, unknown>): Record<string, unknown> {
  const { name, email, phone, image, ...rest } = basics
  return { ...resume, basics: rest }
}

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function describeLocation(value: unknown): string | undefined {
  const { city, region, countryCode } = toObject(value)
  const parts = [city, region, countryCode].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? undefined : parts.join(', ').slice(0, 200)
}

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
  if (words.length > mostTags || words.some((tag) => tag.length > mostTagCharacters || toTagKey(tag) === ''))
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

/** Returns the data of the first, and of the second where the first has none. */
export function mergeData<T extends Omit<CandidateData, 'email' | 'source' | 'consented_on'>>(
  first: T,
  second: Omit<CandidateData, 'email' | 'source' | 'consented_on'>,
) {
  return {
    first_name: first.first_name || second.first_name,
    last_name: first.first_name ? first.last_name : second.last_name,
    phone: first.phone || second.phone,
    location: first.location || second.location,
    cover_letter: first.cover_letter || second.cover_letter,
    note: first.note || second.note,
    tags: normalizeTags([...first.tags, ...second.tags]).slice(0, mostTags),
    resume: first.resume ?? second.resume,
  }
}
