/** Finds out which words of a query are misspelled. */

import { findCountryNames } from './language/countries.ts'
import { isFiller } from './language/fillers.ts'
import { expandUniversity } from './language/institutions.ts'
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
}

/** Finds the universities for which words such as `umich` stand. */
export async function findUniversities(words: readonly string[], vocabulary: Vocabulary) {
  const result = new Map<string, KnownTerm[]>()
  for (const word of words) {
    const beginning = expandUniversity(word)
    if (beginning === undefined) continue
    const found = await vocabulary.findByPrefix('institution', beginning, maxUniversities)
    if (found.length > 0) result.set(word, found)
  }
  return result
}

export async function findCorrections(
  words: readonly string[],
  { vocabulary, findMeanings, forgiving }: InterpretOptions,
  universities: ReadonlyMap<string, KnownTerm[]>,
) {
  const known = await vocabulary.findKnownWords([...words, ...words.flatMap(findFields)])
  // Initials of institutions are no words.
  const unknown = words.filter((word) => !known.has(word))
  const named = new Set((await vocabulary.findValues(unknown)).map(({ term }) => term))
  const result = new Map<string, Correction[]>()
  for (const [index, word] of words.entries()) {
    const isProfession = findFields(word).some((field) => known.has(field))
    const stands = universities.has(word) || findMeanings(word).length > 0 || isProfession || named.has(word)
    if (result.has(word) || isFixed(word) || stands || (known.has(word) && !forgiving)) continue
    await yieldToEventLoop()
    const isBeginning = index === words.length - 1 && (await vocabulary.findByPrefix('word', word, 1)).length > 0
    if (isBeginning && !forgiving) continue
    const near = await vocabulary.findSimilarWords(word)
    const kept = near.filter(({ edits }) => edits <= (near[0]?.edits ?? 0) || forgiving).slice(0, maxCorrections)
    if (kept.length > 0) result.set(word, known.has(word) ? [{ word, edits: 0 }, ...kept] : kept)
  }
  return { corrections: result, known }
}

/** Words that are never corrected. */
const isFixed = (word: string) => stopWords.has(word) || isFiller(word) || findCountryNames(word).length > 0
