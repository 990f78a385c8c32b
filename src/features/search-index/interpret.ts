/** Turns the words of a query into units to search for: names, misspellings, abbreviations, professions, phrases. */

import {
  createCountryAlternatives,
  createExcludedUnit,
  createInitialAlternative,
  createNameAlternative,
  createPhraseAlternatives,
  createProfessionAlternatives,
  createProximityUnit,
  createTitleAlternatives,
  createValueAlternatives,
  createWordAlternatives,
  type Interpretation,
  pairWeight,
} from './alternatives.ts'
import { postingKey } from './document.ts'
import { abbreviations, findAbbreviation } from './language/abbreviations.ts'
import { findCountryNames } from './language/countries.ts'
import { isFiller, isSentence } from './language/fillers.ts'
import { foldName } from './language/name-variants.ts'
import type { ParsedQuery } from './language/parse.ts'
import { findFields } from './language/professions.ts'
import { stopWords } from './language/tokenizer.ts'
import { resolveNegations } from './negations.ts'
import type { Alternative } from './request.ts'
import { listRuns } from './runs.ts'
import type { Correction, KnownTerm, Vocabulary } from './vocabulary.ts'
import { yieldToEventLoop } from './yield.ts'

/** The weight of a correction by its number of edits. */
const correctionFactors = [1, 0.75, 0.5]
const prefixFactor = 0.5
const foldedFactor = 0.95
const abbreviationFactor = 0.9
const maxCorrections = 5
const maxCompletions = 12
/** Names are rare words, so more words are tried for the beginning of one. */
const maxNameCompletions = 80
const minNamePrefix = 3

interface InterpretOptions {
  vocabulary: Vocabulary
  /** Also looks for misspellings of known words. */
  forgiving: boolean
}

/** Interprets a parsed query with the vocabulary of the index. */
export async function interpretQuery(parsed: ParsedQuery, reading: InterpretOptions): Promise<Interpretation> {
  const { vocabulary } = reading
  const negated = await resolveNegations(parsed, vocabulary)
  const query = { ...parsed, words: [...parsed.words, ...negated.rest] }
  const { corrections, known } = await findCorrections(query.words, reading)
  const words = query.words.map((word) => corrections.get(word)?.[0]?.word ?? word)
  const names = listRuns(words)
  const values = await vocabulary.findValues([...names.keys(), ...query.phrases.map((phrase) => phrase.join(' '))])
  const result: Interpretation = {
    units: [],
    proximity: [],
    pairPlaces: [],
    excluded: [...query.excluded.map(createExcludedUnit), ...negated.units],
    negated: negated.names,
    corrections: new Map(),
    values: [],
    expanded: new Map(),
    stems: new Set(),
  }
  const last = query.words.length - 1
  const spans = chooseSpans(words, values, names)
  for (const { from, until } of spans) {
    if (until - from > 1) addName(result, words.slice(from, until), values)
    else {
      const one = { word: query.words[from] ?? '', isLast: from === last }
      await addWord(result, { ...one, values, corrections, known, vocabulary, initials: query.initials })
    }
    for (let index = from; index < until; index++) noteCorrection(result, query.words[index], words[index])
  }
  for (const phrase of query.phrases) addPhrase(result, phrase, values)
  addProximity(result, words, spans, values)
  if (isSentence(query.words)) markFillers(result, query.words, spans)
  return result
}

/** Marks the words that occur in sentences on every subject, unless they are known names, with their pairs. */
function markFillers(result: Interpretation, words: readonly string[], spans: ReturnType<typeof chooseSpans>) {
  for (const [place, { from, until }] of spans.entries()) {
    const unit = result.units[place]
    const isName = unit?.alternatives.some(({ keys }) => keys.some((key) => key.startsWith('=')))
    if (unit === undefined || isName || until - from > 1 || !isFiller(words[from] ?? '')) continue
    const pairs = result.pairPlaces.flatMap((index, pair) => (index === from || index + 1 === from ? [pair] : []))
    result.units[place] = { ...unit, pairs }
  }
}

