import { foldText } from '../folding.ts'
import { extractBounds } from './bounds.ts'
import { joinDottedLetters } from './dotted-letters.ts'
import { splitIntoWords } from './segments.ts'
import { stopWords, tokenize } from './tokenizer.ts'

/** A query before it is interpreted with the vocabulary. */
export interface ParsedQuery {
  /** The words in their order, without those of the fields below. */
  words: string[]
  phrases: string[][]
  /** Letters with a point, as in `J. Smith`. */
  initials: string[]
  /** Words in capital letters, in a query that is not written in capitals as a whole. */
  capitals: ReadonlySet<string>
  excluded: string[][]
  /** The words after `without`, `not in` and the like, as far as the next clause. How many are meant is decided later. */
  negations: string[][]
  minExperience: number | null
  maxExperience: number | null
  minHIndex: number | null
  maxHIndex: number | null
  availability: 'available' | null
  verified: boolean
}

/** Maximum number of words. */
const maxWords = 24

const quoted = /(^|\s)(-?)["“”„«»]([^"“”„«»]*)["“”„«»]/g
const excludedWord = /(^|\s)-(?=[\p{L}\p{N}])(\S+)/gu
const negation =
  /(^|[\s,;])(?:without|except(?:\s+for)?|excluding|other\s+than|outside(?:\s+of)?|with\s+no|(?:but\s+)?not(?:\s+(?:based\s+)?(?:in|from|at))?)\s+((?!only\b)[^,;.?!"]+)/giu
const initial = /(?<![\p{L}\p{N}])(\p{L})\./gu
/** Words that begin another clause, in which the negation no longer holds. */
const clauseEnd = /\s(?:who|whose|with|that|which|but|in|at|from|and\s+(?:with|in|at|from|who))\s/iu
const standsBefore = new Set(['researchers', 'researcher', 'for', 'in', 'now'])

interface ParseOptions {
  /** Only a query for people has bounds of numbers and negations in words, and asks for those who are available or verified. */
  isForPeople?: boolean
  /** Whether words such as `without` exclude what follows them. */
  hasNegations?: boolean
}

/** Parses a query; never fails. Anything that is not recognized is a word. Addresses in a query for texts are phrases. */
export function parseQuery(
  query: string,
  { isForPeople = true, hasNegations = isForPeople }: ParseOptions = {},
): ParsedQuery {
  const { phrases, excluded, plain: marked } = extractMarked(isForPeople ? query : quoteAddresses(query))
  const plain = nameCountry(joinDottedLetters(marked))
  const extract = (text: string, kind: Parameters<typeof extractBounds>[1]) =>
    isForPeople ? extractBounds(text, kind) : { text, min: null, max: null }
  const { text: withoutYears, min: minExperience, max: maxExperience } = extract(plain, 'years')
  const { text: withoutIndex, min: minHIndex, max: maxHIndex } = extract(withoutYears, 'h-index')
  const negations: string[][] = []
  const excludeWords = (all: string, before: string, text: string) => {
    const [clause = ''] = text.split(clauseEnd)
    const items = clause
      .split(/(?<!\s)\s+(?:or|and|nor)\s+/iu)
      .map((item) => tokenize(item).filter((one) => !stopWords.has(one)))
    negations.push(...items.filter(({ length }) => length > 0).slice(0, maxWords))
    return `${before} ${text.slice(clause.length)}${all.endsWith(' ') ? ' ' : ''}`
  }
  const rest = hasNegations ? withoutIndex.replace(negation, excludeWords) : withoutIndex
  const words = splitIntoWords(tokenize(foldText(rest)))
  const available = isForPeople ? findStandaloneWord(words, 'available') : -1
  const verified = isForPeople ? findStandaloneWord(words, 'verified') : -1
  return {
    words: words.filter((_, index) => index !== available && index !== verified).slice(0, maxWords),
    initials: [...rest.matchAll(initial)].map(([, letter = '']) => foldText(letter)),
    capitals: findCapitals(rest),
    phrases,
    excluded,
    negations: negations.slice(0, maxWords),
    minExperience,
    maxExperience,
    minHIndex,
    maxHIndex,
    availability: available === -1 ? null : 'available',
    verified: verified !== -1,
  }
}

/** `US` is the country, unless the whole query is in capitals, and `us` after some words; otherwise `us` is a pronoun. */
const nameCountry = (text: string): string => {
  if (!/us/i.test(text)) return text
  const named = text.replace(/(?<![\p{L}\p{N}])(in|from|the|across|outside)\s+us(?![\p{L}\p{N}])/giu, '$1 USA')
  return isCapital(named) ? named : named.replace(/(?<![\p{L}\p{N}])US(?![\p{L}\p{N}])/gu, 'USA')
}

const isCapital = (text: string) => text === text.toUpperCase() && /\s/.test(text.trim())

/** Returns the folded words that stand in capitals. */
const findCapitals = (text: string): ReadonlySet<string> =>
  new Set(isCapital(text) ? [] : (text.match(/(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu) ?? []).flatMap(tokenize))

/** Parses a query whose words mean themselves only, besides quoted phrases and excluded words. */
export function parseLiteralQuery(query: string): ParsedQuery {
  const { phrases, excluded, plain } = extractMarked(query)
  return {
    words: tokenize(plain).slice(0, maxWords),
    initials: [],
    capitals: new Set(),
    phrases,
    excluded,
    negations: [],
    minExperience: null,
    maxExperience: null,
    minHIndex: null,
    maxHIndex: null,
    availability: null,
    verified: false,
  }
}

/** E-mail addresses and links, which are meant as they stand. */
const address =
  /(?<![^\s("“”„«»<])(?:(?:https?:\/\/|www\.)[^\s"“”„«»<>]+|[^\s@"“”„«»<>(]+@[^\s@"“”„«»<>]+\.[^\s@"“”„«»<>]+)/giu

/** Quotes addresses that are not inside quotes. */
const quoteAddresses = (query: string): string =>
  query
    .split(/(["“”„«»][^"“”„«»]*["“”„«»])/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(address, ' "$&" ')))
    .join('')

/** Takes quoted phrases and words with a minus out of a query. */
function extractMarked(query: string) {
  const phrases: string[][] = []
  const excluded: string[][] = []
  const add = (list: string[][], text: string) => {
    const words = tokenize(text).slice(0, maxWords)
    if (list.length < maxWords && words.length > 0) list.push(words)
  }
  const plain = query
    .replace(quoted, (_, before: string, minus: string, text: string) => {
      add(minus === '-' ? excluded : phrases, text)
      return `${before} `
    })
    .replace(excludedWord, (_, before: string, text: string) => {
      add(excluded, text)
      return `${before} `
    })
  return { phrases, excluded, plain }
}

/** Returns the index of the word as a filter of its own: first, last, or before one of a few words; otherwise -1. */
const findStandaloneWord = (words: readonly string[], wish: string): number =>
  words.findIndex((word, index) => {
    if (word !== wish) return false
    const next = words[index + 1]
    return index === 0 || next === undefined || standsBefore.has(next)
  })
