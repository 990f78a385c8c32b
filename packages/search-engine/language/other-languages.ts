/**
 * Stems, stop words and detection of the languages besides English. What they add to the index stands in keys of their
 * own, so that a word of one language never matches that of another.
 */

import { stemmer as stemArabic } from '@orama/stemmers/arabic'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { LRUCache } from 'lru-cache'
import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' }
import { limitEntries } from '../cache-limit.ts'
import { isEnglishWord } from './english-words.ts'
import { isFiller } from './fillers.ts'
import { stopWords, tokenize } from './tokenizer.ts'

export type OtherLanguage = 'fr' | 'es' | 'pt' | 'ar' | 'sw'
const others: readonly OtherLanguage[] = ['fr', 'es', 'pt', 'ar', 'sw']

/** The accents of frequent endings: Snowball's rules need them, and folded words have none. */
const accentedEndings: Partial<Record<OtherLanguage, readonly (readonly [folded: RegExp, accented: string])[]>> = {
  fr: [[/ite(s?)$/, 'ité$1']],
  // The ending of feminine nouns, which folding writes as the letter it is often typed as.
  ar: [[/ه$/, 'ة']],
  es: [[/([cs])ion$/, '$1ión']],
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
    [/sao$/, 'são'],
    [/encia(s?)$/, 'ência$1'],
    [/ancia(s?)$/, 'ância$1'],
  ],
}

/**
 * Noun classes of Swahili: singular and plural differ in their beginning, as in `mtafiti` and `watafiti`, `kitabu` and
 * `vitabu`. Snowball has no Swahili; the classes are those of E. O. Ashton, Swahili Grammar (1944), chapters 3 to 9.
 */
const nounClass = /^(?:ma|mi|wa|vi|ki|vy|ch|m|u)(?=[a-z]{4})/

const stemSwahili = (word: string): string => word.replace(nounClass, '')

const stemmers: Record<OtherLanguage, (word: string) => string> = {
  fr: stemFrench,
  es: stemSpanish,
  pt: stemPortuguese,
  ar: stemArabic,
  sw: stemSwahili,
}

const isWritten = (word: string, language: OtherLanguage): boolean =>
  language === 'ar' ? /^\p{Script=Arabic}{2,}$/u.test(word) : /^[a-z]{3,}$/.test(word)

const stems = new LRUCache<string, string>({
  ...limitEntries(20_000),
  memoMethod: (key) => {
    const [language, word] = [toOther(key.slice(0, 2)), key.slice(3)]
    const [ending, accented] = accentedEndings[language]?.find(([folded]) => folded.test(word)) ?? [/$/, '']
    const [stem = word] = tokenize(stemmers[language](word.replace(ending, accented)))
    return `${language}~${stem}`
  },
})

const toOther = (name: string): OtherLanguage => others.find((one) => one === name) ?? 'fr'

/** Returns the stem of a folded word with the language before it, like `fr~recherch`; null for other scripts. */
export const stemIn = (language: OtherLanguage, word: string): string | null =>
  isWritten(word, language) ? stems.memo(`${language} ${word}`) : null

/** The languages of stems as `stemIn` returns them. */
export const listLanguages = (found: Iterable<string>): OtherLanguage[] => [
  ...new Set(Array.from(found).flatMap((stem) => (stem[2] === '~' ? [toOther(stem.slice(0, 2))] : []))),
]

/** Words of the language that mean nothing by themselves, and no word of English does. */
const functionWords: ReadonlyMap<OtherLanguage, ReadonlySet<string>> = new Map(
  others.map((language) => [
    language,
    new Set(
      stopwords[language]
        .flatMap(tokenize)
        .filter((word) => word.length > 1 && !isFiller(word) && !stopWords.has(word) && !/\d/.test(word)),
    ),
  ]),
)

/** Parts of names in many countries, which say nothing about the language of a query. */
const particles = new Set(
  'al ben bin da das de del della der di do dos du el la las le les los na van von wa ya'.split(' '),
)

/** Whether the word means nothing by itself in one of the languages. */
export const isFunctionWord = (word: string, languages: readonly OtherLanguage[]): boolean =>
  languages.some((language) => functionWords.get(language)?.has(word))

const isArabic = (word: string) => isWritten(word, 'ar')

const countFunctionWords = (words: readonly string[], language: OtherLanguage): number =>
  words.filter((word) => functionWords.get(language)?.has(word)).length

/** The least number of function words that make a profile one of their language; in a short one a single word tells. */
const leastFunctionWords = 3
const shortProfile = 40

/** Returns the languages in which a profile is written, besides English. */
export function detectLanguages(words: readonly string[]): OtherLanguage[] {
  const inEnglish = words.filter((word) => stopWords.has(word) || isFiller(word)).length
  const isShort = words.length < shortProfile
  const telling = isShort ? words.filter((word) => !particles.has(word)) : words
  const counts = others.map((language) => ({ language, count: countFunctionWords(telling, language) }))
  const most = Math.max(...counts.map(({ count }) => count))
  const least = isShort ? 1 : leastFunctionWords
  const found = counts.filter(
    ({ language, count }) => language !== 'ar' && count === most && count >= least && count * 2 >= inEnglish,
  )
  return [...found.map(({ language }) => language), ...(words.some(isArabic) ? (['ar'] as const) : [])]
}

/** Returns the languages in which a query is written, besides English, by its own words. */
export function detectQueryLanguages(words: readonly string[]): OtherLanguage[] {
  const telling = words.filter((word) => !particles.has(word))
  const counts = others.map((language) => ({ language, count: countFunctionWords(telling, language) }))
  const most = Math.max(1, ...counts.map(({ count }) => count))
  const found = counts.filter(({ count }) => count === most).map(({ language }) => language)
  return others.filter((language) => found.includes(language) || (language === 'ar' && words.some(isArabic)))
}

/**
 * Returns the languages, besides English, of which the stems of a word may stand in a profile: for a frequent word of English those
 * of the query only, for any other word all, whatever the language of the reader.
 */
export const listStemLanguages = (word: string, ofQuery: readonly OtherLanguage[]): readonly OtherLanguage[] =>
  isEnglishWord(word) ? ofQuery : others

/** Languages with accents; a word with one is a word of one of them, also in a profile that is too short to tell which. */
const accented = ['fr', 'es', 'pt'] as const

/** Returns the languages of which a word of a profile gets the stems. */
export const listLanguagesOf = (written: string, ofProfile: readonly OtherLanguage[]): readonly OtherLanguage[] =>
  /[àâáãäçéèêëíîïñóôõöúùûü]/i.test(written) ? [...new Set([...ofProfile, ...accented])] : ofProfile

/** Whether two folded words are forms of one word in some language. */
export const hasCommonStem = (first: string, second: string): boolean =>
  others.some((language) => {
    const stem = stemIn(language, first)
    return stem !== null && stem === stemIn(language, second)
  })