/** Neighbouring words that mean something, with the names in which both stand. */
function addProximity(
  result: Interpretation,
  words: readonly string[],
  spans: ReturnType<typeof chooseSpans>,
  values: readonly KnownTerm[],
) {
  for (const [index, first] of words.entries()) {
    const second = words[index + 1]
    if (second === undefined || stopWords.has(first) || stopWords.has(second)) continue
    const span = spans.find(({ from, until }) => from <= index && index + 1 < until)
    const name = span ? words.slice(span.from, span.until).join(' ') : ''
    const names = values
      .filter(({ term }) => term === name)
      .map(({ kind }) => ({ keys: [postingKey.value(kind, name)], weight: 1 }))
    result.proximity.push(createProximityUnit(first, second, names))
    result.pairPlaces.push(index)
  }
}

async function findCorrections(words: readonly string[], { vocabulary, forgiving }: InterpretOptions) {
  const known = await vocabulary.findKnownWords([...words, ...words.flatMap(findFields)])
  // Initials of institutions are no words.
  const unknown = words.filter((word) => !known.has(word))
  const named = new Set((await vocabulary.findValues(unknown)).map(({ term }) => term))
  const result = new Map<string, Correction[]>()
  for (const [index, word] of words.entries()) {
    const isProfession = findFields(word).some((field) => known.has(field))
    if (result.has(word) || isFixed(word) || named.has(word) || isProfession || (known.has(word) && !forgiving))
      continue
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
const isFixed = (word: string) =>
  stopWords.has(word) || abbreviations.has(word) || isFiller(word) || findCountryNames(word).length > 0

/** Chooses the longest known names first, then the remaining words, in order; stop words are omitted. */
function chooseSpans(words: readonly string[], values: readonly KnownTerm[], names: ReturnType<typeof listRuns>) {
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

interface OneWord {
  word: string
  isLast: boolean
  values: readonly KnownTerm[]
  corrections: ReadonlyMap<string, Correction[]>
  /** The words of the query that stand in a profile. */
  known: ReadonlySet<string>
  vocabulary: Vocabulary
  initials: readonly string[]
}

async function addWord(result: Interpretation, one: OneWord) {
  const { word, isLast, values, corrections, initials } = one
  const alternatives: Alternative[] = []
  for (const { word: meant, edits } of corrections.get(word) ?? [{ word, edits: 0 }]) {
    const worth = correctionFactors[edits] ?? 0
    alternatives.push(...createWordAlternatives(result, meant, worth))
    if (edits === 0) alternatives.push(...createTitleAlternatives(meant))
    alternatives.push(...createValueAlternatives(result, meant, values, worth))
    alternatives.push(...createProfessionAlternatives(result, meant, values, worth))
  }
  const folded = foldName(word)
  if (folded !== word) alternatives.push(createNameAlternative(result, folded, foldedFactor))
  if (initials.includes(word)) alternatives.push(createInitialAlternative(word))
  for (const country of findCountryNames(word))
    if (country !== word) alternatives.push(...createCountryAlternatives(result, country, values))
  for (const phrase of abbreviations.get(word) ?? []) {
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

function addName(result: Interpretation, words: readonly string[], values: readonly KnownTerm[]) {
  const name = words.join(' ')
  const alternatives = [
    ...createPhraseAlternatives(result, words, values, 1),
    ...createProfessionAlternatives(result, name, values, 1),
  ]
  for (const country of findCountryNames(name))
    if (country !== name) alternatives.push(...createCountryAlternatives(result, country, values))
  const short = findAbbreviation(name)
  if (short) alternatives.push(...createWordAlternatives(result, short, abbreviationFactor))
  // Also matches the words near each other in fields and skills: "deep learning" in "Deep Reinforcement Learning".
  const said = words.filter((word) => !stopWords.has(word))
  alternatives.push({ keys: said.map((word) => postingKey.word('keywords', word)), weight: pairWeight })
  result.units.push({ alternatives })
}

function addPhrase(result: Interpretation, words: readonly string[], values: readonly KnownTerm[]) {
  const [only] = words
  const alternatives =
    words.length === 1 && only !== undefined
      ? createWordAlternatives(result, only, 1)
      : createPhraseAlternatives(result, words, values, 1)
  result.units.push({ alternatives })
}

function noteCorrection(result: Interpretation, typed: string | undefined, meant: string | undefined) {
  if (typed !== undefined && meant !== undefined && typed !== meant) result.corrections.set(typed, meant)
}
