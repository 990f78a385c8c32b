/** Terms that things are found by: the words of a text, folded, and the ranges of terms that a word of a search means. */

import { foldedWords } from './words.ts'

/** A term and where the range of what is meant by it ends. */
export type Range = readonly [from: string, end: string]

const longestTerm = 100
/** What a search may ask for; further words are ignored. */
const mostAsked = 5
/** The last character there is, so that everything that begins with a word sorts before the word and it. */
export const lastCharacter = '\u{10ffff}'
/** Sorts behind nothing but the term itself. */
const firstCharacter = '\u0001'

export const termOf = (text: string) => text.slice(0, longestTerm).toWellFormed()

export const wholeTerm = (text: string): Range => [termOf(text), termOf(text) + firstCharacter]
export const beginningOf = (text: string): Range => [termOf(text), termOf(text) + lastCharacter]

/** The distinct words of a search. */
export const askedWords = (search: string) => foldedWords(search).slice(0, mostAsked)

/** A single letter is meant as it stands: it begins too much, and R is a language. */
export const rangeOfWord = (word: string): Range =>
  /^[a-z\d]$/.test(word) ? wholeTerm(word) : beginningOf(word)

/** Longer words are probably rarer, and the search goes through what has the first. */
export const rareFirst = (ranges: Range[]): Range[] => ranges.sort(([a], [b]) => b.length - a.length)
