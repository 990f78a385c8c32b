/** Turns the words of a query into units to search for: names, misspellings, abbreviations, professions, phrases. */

import {
  createCountryAlternatives,
  createExcludedUnit,
  createFieldAlternatives,
  createInitialAlternative,
  createNameAlternative,
  createPhraseAlternatives,
  createProfessionAlternatives,
  createStemAlternatives,
  createTitleAlternatives,
  createValueAlternatives,
  createWordAlternatives,
  type Interpretation,
  pairWeight,
} from './alternatives.ts'
import { findCorrections, findUniversities, type InterpretOptions } from './corrections.ts'
import { postingKey } from './document.ts'
import { findAbbreviation } from './language/abbreviations.ts'
import { findCountryNames } from './language/countries.ts'
import { isFiller, isSentence } from './language/fillers.ts'
import { canonicalName } from './language/institutions.ts'
import { foldName } from './language/name-variants.ts'
import { isFunctionWord } from './language/other-languages.ts'
import type { ParsedQuery } from './language/parse.ts'
import { stopWords } from './language/tokenizer.ts'
import { addPhrase, addProximity, createInterpretation } from './literal.ts'
import type { FindMeanings } from './meanings.ts'
import { resolveNegations } from './negations.ts'
import type { Alternative } from './request.ts'
import { listRuns, type Run } from './runs.ts'
import type { Correction, KnownTerm } from './vocabulary.ts'

/** The weight of a correction by its number of edits. */
const correctionFactors = [1, 0.75, 0.5]
const prefixFactor = 0.5
const foldedFactor = 0.95
const abbreviationFactor = 0.9
const maxCompletions = 12
/** Names are rare words, so more words are tried for the beginning of one. */
const maxNameCompletions = 80
const minNamePrefix = 3

/** Interprets a parsed query with the vocabulary of the index. */
export async function interpretQuery(parsed: ParsedQuery, reading: InterpretOptions): Promise<Interpretation> {
  const { vocabulary, findMeanings } = reading
  const negated = await resolveNegations(parsed, vocabulary, findMeanings)
  const query = { ...parsed, words: [...parsed.words, ...negated.rest] }
  const universities = await findUniversities(query.words, vocabulary)
  const { corrections, known } = await findCorrections(query.words, reading, universities)
  const words = query.words.map((word) => corrections.get(word)?.[0]?.word ?? word)
  const names = listRuns(words, findMeanings)
  const values = await vocabulary.findValues([...names.keys(), ...query.phrases.map((phrase) => phrase.join(' '))])
  const result = createInterpretation()
  result.excluded.push(...query.excluded.map((one) => createExcludedUnit(one, findMeanings)), ...negated.units)
  result.negated.push(...negated.names)
  const last = query.words.length - 1
  const spans = chooseSpans(words, values, names)
  for (const { from, until } of spans) {
    if (until - from > 1) addName(result, words.slice(from, until), { values, findMeanings })
    else {
      const one = { word: query.words[from] ?? '', isLast: from === last }
      await addWord(result, { ...one, ...reading, values, corrections, known, universities, initials: query.initials })
    }
    for (let index = from; index < until; index++) noteCorrection(result, query.words[index], words[index])
  }
  for (const phrase of query.phrases) addPhrase(result, phrase, values)
  addProximity(result, words, spans, values)
  const isFillerHere = (word: string) =>
    isFunctionWord(word, reading.languages) || (isSentence(query.words) && isFiller(word))
  markFillers(result, query.words.map(isFillerHere), spans)
  return result
}

/** Marks the words that occur in sentences on every subject, unless they are known names, with their pairs. */
function markFillers(result: Interpretation, fillers: readonly boolean[], spans: ReturnType<typeof chooseSpans>) {
  for (const [place, { from, until }] of spans.entries()) {
    const unit = result.units[place]
    const isName = unit?.alternatives.some(({ keys }) => keys.some((key) => key.startsWith('=')))
    if (unit === undefined || isName || until - from > 1 || fillers[from] !== true) continue
    const pairs = result.pairPlaces.flatMap((index, pair) => (index === from || index + 1 === from ? [pair] : []))
    result.units[place] = { ...unit, pairs }
  }
}

/** Chooses the longest known names first, then the remaining words, in order; stop words are omitted. */
function chooseSpans(words: readonly string[], values: readonly KnownTerm[], names: ReadonlyMap<string, Run>) {
  const known = values
    .flatMap(({ term }) => names.get(term) ?? [])
    .filter(({ from, until }) => until - from > 1)
    .sort((a, b) => b.until - b.from - (a.until - a.from) || a.from - b.from)
  const taken = new Set<number>()
  const chosen: { from: number; until: number }[] = []
  for (const span of known) {
    const places = Array.from({ length: span.until - span.from }, (_, index) => span.from + index)
    if (places.some((place) => taken.has(place))) continue
    for (const place of places) taken.add(place)
    chosen.push(span)
  }
  const says = words.some((word, index) => taken.has(index) || !stopWords.has(word))
  words.forEach((word, index) => {
    const counts = !stopWords.has(word) || !says
    if (!taken.has(index) && counts) chosen.push({ from: index, until: index + 1 })
  })
  return chosen.sort((a, b) => a.from - b.from)
}

