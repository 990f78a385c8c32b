/** Finds out which words of a query are misspelled. */

import { waitForEventLoop } from './event-loop.ts'
import { findCountryNames } from './language/countries.ts'
import { isDegree } from './language/degrees.ts'
import { isEnglishWord } from './language/english-words.ts'
import { isFieldOfStudy, listNarrowerFields, listSynonyms } from './language/fields-of-study.ts'
import { isFiller } from './language/fillers.ts'
import { expandUniversityName, toInitialsTerm } from './language/institutions.ts'
import { hasCommonStem, isFunctionWord, type OtherLanguage } from './language/other-languages.ts'
import { findFields } from './language/professions.ts'
import { findRegion } from './language/regions.ts'
import type { Subject } from './language/subject.ts'
import { stopWords } from './language/tokenizer.ts'
import type { RelatedByWord } from './related-words.ts'
import type { Correction, FindMeanings, KnownTerm, Vocabulary } from './vocabulary.ts'

const maxCorrections = 5
const maxUniversities = 3

export interface InterpretOptions {
  vocabulary: Vocabulary
  findMeanings: FindMeanings
  /** Also tries words that are less similar to a misspelled one. */
  forgiving: boolean
  /** The languages besides English in which the query may be. */
  languages: readonly OtherLanguage[]
  /** What the documents are about: people, unless it is given. */
  subject?: Subject
}

/** Finds the universities for which words such as `umich` stand; words that a profile contains mean themselves. */
export async function findUniversities(
  words: readonly string[],
  { known }: RelatedByWord,
  vocabulary: Vocabulary,
): Promise<Map<string, KnownTerm[]>> {
  const result = new Map<string, KnownTerm[]>()
  for (const word of words) {
    const beginning = expandUniversityName(word)
    if (beginning === undefined || known.has(word) || isFixed(word)) continue
    const found = await vocabulary.findByPrefix('institution', beginning, maxUniversities)
    if (found.length > 0) result.set(word, found)
  }
  return result
}

export interface Corrections {
  /** The words that are meant instead of each misspelled one. */
  corrections: ReadonlyMap<string, Correction[]>
  /** Other forms of a word, such as its plural in another language; these are no guesses. */
  forms: ReadonlyMap<string, readonly string[]>
}

/** Words that a profile has, and words of English, are never corrected. */
export async function findCorrections(
  words: readonly string[],
  { vocabulary, findMeanings, forgiving, languages }: InterpretOptions,
  related: RelatedByWord,
  universities: ReadonlyMap<string, KnownTerm[]>,
): Promise<Corrections> {
  const { known } = related
  const hasRelated = (word: string) => {
    const { spellings, nicknames, occupations } = related.of(word)
    return spellings.length + nicknames.length + occupations.length > 0
  }
  const isMeant = (word: string) =>
    known.has(word) ||
    hasRelated(word) ||
    isFixed(word) ||
    isFunctionWord(word, languages) ||
    universities.has(word) ||
    findMeanings(word).length > 0 ||
    findFields(word).some((field) => known.has(field))
  const corrections = new Map<string, Correction[]>()
  const forms = new Map<string, readonly string[]>()
  for (const [index, word] of words.entries()) {
    if (corrections.has(word) || forms.has(word) || isMeant(word)) continue
    await waitForEventLoop()
    const near = await findNear(word, vocabulary)
    const same = near.filter((one) => isForm(word, one.word)).map((one) => one.word)
    if (same.length > 0) {
      forms.set(word, same.slice(0, maxCorrections))
      continue
    }
    const isBeginning = index === words.length - 1 && (await vocabulary.findByPrefix('word', word, 1)).length > 0
    if (isBeginning && !forgiving) continue
    const kept = near.filter(({ edits }) => edits <= (near[0]?.edits ?? 0) || forgiving).slice(0, maxCorrections)
    if (kept.length > 0) corrections.set(word, kept)
  }
  return { corrections, forms }
}

/** Whether a word of another language is a form of the word. */
const isForm = (word: string, other: string) => !isEnglishWord(other) && hasCommonStem(word, other)

/**
 * Returns words similar to one that no profile has. Returns none for initials of an institution and for the name of a
 * field, unless a similar word is another name of the field.
 */
async function findNear(word: string, vocabulary: Vocabulary): Promise<Correction[]> {
  const near = await vocabulary.findSimilarWords(word)
  const others = [...listSynonyms(word), ...listNarrowerFields(word)]
  const isNamed =
    isFieldOfStudy(word) || (await vocabulary.findValues([word, toInitialsTerm(word), ...others])).length > 0
  return isNamed && !near.some((one) => others.includes(one.word)) ? [] : near
}

/** Words that are never corrected. */
const isFixed = (word: string) =>
  stopWords.has(word) ||
  isFiller(word) ||
  isEnglishWord(word) ||
  isDegree(word) ||
  findRegion(word) !== undefined ||
  findCountryNames(word).length > 0
