/** The units of several words: names of fields, skills, institutions, countries and regions. */

import {
  createCountryAlternatives,
  createFieldAlternatives,
  createPhraseAlternatives,
  createProfessionAlternatives,
  createRegionAlternatives,
  createValueAlternatives,
  createWordAlternatives,
  type Interpretation,
  pairWeight,
} from './alternatives.ts'
import { postingKey } from './document.ts'
import { findAbbreviation } from './language/abbreviations.ts'
import { findCountryNames } from './language/countries.ts'
import { listFullNames, mayBeInstitution } from './language/institutions.ts'
import { findProfessions } from './language/professions.ts'
import { people } from './language/subject.ts'
import type { Alternative } from './request.ts'
import type { Run } from './runs.ts'
import { getFirmness, type UnitContext } from './word-units.ts'

const relatedFactor = 0.95
const spellingFactor = 0.85
const abbreviationFactor = 0.9
const apartWeight = 0.3

export function addName(result: Interpretation, { from, until }: Run, context: UnitContext) {
  const { values, findMeanings, related, countries, corrections, query, subject = people } = context
  const words = context.words.slice(from, until)
  const name = words.join(' ')
  const alternatives = [
    ...createPhraseAlternatives(result, words, values, 1),
    ...createProfessionAlternatives(result, name, values, 1),
    ...findProfessions(name).flatMap((one) => createPhraseAlternatives(result, one.split(' '), values, relatedFactor)),
    ...createFieldAlternatives(result, name, values),
    ...createRegionAlternatives(result, name, countries),
    ...createInstitutionAlternatives(result, words, context),
  ]
  const other = words.map((word) => related.of(word).spellings[0] ?? word)
  if (other.join(' ') !== name) alternatives.push(...createPhraseAlternatives(result, other, values, 1))
  for (const phrase of findMeanings(name)) {
    result.expanded.set(name, phrase)
    alternatives.push(...createPhraseAlternatives(result, phrase.split(' '), values, abbreviationFactor))
  }
  for (const country of findCountryNames(name))
    if (country !== name) alternatives.push(...createCountryAlternatives(result, country, values))
  const short = findAbbreviation(name)
  if (short) alternatives.push(...createWordAlternatives(result, short, abbreviationFactor))
  // Also matches the words near each other in fields and skills: "deep learning" in "Deep Reinforcement Learning".
  const said = words.filter((word) => !subject.stopWords.has(word))
  alternatives.push({ keys: said.map((word) => postingKey.word('keywords', word)), weight: pairWeight })
  if (subject.kinds !== undefined) alternatives.push(...createScatteredAlternatives(said))
  const [first = ''] = words
  const { compound } = related.of(first)
  if (words.length === 2 && compound !== undefined)
    alternatives.push(...createCompoundAlternatives(result, compound, words, values))
  result.units.push({ alternatives, said: query.words.slice(from, until).join(' '), firm: getFirmness(alternatives) })
  for (const typed of query.words.slice(from, until)) {
    const [meant] = corrections.get(typed) ?? []
    if (meant !== undefined) result.corrections.set(typed, [meant.word])
  }
}

/** A name of more words stands together in texts, or is another one. */
const maxScattered = 3

/** The words of a name anywhere in a text: its title may have one of them, and its description another one. */
function createScatteredAlternatives(words: readonly string[]): Alternative[] {
  if (words.length > maxScattered) return []
  const places = words.reduce<string[][]>(
    (some, word) =>
      some.flatMap((keys) =>
        (['keywords', 'headline', 'body'] as const).map((zone) => [...keys, postingKey.word(zone, word)]),
      ),
    [[]],
  )
  return places.map((keys) => ({ keys, weight: apartWeight }))
}

/** An institution under its other spellings, after those who write it as the query does. */
function createInstitutionAlternatives(
  result: Interpretation,
  words: readonly string[],
  { values }: UnitContext,
): Alternative[] {
  if (!mayBeInstitution(words)) return []
  const institutions = values.filter(({ kind }) => kind === 'institution')
  const name = words.join(' ')
  return listFullNames(name)
    .filter((spelling) => spelling !== name)
    .flatMap((spelling) => createValueAlternatives(result, spelling, institutions, spellingFactor))
}

/** Two words that some profiles write as one, and others apart. */
const createCompoundAlternatives = (
  result: Interpretation,
  compound: string,
  words: readonly string[],
  values: UnitContext['values'],
): Alternative[] => [
  ...createWordAlternatives(result, compound, 1),
  ...createValueAlternatives(result, compound, values, 1),
  ...(['keywords', 'headline', 'body'] as const).flatMap((zone) =>
    (['keywords', 'headline', 'body'] as const).map((other) => ({
      keys: [postingKey.word(zone, words[0] ?? ''), postingKey.word(other, words[1] ?? '')],
      weight: apartWeight,
    })),
  ),
]
