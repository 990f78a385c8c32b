import { foldText } from '#core/text-normalization.ts'
import { tokenize } from './tokenizer.ts'

/** A query before it is interpreted with the vocabulary. */
export interface ParsedQuery {
  /** The words in their order, without those of the fields below. */
  words: string[]
  phrases: string[][]
  excluded: string[][]
  minExperience: number | null
  availability: 'available' | null
  verified: boolean
}

/** Maximum number of words. */
const mostWords = 24

const quoted = /(^|\s)(-?)["“”„«»]([^"“”„«»]*)["“”„«»]/g
const excludedWord = /(^|\s)-(?=[\p{L}\p{N}])(\S+)/gu
const experience =
  /\b(?:(?:at least|over|more than|min(?:imum)?)\s+)?(\d{1,2})\s*\+?\s*(?:years?|yrs?)\b(?:\s+(?:of\s+)?experience)?/i
const standsBefore = new Set(['researchers', 'researcher', 'for', 'in', 'now'])

/** Parses a query; never fails. Anything that is not recognized is a word. */
export function parseQuery(query: string): ParsedQuery {
  const phrases: string[][] = []
  const excluded: string[][] = []
  const plain = query
    .replace(quoted, (_, before: string, minus: string, text: string) => {
      const list = minus === '-' ? excluded : phrases
      if (list.length < mostWords) list.push(tokenize(text).slice(0, mostWords))
      return `${before} `
    })
    .replace(excludedWord, (_, before: string, text: string) => {
      if (excluded.length < mostWords) excluded.push(tokenize(text).slice(0, mostWords))
      return `${before} `
    })
  const years = experience.exec(plain)
  const rest = years ? plain.replace(years[0], ' ') : plain
  const words = tokenize(foldText(rest))
  const available = findStandaloneWord(words, 'available')
  const verified = findStandaloneWord(words, 'verified')
  return {
    words: words.filter((_, index) => index !== available && index !== verified).slice(0, mostWords),
    phrases: phrases.filter(({ length }) => length > 0),
    excluded: excluded.filter(({ length }) => length > 0),
    minExperience: years ? Number(years[1]) : null,
    availability: available === -1 ? null : 'available',
    verified: verified !== -1,
  }
}

/** Returns the index of the word as a filter of its own: first, last, or before one of a few words; otherwise -1. */
const findStandaloneWord = (words: readonly string[], wish: string): number =>
  words.findIndex((word, index) => {
    if (word !== wish) return false
    const next = words[index + 1]
    return index === 0 || next === undefined || standsBefore.has(next)
  })
