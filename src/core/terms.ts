/** Terms that things are found by: the words of a text, folded, and the ranges of terms that a word of a search means. */

import { splitWords } from './text-normalization.ts'

/** A term and where the range of what is meant by it ends. */
export type Range = readonly [from: string, end: string]

const maxTermLength = 100
/** What a search may ask for; further words are ignored. */
const maxSearchWords = 5
/** The last character there is, so that everything that begins with a word sorts before the word and it. */
export const lastCharacter = '\u{10ffff}'
/** Sorts behind nothing but the term itself. */
const firstCharacter = '\u0001'

export const toTerm = (text: string) => text.slice(0, maxTermLength).toWellFormed()

export const exactRange = (text: string): Range => [toTerm(text), toTerm(text) + firstCharacter]
export const prefixRange = (text: string): Range => [toTerm(text), toTerm(text) + lastCharacter]

/** The distinct words of a search. */
export const splitSearch = (search: string) => splitWords(search).slice(0, maxSearchWords)

/** A single letter is meant as it stands: it begins too much, and R is a language. */
export const wordRange = (word: string): Range =>
  /^[a-z\d]$/.test(word) ? exactRange(word) : prefixRange(word)

/**
 * The ranges that an item must all match: exact terms first, then prefixes from the longest, because the search reads
 * the first range and long prefixes are rare. Undefined without any range.
 */
export function combineRanges(exact: readonly Range[], prefixes: readonly Range[]): Range[] | undefined {
  const ranges = [...exact, ...prefixes.toSorted(([a], [b]) => b.length - a.length)]
  return ranges.length === 0 ? undefined : ranges
}
