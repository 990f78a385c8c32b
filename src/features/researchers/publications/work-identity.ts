/** When two publications are the same work: by the DOI, else by the folded title, the year and the first author. */

import { hash } from 'node:crypto'
import { foldLine, listWords } from '#core/text-normalization.ts'
import type { Author } from './record.ts'

interface Work {
  title: string
  year: number | null
  authors: readonly Author[]
}

const separator = '/'

/**
 * Returns the key by which a work is recognized without a DOI. Of the name of the first author the last word counts, because
 * sources disagree on particles and second family names.
 */
export function createWorkKey({ title, year, authors }: Work): string {
  const words = listWords(title).join(' ') || foldLine(title)
  const author = listWords(authors[0]?.family ?? '').at(-1) ?? ''
  return [hash('sha256', words, 'base64url').slice(0, 22), year ?? '', author.slice(0, 100)].join(separator)
}

/** What of a stored publication says which work it is. */
export interface StoredWork {
  id: number
  doi: string | null
  work_key: string
  /** The keys that it has in all sources. */
  source_keys: readonly string[]
}

/** What of a new publication says which work it is. */
export interface WorkIdentity {
  doi: string | null
  work_key: string
}

interface Matches<Row> {
  /** The row of the work; null if there is none. */
  main: Row | null
  /** Other rows of the same work, which nothing connected until now. */
  others: Row[]
}

export const listKeys = ({ work_key, source_keys }: Pick<StoredWork, 'work_key' | 'source_keys'>) => [
  work_key,
  ...source_keys.filter((key) => key !== work_key),
]

/** What is remembered of the sources of one work. */
const maxKeys = 20

export const joinKeys = (keys: readonly string[], ...added: readonly string[]) =>
  [...new Set([...keys, ...added])].slice(-maxKeys)

/** Returns the part of a key that stands for the title. */
export const getTitlePart = (key: string): string => key.split(separator)[0] ?? ''

/** Returns the rows that are the work. */
export function findSameWork<Row extends StoredWork>(rows: readonly Row[], work: WorkIdentity): Matches<Row> {
  const byDoi = work.doi === null ? undefined : rows.find(({ doi }) => doi === work.doi)
  const byKey = rows.filter(
    (row) => row !== byDoi && (row.doi === null || work.doi === null) && hasKey(row, work.work_key),
  )
  const main = byDoi ?? byKey.find((row) => listKeys(row).includes(work.work_key)) ?? byKey[0] ?? null
  if (main === null) return { main, others: [] }
  const united = { ...main, source_keys: [...main.source_keys, work.work_key] }
  return { main, others: byKey.filter((row) => row !== main && row.doi === null && isCompatible(united, row)) }
}

/** Returns whether one of the keys of the row is that of the work, and none is of another work with this title. */
function hasKey(row: StoredWork, key: string): boolean {
  const keys = listKeys(row)
  return keys.includes(key) || (keys.some((own) => isSimilar(own, key)) && keys.every((own) => !isContrary(own, key)))
}

const isCompatible = (one: StoredWork, other: StoredWork) =>
  listKeys(one).every((key) => listKeys(other).every((own) => !isContrary(own, key)))

const isUnknown = (part: string | undefined) => part === undefined || part === ''
const differ = (one: string | undefined, other: string | undefined) =>
  !isUnknown(one) && !isUnknown(other) && one !== other
const agree = (one: string | undefined, other: string | undefined) => !isUnknown(one) && one === other

/** Returns whether the titles are the same, but not the year or the author. */
function isContrary(one: string, other: string): boolean {
  const [[title, year, author], [itsTitle, itsYear, itsAuthor]] = [one.split(separator), other.split(separator)]
  return title === itsTitle && (differ(year, itsYear) || differ(author, itsAuthor))
}

/** Returns whether the titles and either the year or the author are the same, and the other is unknown of one of them. */
function isSimilar(one: string, other: string): boolean {
  const [[title, year, author], [itsTitle, itsYear, itsAuthor]] = [one.split(separator), other.split(separator)]
  return title === itsTitle && !isContrary(one, other) && (agree(year, itsYear) || agree(author, itsAuthor))
}
