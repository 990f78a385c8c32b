/** The ways in which a document can satisfy one unit of a query, each with the weight it has in the score. */

import { postingKey, titleLevels, type Zone, zones } from './document.ts'
import { findCountryCodes } from './language/countries.ts'
import { listNarrowerFields, listSynonyms } from './language/fields-of-study.ts'
import { type OtherLanguage, stemIn } from './language/other-languages.ts'
import { findFields } from './language/professions.ts'
import { findRegion } from './language/regions.ts'
import { listBigrams } from './language/segments.ts'
import { stemCached, stopWords, tokenize } from './language/tokenizer.ts'
import type { Alternative, Unit } from './request.ts'
import type { TermKind } from './term-kinds.ts'
import type { FindMeanings, KnownTerm } from './vocabulary.ts'

/** The interpretation of a query. */
export interface Interpretation {
  units: Unit[]
  /** What raises a document in the ranking without being necessary: neighbouring words of the query side by side. */
  proximity: Unit[]
  /** The place in the query of the first word of each of them. */
  pairPlaces: number[]
  excluded: Unit[]
  /** What negations in words exclude. */
  negated: string[]
  /** The replacements of each misspelled word. */
  corrections: Map<string, string[]>
  values: KnownTerm[]
  /** The regions of the world, as they were written. */
  regions: string[]
  /** The words that only frame the question. */
  ignored: string[]
  /** The long form of each abbreviation. */
  expanded: Map<string, string>
  /** The stems of all words that are searched for; used for highlights. */
  stems: Set<string>
}

const zoneWeight: Record<Zone, number> = { name: 1, keywords: 0.8, headline: 0.55, body: 0.3 }
const valueWeight: Record<TermKind, number> = {
  field: 1,
  skill: 0.95,
  institution: 0.9,
  country: 0.85,
  location: 0.5,
  word: 0.5,
}
export const pairWeight = 0.6
const initialWeight = 0.9
const partFactor = 0.9

export function createWordAlternatives(result: Interpretation, word: string, worth: number): Alternative[] {
  result.stems.add(stemCached(word))
  return zones.map((zone) => ({
    keys: [postingKey.word(zone, word)],
    weight: roundWeight(zoneWeight[zone] * worth),
  }))
}

/** A word as the other languages of a query inflect it, in profiles of that language. */
export const createStemAlternatives = (word: string, languages: readonly OtherLanguage[]): Alternative[] =>
  languages.flatMap((language) => {
    const stem = stemIn(language, word)
    if (stem === null) return []
    return zones
      .filter((zone) => zone !== 'name')
      .map((zone) => ({ keys: [postingKey.stem(zone, stem)], weight: zoneWeight[zone], stem }))
  })

/** A word that stands in several titles. */
export const createTitleAlternatives = (word: string): Alternative[] =>
  titleLevels.map((least) => ({ keys: [postingKey.titles([word], least)], weight: titleWordWeights[least] }))

/** A single letter of the query as the beginning of a name. */
export const createInitialAlternative = (letter: string): Alternative => ({
  keys: [postingKey.initial(letter)],
  weight: initialWeight,
})

/**
 * One to three letters beside a word of the name as its other beginnings: "Otieno B", "BK Otieno".
 */
export const createInitialsInName = (letters: string, neighbours: readonly (string | undefined)[]): Alternative[] =>
  /^\p{L}{1,3}$/u.test(letters)
    ? neighbours
        .filter((word) => word !== undefined && word.length > 1)
        .map((word = '') => ({
          keys: [...Array.from(letters, postingKey.initial), postingKey.word('name', word)],
          weight: initialWeight,
        }))
    : []

/** The parts of a word of a script without spaces. */
export function createPartAlternatives(result: Interpretation, word: string): Alternative[] {
  const parts = listBigrams(word)
  if (parts.length === 0) return []
  result.stems.add(word)
  return zones.map((zone) => ({
    keys: parts.map((part) => postingKey.word(zone, part)),
    weight: roundWeight(zoneWeight[zone] * partFactor),
  }))
}

/** A region by its countries in the index. */
export function createRegionAlternatives(
  result: Interpretation,
  name: string,
  countries: readonly KnownTerm[],
): Alternative[] {
  const region = findRegion(name)
  if (region === undefined) return []
  result.regions.push(name)
  const within = countries.filter(({ term }) => findCountryCodes(term).some((code) => region.has(code)))
  return within.flatMap((country) => createValueAlternatives(result, country.term, [country], 1))
}

