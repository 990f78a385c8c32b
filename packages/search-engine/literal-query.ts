/** The parts of a query that mean the same however it is interpreted, and the query whose words mean only themselves. */

import {
  createExcludedUnit,
  createPhraseAlternatives,
  createProximityUnit,
  createWordAlternatives,
  type Interpretation,
} from './alternatives.ts'
import type { ParsedQuery } from './language/query-parser.ts'
import { people, type Subject } from './language/subject.ts'
import type { Run } from './runs.ts'
import type { KnownTerm } from './vocabulary.ts'

export const createInterpretation = (): Interpretation => ({
  units: [],
  proximity: [],
  pairPlaces: [],
  excluded: [],
  negated: [],
  corrections: new Map(),
  values: [],
  expanded: new Map(),
  regions: [],
  ignored: [],
  stems: new Set(),
})

/** Takes the words as they are. Stop words count only if there is nothing else. */
export function parseLiterally({ words, phrases, excluded }: ParsedQuery, subject: Subject = people): Interpretation {
  const result = createInterpretation()
  const main = words.filter((word) => !subject.stopWords.has(word))
  for (const word of main.length > 0 || phrases.length > 0 ? main : words)
    result.units.push({ alternatives: createWordAlternatives(result, word, 1), said: word })
  for (const phrase of phrases) addPhrase(result, phrase, [])
  result.excluded.push(...excluded.map((one) => createExcludedUnit(one, () => [])))
  addProximity(result, words, { spans: [], subject })
  return result
}

/**
 * Neighbouring words that mean something, with the names in which both stand, however a profile writes the name. In a title also
 * the words that mean something elsewhere only, as in "statistics without".
 */
export function addProximity(
  result: Interpretation,
  words: readonly string[],
  { spans, framing = new Set(), subject }: { spans: readonly Run[]; framing?: ReadonlySet<number>; subject: Subject },
) {
  const { stopWords } = subject
  const isLeftOut = (index: number) => stopWords.has(words[index] ?? '') || framing.has(index)
  for (const [index, first] of words.entries()) {
    const second = words[index + 1]
    const place = spans.findIndex(({ from, until }) => from <= index && index + 1 < until)
    if (second === undefined || stopWords.has(first) || stopWords.has(second)) continue
    const leftOut = place === -1 ? [index, index + 1].filter(isLeftOut).length : 0
    if (leftOut > (subject.kinds === undefined ? 0 : 1)) continue
    const names = (result.units[place]?.alternatives ?? []).filter(
      ({ keys: [key = ''], keys: { length } }) => length === 1 && key.startsWith('='),
    )
    result.proximity.push({ ...createProximityUnit(first, second, names), ...(leftOut > 0 && { isExtra: true }) })
    result.pairPlaces.push(index)
  }
}

export function addPhrase(result: Interpretation, words: readonly string[], values: readonly KnownTerm[]) {
  const [only] = words
  const alternatives =
    words.length === 1 && only !== undefined
      ? createWordAlternatives(result, only, 1)
      : createPhraseAlternatives(result, words, values, 1)
  result.units.push({ alternatives, said: words.join(' '), firm: 'always' })
}