interface OneWord extends InterpretOptions {
  word: string
  isLast: boolean
  values: readonly KnownTerm[]
  corrections: ReadonlyMap<string, Correction[]>
  /** The words of the query that stand in a profile. */
  known: ReadonlySet<string>
  universities: ReadonlyMap<string, KnownTerm[]>
  initials: readonly string[]
}

function createMeantAlternatives(
  result: Interpretation,
  { word, edits }: Correction,
  values: readonly KnownTerm[],
): Alternative[] {
  const worth = correctionFactors[edits] ?? 0
  return [
    ...createWordAlternatives(result, word, worth),
    ...(edits === 0 ? createTitleAlternatives(word) : []),
    ...createValueAlternatives(result, word, values, worth),
    ...createProfessionAlternatives(result, word, values, worth),
    ...(edits === 0 ? createFieldAlternatives(result, word, values) : []),
  ]
}

async function addWord(result: Interpretation, one: OneWord) {
  const { word, isLast, values, corrections, initials, findMeanings } = one
  const meant = corrections.get(word) ?? [{ word, edits: 0 }]
  const alternatives = meant.flatMap((correction) => createMeantAlternatives(result, correction, values))
  alternatives.push(...createStemAlternatives(result, word, one.languages))
  const folded = foldName(word)
  if (folded !== word) alternatives.push(createNameAlternative(result, folded, foldedFactor))
  if (initials.includes(word)) alternatives.push(createInitialAlternative(word))
  for (const country of findCountryNames(word))
    if (country !== word) alternatives.push(...createCountryAlternatives(result, country, values))
  for (const university of one.universities.get(word) ?? [])
    alternatives.push(...createValueAlternatives(result, university.term, [university], abbreviationFactor))
  for (const phrase of findMeanings(word)) {
    result.expanded.set(word, phrase)
    alternatives.push(...createPhraseAlternatives(result, phrase.split(' '), values, abbreviationFactor))
  }
  if (isLast && word.length > 1 && !corrections.has(word)) alternatives.push(...(await createCompletions(result, one)))
  result.units.push({ alternatives })
}

/** The frequent words with the prefix anywhere, and further ones, which are mostly names, in names only. */
async function createCompletions(
  result: Interpretation,
  { word: prefix, known, vocabulary }: OneWord,
): Promise<Alternative[]> {
  const isUnfinished = prefix.length >= minNamePrefix && !known.has(prefix)
  const most = isUnfinished ? maxNameCompletions : maxCompletions
  const found = (await vocabulary.findByPrefix('word', prefix, most)).filter(({ term }) => term !== prefix)
  const names = found.slice(maxCompletions).map(({ term }) => createNameAlternative(result, term, prefixFactor))
  return [
    ...found.slice(0, maxCompletions).flatMap(({ term }) => createWordAlternatives(result, term, prefixFactor)),
    ...names,
  ]
}

function addName(
  result: Interpretation,
  words: readonly string[],
  { values, findMeanings }: { values: readonly KnownTerm[]; findMeanings: FindMeanings },
) {
  const name = words.join(' ')
  const institutions = values.filter(({ kind }) => kind === 'institution')
  const canonical = canonicalName(name)
  const alternatives = [
    ...createPhraseAlternatives(result, words, values, 1),
    ...createProfessionAlternatives(result, name, values, 1),
    ...createFieldAlternatives(result, name, values),
    ...(canonical === name ? [] : createValueAlternatives(result, canonical, institutions, 1)),
  ]
  for (const phrase of findMeanings(name)) {
    result.expanded.set(name, phrase)
    alternatives.push(...createPhraseAlternatives(result, phrase.split(' '), values, abbreviationFactor))
  }
  for (const country of findCountryNames(name))
    if (country !== name) alternatives.push(...createCountryAlternatives(result, country, values))
  const short = findAbbreviation(name)
  if (short) alternatives.push(...createWordAlternatives(result, short, abbreviationFactor))
  // Also matches the words near each other in fields and skills: "deep learning" in "Deep Reinforcement Learning".
  const said = words.filter((word) => !stopWords.has(word))
  alternatives.push({ keys: said.map((word) => postingKey.word('keywords', word)), weight: pairWeight })
  result.units.push({ alternatives })
}

function noteCorrection(result: Interpretation, typed: string | undefined, meant: string | undefined) {
  if (typed !== undefined && meant !== undefined && typed !== meant) result.corrections.set(typed, meant)
}
