/** Terms of a prefix search: the folded words of a text, and the ranges of terms that a search word matches. */

import { splitWords } from './text-normalization.ts'

/** The first term of a range, and the end of the range. */
export type Range = readonly [from: string, end: string]

const maxTermLength = 100
/** Maximum number of words in a search; further words are ignored. */
const maxSearchWords = 5
/** The last code point, so that all terms that begin with a word sort before word + lastCharacter. */
export const lastCharacter = '\u{10ffff}'
/** The first code point, so that only the term itself sorts before term + firstCharacter. */
const firstCharacter = '\u0001'

export const toTerm = (text: string) => text.slice(0, maxTermLength).toWellFormed()

/** Matches nothing, because the last code point is never part of a word. */
const noTerm: Range = [lastCharacter, lastCharacter]

const createExactRange = (text: string): Range => [toTerm(text), toTerm(text) + firstCharacter]
export const createPrefixRange = (text: string): Range => [toTerm(text), toTerm(text) + lastCharacter]

/** A single letter matches exactly: as a prefix it would match too much, and R is a language. */
const wordRange = (word: string): Range => (/^[a-z\d]$/.test(word) ? createExactRange(word) : createPrefixRange(word))

/**
 * Returns the ranges of the words of a search: none for an empty one, and for a text without a word, such as `+`, one that matches nothing.
 */
export function listRanges(search: string, toRange: (word: string) => Range = wordRange): Range[] {
  const words = splitWords(search).slice(0, maxSearchWords)
  return words.length === 0 && search.trim() !== '' ? [noTerm] : words.map(toRange)
}

/**
 * Returns the ranges that an item must all match, those of the longest words first, because the search reads the first range and long prefixes are
 * rare. Undefined without any.
 */
export const sortRanges = (ranges: readonly Range[]): Range[] | undefined =>
  ranges.length === 0 ? undefined : ranges.toSorted(([a], [b]) => b.length - a.length)
