/** Finds out which words of a query are misspelled. */

import { findCountryNames } from './language/countries.ts'
import { listNarrowerFields, listSynonyms } from './language/fields-of-study.ts'
import { isFiller } from './language/fillers.ts'
import { expandUniversity } from './language/institutions.ts'
import { isFunctionWord, type OtherLanguage } from './language/other-languages.ts'
import { findFields } from './language/professions.ts'
import { stopWords } from './language/tokenizer.ts'
import type { FindMeanings } from './meanings.ts'
import type { Correction, KnownTerm, Vocabulary } from './vocabulary.ts'
import { yieldToEventLoop } from './yield.ts'

const maxCorrections = 5
const maxUniversities = 3

export interface InterpretOptions {
  vocabulary: Vocabulary
  findMeanings: FindMeanings
  /** Also looks for misspellings of known words. */
  forgiving: boolean
  /** The languages besides English in which the query may be. */
  languages: readonly OtherLanguage[]
}

/** Finds the universities for which words such as `umich` stand; words that a profile contains mean themselves. */
export async function findUniversities(words: readonly string[], vocabulary: Vocabulary) {
  const result = new Map<string, KnownTerm[]>()
  const known = await vocabulary.findKnownWords(words)
  for (const word of words) {
    const beginning = expandUniversity(word)
    if (beginning === undefined || known.has(word) || isFixed(word)) continue
    const found = await vocabulary.findByPrefix('institution', beginning, maxUniversities)
    if (found.length > 0) result.set(word, found)
  }
  return result
}

export async function findCorrections(
  words: readonly string[],
  { vocabulary, findMeanings, forgiving, languages }: InterpretOptions,
  universities: ReadonlyMap<string, KnownTerm[]>,
) {
  const known = await vocabulary.findKnownWords([...words, ...words.flatMap(findFields)])
  const isMeant = (word: string) =>
    isFixed(word) ||
    isFunctionWord(word, languages) ||
    universities.has(word) ||
    findMeanings(word).length > 0 ||
    findFields(word).some((field) => known.has(field)) ||
    (known.has(word) && !forgiving)
  const corrections = new Map<string, Correction[]>()
  for (const [index, word] of words.entries()) {
    if (corrections.has(word) || isMeant(word)) continue
    await yieldToEventLoop()
    const isBeginning = index === words.length - 1 && (await vocabulary.findByPrefix('word', word, 1)).length > 0
    if (isBeginning && !forgiving) continue
    const near = known.has(word) ? await vocabulary.findSimilarWords(word) : await findNear(word, vocabulary)
    const kept = near.filter(({ edits }) => edits <= (near[0]?.edits ?? 0) || forgiving).slice(0, maxCorrections)
    if (kept.length > 0) corrections.set(word, known.has(word) ? [{ word, edits: 0 }, ...kept] : kept)
  }
  return { corrections, known }
}

/**
 * Returns words similar to one that no profile has. Returns none for initials of an institution and for the name of a
 * field, unless a similar word is another name of the field.
 */
async function findNear(word: string, vocabulary: Vocabulary): Promise<Correction[]> {
  const near = await vocabulary.findSimilarWords(word)
  const others = [...listSynonyms(word), ...listNarrowerFields(word)]
  const isNamed = (await vocabulary.findValues([word, ...others])).length > 0
  return isNamed && !near.some((one) => others.includes(one.word)) ? [] : near
}

/** Words that are never corrected. */
const isFixed = (word: string) => stopWords.has(word) || isFiller(word) || findCountryNames(word).length > 0
