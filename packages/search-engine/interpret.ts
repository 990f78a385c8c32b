/** Turns the words of a query into units to search for: names, misspellings, abbreviations, professions, phrases. */

import { createExcludedUnit, type Interpretation } from './alternatives.ts'
import { findCorrections, findUniversities, type InterpretOptions } from './corrections.ts'
import { findCountryCodes } from './language/countries.ts'
import { isDegree } from './language/degrees.ts'
import { isFiller, isSentence } from './language/fillers.ts'
import { findFraming, isJoiningWord } from './language/framing-words.ts'
import type { ParsedQuery } from './language/query-parser.ts'
import { findRegion } from './language/regions.ts'
import { people, type Subject } from './language/subject.ts'
import { addPhrase, addProximity, createInterpretation } from './literal-query.ts'
import { addNameProximity } from './name-proximity.ts'
import { addName } from './name-units.ts'
import { maxCountries, resolveNegations } from './negations.ts'
import { findRelatedWords, type RelatedByWord } from './related-words.ts'
import { listRuns, type Run, removeShadowedInstitutions } from './runs.ts'
import type { Vocabulary } from './vocabulary.ts'
import { addWord } from './word-units.ts'

/** Interprets a parsed query with the vocabulary of the index. */
export async function interpretQuery(parsed: ParsedQuery, reading: InterpretOptions): Promise<Interpretation> {
  const { vocabulary, findMeanings, subject = people } = reading
  const negated = await resolveNegations(parsed, vocabulary, findMeanings)
  const query = { ...parsed, words: [...parsed.words, ...negated.rest] }
  const framing = await findFramingWords(query, vocabulary, subject)
  const asked = query.words.filter((_, index) => !framing.has(index))
  const related = await findRelatedWords(query.words, vocabulary)
  const universities = await findUniversities(asked, related, vocabulary)
  const { corrections, forms } = await findCorrections(asked, reading, related, universities)
  const words = query.words.map((word) => corrections.get(word)?.[0]?.word ?? word)
  const names = listRuns(words, findMeanings, related)
  const found = await vocabulary.findValues([...names.keys(), ...query.phrases.map((phrase) => phrase.join(' '))])
  const values = removeShadowedInstitutions(found, query.capitals)
  const known = values.flatMap(({ term }) => names.get(term) ?? [])
  const isLeftOut = (word: string, index: number) => subject.stopWords.has(word) || framing.has(index)
  const spans = chooseSpans(
    words,
    [...known, ...listRegions(words), ...listCompounds(words, related, isLeftOut)],
    isLeftOut,
  )

  const result = createInterpretation()
  result.excluded.push(...query.excluded.map((one) => createExcludedUnit(one, findMeanings)), ...negated.units)
  result.negated.push(...negated.names)
  const countries = await readCountries(words, spans, vocabulary)
  const context = { ...reading, query, words, values, corrections, forms, related, universities, countries }
  for (const span of spans) {
    if (span.until - span.from > 1) addName(result, span, context)
    else await addWord(result, span.from, context)
  }
  for (const phrase of query.phrases) addPhrase(result, phrase, values)
  addProximity(result, words, { spans, framing, subject })
  addNameProximity(result, words, framing)
  const isFillerHere = (word: string) => isSentence(query.words) && isFiller(word)
  markFillers(result, words.map(isFillerHere), spans)
  const taken = new Set(spans.flatMap(({ from, until }) => query.words.slice(from, until)))
  result.ignored.push(...new Set(query.words.filter((word) => !taken.has(word))))
  return result
}

/** Returns the places of words that frame the question, and of degrees, unless there is nothing else. */
async function findFramingWords(
  { words, capitals }: ParsedQuery,
  vocabulary: Vocabulary,
  subject: Subject,
): Promise<ReadonlySet<number>> {
  const doubtful = [...findFraming(words, undefined, subject)].flatMap((index) => {
    const word = words[index] ?? ''
    return isJoiningWord(word) ? [] : [word]
  })
  const names = new Set((await vocabulary.findValues(doubtful)).map(({ term }) => term))
  const framing = findFraming(
    words,
    (word) => names.has(word) || capitals.has(word) || findCountryCodes(word).length > 0,
    subject,
  )
  if (subject.kinds !== undefined) return framing
  const all = new Set([...framing, ...[...words.keys()].filter((index) => isDegree(words[index] ?? ''))])
  return all.size === words.length ? framing : all
}

/** Marks the words that occur in sentences on every subject, unless they are known names, with their pairs. */
function markFillers(result: Interpretation, fillers: readonly boolean[], spans: readonly Run[]) {
  for (const [place, { from, until }] of spans.entries()) {
    const unit = result.units[place]
    const isName = unit?.alternatives.some(({ keys }) => keys.some((key) => key.startsWith('=')))
    if (unit === undefined || isName || until - from > 1 || fillers[from] !== true) continue
    const isWithSubject = (index: number) => fillers[index] !== true || fillers[index + 1] !== true
    const pairs = result.pairPlaces.flatMap((index, pair) =>
      (index === from || index + 1 === from) && isWithSubject(index) ? [pair] : [],
    )
    result.units[place] = { ...unit, pairs }
  }
}

/** The runs of words that name a region of the world. */
function listRegions(words: readonly string[]): Run[] {
  const regions: Run[] = []
  for (let from = 0; from < words.length; from++)
    for (let until = from + 2; until <= Math.min(words.length, from + 5); until++)
      if (findRegion(words.slice(from, until).join(' ')) !== undefined) regions.push({ from, until })
  return regions
}

/** Two words that a profile writes as one. */
function listCompounds(words: readonly string[], related: RelatedByWord, isLeftOut: IsLeftOut): Run[] {
  return words.flatMap((word, from) => {
    const next = words[from + 1] ?? ''
    const isCompound = related.of(word).compound === `${word}${next}`
    return isCompound && !isLeftOut(word, from) && !isLeftOut(next, from + 1) ? [{ from, until: from + 2 }] : []
  })
}

/** Whether a word at a place of the query is not searched for. */
type IsLeftOut = (word: string, index: number) => boolean

/** The countries of the index, where the query names a region. */
async function readCountries(words: readonly string[], spans: readonly Run[], vocabulary: Vocabulary) {
  const hasRegion = spans.some(({ from, until }) => findRegion(words.slice(from, until).join(' ')) !== undefined)
  return hasRegion ? vocabulary.findByPrefix('country', '', maxCountries) : []
}
/** Chooses the longest known names first, then the remaining words, in order; words that frame the question are omitted. */
function chooseSpans(words: readonly string[], names: readonly Run[], isLeftOut: IsLeftOut): Run[] {
  const known = names
    .filter(({ from, until }) => until - from > 1)
    .sort((a, b) => b.until - b.from - (a.until - a.from) || a.from - b.from)
  const taken = new Set<number>()
  const chosen: Run[] = []
  for (const { from, until } of known) {
    const places = Array.from({ length: until - from }, (_, index) => from + index)
    if (places.some((place) => taken.has(place))) continue
    for (const place of places) taken.add(place)
    chosen.push({ from, until })
  }
  const isContent = (word: string, index: number) => !isLeftOut(word, index)
  const says = taken.size > 0 || words.some(isContent)
  words.forEach((word, index) => {
    if (!taken.has(index) && (isContent(word, index) || !says)) chosen.push({ from: index, until: index + 1 })
  })
  return chosen.sort((a, b) => a.from - b.from)
}
