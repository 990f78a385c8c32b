import { LRUCache } from 'lru-cache'
import { limitEntries } from '../cache-limit.ts'
import { foldText } from '../folding.ts'
import { stem } from './stem.ts'

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?/gu
/** Longer words are cut. */
const longest = 40

/** Splits a text into folded words in their order; `C++` and `C#` are words. */
export const tokenize = (text: string): string[] =>
  (foldText(text).match(word) ?? []).map((one) => one.slice(0, longest).toWellFormed())

const stems = new LRUCache<string, string>({ ...limitEntries(20_000), memoMethod: stem })

/** The stem of a folded word, from a cache. */
export const stemCached = (word: string): string => stems.memo(word)

const stemsByText = new LRUCache<string, readonly string[]>({
  maxSize: 4_000_000,
  // Two bytes a character at worst.
  sizeCalculation: (words, text) => words.reduce((sum, word) => sum + 50 + 2 * word.length, 100 + 2 * text.length),
  memoMethod: (text) => tokenize(text).map(stemCached),
})

/** The stems of a word as it is written, from a cache. */
export const listStemsCached = (written: string): readonly string[] => stemsByText.memo(written)

/** Normalizes a value for comparison: folded, with single spaces. */
export const normalizeValue = (text: string): string => tokenize(text).join(' ').slice(0, 120).toWellFormed()

/** Words without meaning of their own in any text. */
export const textStopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be by for from has have he her his i in into is it its me my of on or our she someone that the ' +
    'their they this to was we who whose with you your'
  ).split(' '),
)

/** Words without meaning of their own in a query for people. */
export const stopWords: ReadonlySet<string> = new Set([
  ...textStopWords,
  ...(
    'based expert experts experience experienced find people person researcher researchers scientist scientists show ' +
    'specialising specialist specialists work working works year years yrs looking specializing'
  ).split(' '),
])
