/**
 * Queries that wait for documents. Nothing is guessed: a document must have each word, in one of its forms. A collection of such queries is
 * searched by their triggers: the words of a new document name the few queries that it may match.
 */

import {
  createExcludedUnit,
  createPartAlternatives,
  createPhraseAlternatives,
  createStemAlternatives,
  createWordAlternatives,
} from './alternatives.ts'
import { detectQueryLanguages, listStemLanguages } from './language/other-languages.ts'
import { parseLiteralQuery } from './language/query-parser.ts'
import { people, type Subject } from './language/subject.ts'
import { createInterpretation } from './literal-query.ts'
import type { Unit } from './request.ts'

export interface StandingQuery {
  /** A document must match each of them. */
  units: readonly Unit[]
  /** A document must match none of them. */
  excluded: readonly Unit[]
}

/** Compiles the words, "quoted phrases" and -excluded words of a query. */
export function compileStandingQuery(query: string, subject: Subject = people): StandingQuery {
  const { words, phrases, excluded } = parseLiteralQuery(query)
  const result = createInterpretation()
  const languages = detectQueryLanguages(words)
  const meaningful = words.filter((word) => !subject.stopWords.has(word) && subject.kinds?.has(word) !== true)
  const necessary = meaningful.length > 0 || phrases.length > 0 ? meaningful : words
  const toAlternatives = (word: string) => [
    ...createWordAlternatives(result, word, 1),
    ...createStemAlternatives(word, listStemLanguages(word, languages)),
    ...createPartAlternatives(result, word),
  ]
  const toPhrase = (phrase: readonly string[]) =>
    phrase.length === 1 ? phrase.flatMap(toAlternatives) : createPhraseAlternatives(result, phrase, [], 1)
  return {
    units: [...necessary.map(toAlternatives), ...phrases.map(toPhrase)].map((alternatives) => ({ alternatives })),
    excluded: excluded.map((words) => createExcludedUnit(words, () => [])),
  }
}

/** Whether a document with these keys matches the query. */
export function isMatch({ units, excluded }: StandingQuery, keys: ReadonlySet<string>): boolean {
  const matches = ({ alternatives }: Unit) => alternatives.some((one) => one.keys.every((key) => keys.has(key)))
  return units.every(matches) && !excluded.some(matches)
}

/** Words count in every zone alike. */
const toTrigger = (key: string) => key.replace(/^[nkhb]:/, 'w:')

/** Returns the triggers of a document, or of the keys of one unit: a document that matches the unit has one of the unit's. */
export const listTriggers = (keys: Iterable<string>): string[] => [...new Set(Array.from(keys, toTrigger))]
