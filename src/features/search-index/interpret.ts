/** Turns the words of a query into units to search for: names, misspellings, abbreviations, professions, phrases. */

import {
  createExcludedUnit,
  createPhraseAlternatives,
  createProfessionAlternatives,
  createValueAlternatives,
  createWordAlternatives,
  type Interpretation,
  pairWeight,
} from './alternatives.ts'
import { postingKey } from './document.ts'
import { abbreviations, countryNames, findAbbreviation } from './language/abbreviations.ts'
import type { ParsedQuery } from './language/parse.ts'
import { findFields } from './language/professions.ts'
import { stopWords } from './language/tokenizer.ts'
import type { Alternative } from './request.ts'
import type { Correction, KnownTerm, Vocabulary } from './vocabulary.ts'
import { yieldToEventLoop } from './yield.ts'

/** The weight of a correction by its number of edits. */
const correctionFactors = [1, 0.75, 0.5]
const prefixFactor = 0.5
const abbreviationFactor = 0.9
const maxNameWords = 8
const maxCorrections = 5
const maxCompletions = 12

interface InterpretOptions {
  vocabulary: Vocabulary
  /** Also looks for misspellings of known words. */
  forgiving: boolean
}

/** Interprets a parsed query with the vocabulary of the index. */
export async function interpretQuery(query: ParsedQuery, reading: InterpretOptions): Promise<Interpretation> {
  const { vocabulary } = reading
  const corrections = await findCorrections(query.words, reading)
  const words = query.words.map((word) => corrections.get(word)?.[0]?.word ?? word)
  const names = listRuns(words)
  const values = await vocabulary.findValues([...names.keys(), ...query.phrases.map((phrase) => phrase.join(' '))])
  const result: Interpretation = {
    units: [],
    excluded: query.excluded.map(createExcludedUnit),
    corrections: new Map(),
    values: [],
    expanded: new Map(),
    stems: new Set(),
  }
  const last = query.words.length - 1
  for (const { from, until } of chooseSpans(words, values, names)) {
    if (until - from > 1) addName(result, words.slice(from, until), values)
    else {
      const one = { word: query.words[from] ?? '', isLast: from === last }
      await addWord(result, { ...one, values, corrections, vocabulary })
    }
    for (let index = from; index < until; index++) noteCorrection(result, query.words[index], words[index])
  }
  for (const phrase of query.phrases) addPhrase(result, phrase, values)
  return result
}

async function findCorrections(words: readonly string[], { vocabulary, forgiving }: InterpretOptions) {
  const known = await vocabulary.findKnownWords([...words, ...words.flatMap(findFields)])
  const result = new Map<string, Correction[]>()
  for (const [index, word] of words.entries()) {
    const isProfession = findFields(word).some((field) => known.has(field))
    if (result.has(word) || isFixed(word) || isProfession || (known.has(word) && !forgiving)) continue
    await yieldToEventLoop()
    const isBeginning = index === words.length - 1 && (await vocabulary.findByPrefix('word', word, 1)).length > 0
    if (isBeginning && !forgiving) continue
    const near = await vocabulary.findSimilarWords(word)
    const kept = near.filter(({ edits }) => edits <= (near[0]?.edits ?? 0) || forgiving).slice(0, maxCorrections)
    if (kept.length > 0) result.set(word, known.has(word) ? [{ word, edits: 0 }, ...kept] : kept)
  }
  return result
}

/** Words that are never corrected. */
const isFixed = (word: string) => stopWords.has(word) || abbreviations.has(word)

/** Returns all runs of consecutive words, by their normalized text. */
function listRuns(words: readonly string[]): Map<string, { from: number; until: number }> {
  const names = new Map<string, { from: number; until: number }>()
  for (let from = 0; from < words.length; from++)
    for (let until = from + 1; until <= Math.min(words.length, from + maxNameWords); until++) {
      const name = words.slice(from, until).join(' ')
      names.set(name, { from, until })
      for (const phrase of abbreviations.get(name) ?? []) names.set(phrase, { from, until })
      for (const field of findFields(name)) names.set(field, { from, until })
      const country = countryNames.get(name)
      if (country) names.set(country, { from, until })
    }
  return names
}

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
  vocabulary: Vocabulary
}

async function addWord(result: Interpretation, { word, isLast, values, corrections, vocabulary }: OneWord) {
  const alternatives: Alternative[] = []
  for (const { word: meant, edits } of corrections.get(word) ?? [{ word, edits: 0 }]) {
    const worth = correctionFactors[edits] ?? 0
    alternatives.push(...createWordAlternatives(result, meant, worth))
    alternatives.push(...createValueAlternatives(result, meant, values, worth))
    alternatives.push(...createProfessionAlternatives(result, meant, values, worth))
  }
  const country = countryNames.get(word)
  if (country) alternatives.push(...createValueAlternatives(result, country, values, 1))
  for (const phrase of abbreviations.get(word) ?? []) {
    result.expanded.set(word, phrase)
    alternatives.push(...createPhraseAlternatives(result, phrase.split(' '), values, abbreviationFactor))
  }
  if (isLast && word.length > 1 && !corrections.has(word))
    for (const { term } of await vocabulary.findByPrefix('word', word, maxCompletions))
      if (term !== word) alternatives.push(...createWordAlternatives(result, term, prefixFactor))
  result.units.push({ alternatives })
}

function addName(result: Interpretation, words: readonly string[], values: readonly KnownTerm[]) {
  const name = words.join(' ')
  const alternatives = [
    ...createPhraseAlternatives(result, words, values, 1),
    ...createProfessionAlternatives(result, name, values, 1),
  ]
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
