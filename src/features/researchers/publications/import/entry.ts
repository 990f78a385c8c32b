/** A work as a source names it, checked and brought to the form in which it is stored. */

import type { Fault, Limits, Reference, SourceAuthor, SourceWork } from '@research-platform/bibliographies'
import { parseOrcid } from '#core/orcid.ts'
import { parseDoi } from '#core/spelling.ts'
import { isCalendarDate } from '#core/time.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import type { Content } from '../content.ts'
import {
  type Author,
  earliestYear,
  latestYear,
  longestAbstract,
  longestContainer,
  longestDoi,
  longestFamily,
  longestGiven,
  longestTitle,
  longestUrl,
  maxAuthors,
} from '../record.ts'
import type { Publication } from '../schemas.ts'
import { toLine, toParagraphs } from './plain-text.ts'

/** What an import stores of a work. */
export interface Work extends Content {
  authors_count: number
}

/** An entry of a source: the work, or the sentence that says why it is none. */
export interface Entry {
  /** The title or key by which a person finds the entry. */
  label: string
  /** Null for an entry that is refused. */
  work: Work | null
  /** Why the entry is refused; null for others. */
  reason: Sentence | null
}

/** An entry with where it comes from. */
export interface SourcedEntry extends Entry {
  source: Publication['source']
  /** Whether it is what a provider of records says of the work. */
  verified: boolean
}

const longestLabel = 200
const longestDate = 200

/** How many times as long as it is stored a text may be in its source: markup, and commands for accents, are left out of it. */
const share = 10

/** The characters that are read of a text. More is not decoded and cleaned, which takes time for each of them. */
const maxReadCharacters = {
  title: share * longestTitle,
  name: share * longestFamily,
  container: share * longestContainer,
  address: share * longestUrl,
  abstract: share * longestAbstract,
} as const

/** The authors that are read of a work: some have no name, and are left out. The others are counted. */
const maxReadAuthors = 2 * maxAuthors

export const readLimits: Limits = { authors: maxReadAuthors, nameCharacters: maxReadCharacters.name }

interface Notation {
  /** The key by which the source names the work. */
  key?: string
  /** Turns a text of the source, except names and addresses, into plain text. */
  decode?: (text: string) => string
}

/** Returns the entry of a work. Longer names are shortened; a longer container or abstract is left out. */
export function createEntry(source: SourceWork, { key = '', decode = (text) => text }: Notation = {}): Entry {
  const title = toLine(decode(source.title.slice(0, maxReadCharacters.title)))
  const label = (title || toLine(key.slice(0, longestLabel))).slice(0, longestLabel).toWellFormed()
  if (title === '') return createRefusedEntry(label, missingTitle)
  if (title.length > longestTitle || source.title.length > maxReadCharacters.title)
    return createRefusedEntry(label, tooLongTitle)
  const readAuthors = source.authors.slice(0, maxReadAuthors)
  const authors = readAuthors.flatMap((author) => readAuthor(author) ?? [])
  const unread = (source.authorsCount ?? source.authors.length) - readAuthors.length
  const isShort = (text: string, kind: keyof typeof maxReadCharacters) => text.length <= maxReadCharacters[kind]
  const container = isShort(source.container, 'container') ? toLine(decode(source.container)) : ''
  const abstract = isShort(source.abstract, 'abstract') ? toParagraphs(decode(source.abstract)) : ''
  const doi = readDoi(source.doi) ?? readDoi(source.url)
  return {
    label,
    reason: null,
    work: {
      title,
      authors: authors.slice(0, maxAuthors),
      authors_count: authors.length + Math.max(0, unread),
      ...readDate(source.date),
      container_title: container.length > longestContainer ? '' : container,
      type: source.type,
      doi,
      url: readUrl(source.url),
      abstract: abstract.length > longestAbstract ? '' : abstract,
    },
  }
}

const faults: Readonly<Record<Fault, Sentence>> = {
  macros: 'The macros of the file stand for more text than is read.',
  syntax: 'The entry cannot be read; a brace, quote or comma may be missing.',
}

/** Returns the entry of what a source says of a work. */
export const interpretReference = (reference: Reference): Entry =>
  'fault' in reference
    ? createRefusedEntry(reference.key, faults[reference.fault])
    : createEntry(reference.work, reference)

export const createRefusedEntry = (label: string, reason: Sentence): Entry => ({
  label: toLine(label.slice(0, longestLabel)).toWellFormed(),
  work: null,
  reason,
})

const missingTitle = fill('The {field} field is required.', { field: { field: 'title' } })

const tooLongTitle = fill(
  'The {field} may not be longer than {limit, plural, one {{limit} character} other {{limit} characters}}.',
  { field: { field: 'title' }, limit: longestTitle },
)

function readAuthor({ given, family, orcid = '' }: SourceAuthor): Author | null {
  const names = { given: toName(given, longestGiven), family: toName(family, longestFamily) }
  if (names.family === '')
    return names.given === '' ? null : { given: '', family: names.given, orcid: parseOrcid(orcid) }
  return { ...names, orcid: parseOrcid(orcid) }
}

const toName = (text: string, longest: number) =>
  toLine(text.slice(0, maxReadCharacters.name)).slice(0, longest).toWellFormed().trim()

/** Removes the signs that end a sentence. */
function removeClosing(text: string): string {
  let end = text.length
  while (end > 0 && '.,;'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Returns the DOI in lower case; null for what is none. */
function readDoi(text: string): string | null {
  if (text.length > maxReadCharacters.address) return null
  const doi = removeClosing(parseDoi(toLine(text)).toLowerCase())
  return doi.length <= longestDoi && /^10\.[^\s/]+\/\S+$/.test(doi) ? doi : null
}

/** Returns an address on the web; null for what is none, and for that of the DOI. */
function readUrl(text: string): string | null {
  if (text.length > maxReadCharacters.address) return null
  const url = toLine(text)
  if (!/^https?:\/\//i.test(url) || url.length > longestUrl || !URL.canParse(url) || readDoi(url) !== null) return null
  const { href, username, password } = new URL(url)
  return username === '' && password === '' && href.length <= longestUrl ? href : null
}

/** Reads `2026`, `2026-11`, `2026/11/21` and texts that begin so or have a year at their beginning. */
function readDate(text: string): { year: number | null; date: string | null } {
  const [, first, month, day] =
    /(?<!\d)(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?!\d)/.exec(text.slice(0, longestDate)) ?? []
  const year = Number(first ?? 0)
  if (year < earliestYear || year > latestYear) return { year: null, date: null }
  if (month === undefined) return { year, date: null }
  const ofMonth = `${first}-${month.padStart(2, '0')}`
  const ofDay = `${ofMonth}-${(day ?? '').padStart(2, '0')}`
  if (day !== undefined && isCalendarDate(ofDay)) return { year, date: ofDay }
  return { year, date: isCalendarDate(`${ofMonth}-01`) ? ofMonth : null }
}
