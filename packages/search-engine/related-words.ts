/** Words that mean the same as those of a query, as far as profiles have them. */

import { LRUCache } from 'lru-cache'
import { limitEntries } from './cache-limit.ts'
import { isEnglishWord } from './language/english-words.ts'
import { isFieldOfStudy } from './language/fields-of-study.ts'
import { listCityNames } from './language/institution-words.ts'
import { listNicknames } from './language/nicknames.ts'
import { findFields, findProfessions } from './language/professions.ts'
import { listSpellingVariants } from './language/spelling-variants.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface RelatedWords {
  /** The word in British or American spelling, and a city by its names in other languages. */
  spellings: readonly string[]
  /** Other forms of a first name. */
  nicknames: readonly string[]
  /** The field of a profession, and the professions of a field. */
  occupations: readonly string[]
  /** The two words of a compound, such as `cyber security`. */
  parts: readonly (readonly [string, string])[]
  /** The compound of the word and the next one. */
  compound: string | undefined
}

export interface RelatedByWord {
  /** In how many profiles the words of the query stand, and others that were looked up. */
  known: ReadonlyMap<string, number>
  of(word: string): RelatedWords
}

const none: RelatedWords = { spellings: [], nicknames: [], occupations: [], parts: [], compound: undefined }
const minPart = 4
const minCompound = 8
const maxCompound = 24

/** Returns the ways to split a long word in two. */
function listSplits(word: string): (readonly [string, string])[] {
  if (word.length < minCompound || word.length > maxCompound || !/^[a-z]+$/.test(word)) return []
  return Array.from({ length: word.length - 2 * minPart + 1 }, (_, index) => {
    const at = index + minPart
    return [word.slice(0, at), word.slice(at)] as const
  }).filter((pair) => pair.every(isEnglishWord))
}

/** A frequent word of English has only frequent words as its other spellings; this saves most look-ups. */
const listSpellings = (word: string): string[] =>
  listSpellingVariants(word).filter((other) => !isEnglishWord(word) || isEnglishWord(other) || isFieldOfStudy(other))

/** The fields of a profession and the professions of a field, in British and American spelling. */
function listOccupations(word: string): string[] {
  const found = [word, ...listSpellings(word)].flatMap((one) => [...findFields(one), ...findProfessions(one)])
  const spelled = findFields(word).flatMap(listSpellingVariants).filter(isFieldOfStudy)
  return [...new Set([...found, ...spelled])].filter((one) => one !== word)
}

const candidatesByWord = new LRUCache<string, Omit<RelatedWords, 'compound'>>({
  ...limitEntries(5_000),
  memoMethod: (word) => ({
    spellings: [...listSpellings(word), ...listCityNames(word)],
    nicknames: listNicknames(word),
    occupations: listOccupations(word).filter((name) => !name.includes(' ')),
    parts: listSplits(word),
  }),
})

/** Finds the related words of all words of the query, in one look-up. */
export async function findRelatedWords(words: readonly string[], vocabulary: Vocabulary): Promise<RelatedByWord> {
  const candidates = new Map(
    words.map((word, index) => {
      const next = words[index + 1]
      const compound = next === undefined || word.length < 2 || next.length < 2 ? undefined : word + next
      return [word, { ...candidatesByWord.memo(word), compound }]
    }),
  )
  const asked = [...candidates].flatMap(([word, { spellings, nicknames, occupations, parts, compound }]) => [
    ...[word, ...spellings, ...nicknames, ...occupations, ...parts.flat()],
    ...(compound === undefined ? [] : [compound]),
  ])
  const known = await vocabulary.findKnownWords(asked)
  const isKnown = (word: string) => known.has(word)
  const related = new Map(
    [...candidates].map(([word, { spellings, nicknames, occupations, parts, compound }]): [string, RelatedWords] => [
      word,
      {
        spellings: spellings.filter(isKnown),
        nicknames: nicknames.filter(isKnown),
        occupations: occupations.filter(isKnown),
        parts: parts.filter((pair) => pair.every(isKnown)),
        compound: compound !== undefined && known.has(compound) ? compound : undefined,
      },
    ]),
  )
  return { known, of: (word) => related.get(word) ?? none }
}