/** A word that stands in the name. */
export function createNameAlternative(result: Interpretation, word: string, worth: number): Alternative {
  result.stems.add(stemCached(word))
  return { keys: [postingKey.word('name', word)], weight: roundWeight(zoneWeight.name * worth) }
}

export function createValueAlternatives(
  result: Interpretation,
  name: string,
  values: readonly KnownTerm[],
  worth: number,
) {
  return values
    .filter(({ term }) => term === name)
    .map((value): Alternative => {
      if (!result.values.includes(value)) result.values.push(value)
      // Another name of an institution is not what stands in the profile.
      for (const word of tokenize(value.label)) result.stems.add(stemCached(word))
      return {
        keys: [postingKey.value(value.kind, name)],
        weight: roundWeight(valueWeight[value.kind] * worth),
      }
    })
}

/** A country by another of its names. */
export const createCountryAlternatives = (result: Interpretation, name: string, values: readonly KnownTerm[]) =>
  createValueAlternatives(
    result,
    name,
    values.filter(({ kind }) => kind === 'country'),
    1,
  )

/** Alternatives for the name of a profession: the fields of it that are in the index. */
export const createProfessionAlternatives = (
  result: Interpretation,
  name: string,
  values: readonly KnownTerm[],
  worth: number,
) =>
  findFields(name)
    .filter((field) => values.some(({ term }) => term === field))
    .flatMap((field) => createPhraseAlternatives(result, field.split(' '), values, worth))

const synonymFactor = 0.9
const narrowerWeight = 0.6

/** Alternatives for a field of study: its other names, and the fields within it, as far as profiles have them. */
export function createFieldAlternatives(
  result: Interpretation,
  name: string,
  values: readonly KnownTerm[],
): Alternative[] {
  const fields = values.filter(({ kind }) => kind === 'field')
  const synonyms = listSynonyms(name)
  const narrower = new Set(listNarrowerFields(name).filter((field) => !synonyms.includes(field)))
  return [
    ...synonyms.flatMap((synonym) => createValueAlternatives(result, synonym, fields, synonymFactor)),
    ...fields
      .filter(({ term }) => narrower.has(term))
      .map(({ term }) => {
        for (const word of term.split(' ')) result.stems.add(stemCached(word))
        return { keys: [postingKey.value('field', term)], weight: narrowerWeight }
      }),
  ]
}

export function createPhraseAlternatives(
  result: Interpretation,
  words: readonly string[],
  values: readonly KnownTerm[],
  worth: number,
): Alternative[] {
  const found = createValueAlternatives(result, words.join(' '), values, worth)
  for (const word of words) if (!stopWords.has(word)) result.stems.add(stemCached(word))
  const pairs = words.slice(1).map((word, index) => postingKey.pair(words[index] ?? '', word))
  return pairs.length === 0 ? found : [...found, { keys: pairs, weight: roundWeight(pairWeight * worth) }]
}

export function createExcludedUnit(words: readonly string[], findMeanings: FindMeanings): Unit {
  const [only] = words
  if (words.length === 1 && only !== undefined)
    return {
      alternatives: [
        ...zones.map((zone) => ({ keys: [postingKey.word(zone, only)], weight: 1 })),
        ...findMeanings(only).map((phrase) => ({
          keys: listPairKeys(phrase.split(' ')),
          weight: 1,
        })),
      ],
    }
  return { alternatives: [{ keys: listPairKeys(words), weight: 1 }] }
}

const listPairKeys = (words: readonly string[]) =>
  words.length === 1
    ? words.map((word) => postingKey.word('keywords', word))
    : words.slice(1).map((word, index) => postingKey.pair(words[index] ?? '', word))

const titleWeights = { 2: 0.7, 4: 0.8, 8: 0.9, 16: 0.95, 32: 1 } as const
const titleWordWeights = { 2: 0.35, 4: 0.4, 8: 0.45, 16: 0.475, 32: 0.5 } as const
const sideBySide = 0.5

/** Two neighbouring words of the query, or the name in which they stand; the more titles contain them, the better. */
export const createProximityUnit = (first: string, second: string, names: readonly Alternative[]): Unit => ({
  alternatives: [
    ...names.map(({ keys }) => ({ keys, weight: 1 })),
    ...titleLevels.map((least) => ({ keys: [postingKey.titles([first, second], least)], weight: titleWeights[least] })),
    { keys: [postingKey.pair(first, second)], weight: sideBySide },
  ],
})

/** Rounds to steps of 0.05, so that one unit has few levels. */
const roundWeight = (weight: number) => Math.round(weight * 20) / 20
