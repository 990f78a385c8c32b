import { breathe } from './breathe.ts'
import { keyOf, type TermKind, zones } from './entries.ts'
import { abbreviationOf, abbreviations, countryNames } from './language/abbreviations.ts'
import type { ParsedQuery } from './language/parse.ts'
import { fieldsOf } from './language/professions.ts'
import { stemOf, stopWords } from './language/words.ts'
import type { Alternative, Unit } from './request.ts'
import type { Correction, KnownTerm, Vocabulary } from './vocabulary.ts'

/** What was understood of a query. */
export interface Understood {
  units: Unit[]
  excluded: Unit[]
  /** Words that were taken for others. */
  corrections: Map<string, string>
  values: KnownTerm[]
  /** What abbreviations were taken for. */
  expanded: Map<string, string>
  /** All words that are looked for, for highlighting. */
  stems: Set<string>
}

const zoneWeight = { n: 1, k: 0.8, h: 0.55, b: 0.3 } as const
const valueWeight: Record<TermKind, number> = {
  field: 1,
  skill: 0.95,
  institution: 0.9,
  country: 0.85,
  location: 0.5,
  word: 0.5,
}
const pairWeight = 0.6
/** What a correction is worth for one edit and for two. */
const forCorrection = [1, 0.75, 0.5]
const forPrefix = 0.5
const forAbbreviation = 0.9
const longestName = 8
const mostCorrections = 5
const mostCompletions = 12

interface Reading {
  vocabulary: Vocabulary
  /** Looks for misspellings of known words, too. */
  forgiving: boolean
}

/** Turns the words of a query into what to look for, with what the vocabulary knows. */
export async function understand(query: ParsedQuery, reading: Reading): Promise<Understood> {
  const { vocabulary } = reading
  const corrections = await correctionsOf(query.words, reading)
  const words = query.words.map((word) => corrections.get(word)?.[0]?.word ?? word)
  const names = namesIn(words)
  const values = await vocabulary.values([
    ...names.keys(),
    ...query.phrases.map((phrase) => phrase.join(' ')),
  ])
  const result: Understood = {
    units: [],
    excluded: query.excluded.map(excludedUnit),
    corrections: new Map(),
    values: [],
    expanded: new Map(),
    stems: new Set(),
  }
  const last = query.words.length - 1
  for (const { from, until } of spans(words, values, names)) {
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

async function correctionsOf(words: readonly string[], { vocabulary, forgiving }: Reading) {
  const known = await vocabulary.known([...words, ...words.flatMap(fieldsOf)])
  const result = new Map<string, Correction[]>()
  for (const [index, word] of words.entries()) {
    const isProfession = fieldsOf(word).some((field) => known.has(field))
    if (result.has(word) || isFixed(word) || isProfession || (known.has(word) && !forgiving)) continue
    await breathe()
    const isBeginning = index === words.length - 1 && (await vocabulary.beginning('word', word, 1)).length > 0
    if (isBeginning && !forgiving) continue
    const near = await vocabulary.near(word)
    const kept = near
      .filter(({ edits }) => edits <= (near[0]?.edits ?? 0) || forgiving)
      .slice(0, mostCorrections)
    if (kept.length > 0) result.set(word, known.has(word) ? [{ word, edits: 0 }, ...kept] : kept)
  }
  return result
}

/** Words that nobody misspells. */
const isFixed = (word: string) => stopWords.has(word) || abbreviations.has(word)

/** All runs of words, by what they are compared as. */
function namesIn(words: readonly string[]): Map<string, { from: number; until: number }> {
  const names = new Map<string, { from: number; until: number }>()
  for (let from = 0; from < words.length; from++)
    for (let until = from + 1; until <= Math.min(words.length, from + longestName); until++) {
      const name = words.slice(from, until).join(' ')
      names.set(name, { from, until })
      for (const phrase of abbreviations.get(name) ?? []) names.set(phrase, { from, until })
      for (const field of fieldsOf(name)) names.set(field, { from, until })
      const country = countryNames.get(name)
      if (country) names.set(country, { from, until })
    }
  return names
}

/** The longest known names first, then what is left, in order; words that say nothing are left out. */
function spans(words: readonly string[], values: readonly KnownTerm[], names: ReturnType<typeof namesIn>) {
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

async function addWord(result: Understood, { word, isLast, values, corrections, vocabulary }: OneWord) {
  const alternatives: Alternative[] = []
  for (const { word: meant, edits } of corrections.get(word) ?? [{ word, edits: 0 }]) {
    const worth = forCorrection[edits] ?? 0
    alternatives.push(...wordAlternatives(result, meant, worth))
    alternatives.push(...valueAlternatives(result, meant, values, worth))
    alternatives.push(...professionAlternatives(result, meant, values, worth))
  }
  const country = countryNames.get(word)
  if (country) alternatives.push(...valueAlternatives(result, country, values, 1))
  for (const phrase of abbreviations.get(word) ?? []) {
    result.expanded.set(word, phrase)
    alternatives.push(...phraseAlternatives(result, phrase.split(' '), values, forAbbreviation))
  }
  if (isLast && word.length > 1 && !corrections.has(word))
    for (const { term } of await vocabulary.beginning('word', word, mostCompletions))
      if (term !== word) alternatives.push(...wordAlternatives(result, term, forPrefix))
  result.units.push({ alternatives })
}

function addName(result: Understood, words: readonly string[], values: readonly KnownTerm[]) {
  const name = words.join(' ')
  const alternatives = [
    ...phraseAlternatives(result, words, values, 1),
    ...professionAlternatives(result, name, values, 1),
  ]
  const short = abbreviationOf(name)
  if (short) alternatives.push(...wordAlternatives(result, short, forAbbreviation))
  // The words near each other in fields and skills: "deep learning" in "Deep Reinforcement Learning".
  const said = words.filter((word) => !stopWords.has(word))
  alternatives.push({ keys: said.map((word) => keyOf.word('k', word)), weight: pairWeight })
  result.units.push({ alternatives })
}

function addPhrase(result: Understood, words: readonly string[], values: readonly KnownTerm[]) {
  const [only] = words
  const alternatives =
    words.length === 1 && only !== undefined
      ? wordAlternatives(result, only, 1)
      : phraseAlternatives(result, words, values, 1)
  result.units.push({ alternatives })
}

function wordAlternatives(result: Understood, word: string, worth: number): Alternative[] {
  result.stems.add(stemOf(word))
  return zones.map((zone) => ({ keys: [keyOf.word(zone, word)], weight: rounded(zoneWeight[zone] * worth) }))
}

function valueAlternatives(result: Understood, name: string, values: readonly KnownTerm[], worth: number) {
  return values
    .filter(({ term }) => term === name)
    .map((value): Alternative => {
      if (!result.values.includes(value)) result.values.push(value)
      for (const word of name.split(' ')) result.stems.add(stemOf(word))
      return { keys: [keyOf.value(value.kind, name)], weight: rounded(valueWeight[value.kind] * worth) }
    })
}

/** The fields in which people work who are called so, as far as anybody does. */
const professionAlternatives = (
  result: Understood,
  name: string,
  values: readonly KnownTerm[],
  worth: number,
) =>
  fieldsOf(name)
    .filter((field) => values.some(({ term }) => term === field))
    .flatMap((field) => phraseAlternatives(result, field.split(' '), values, worth))

function phraseAlternatives(
  result: Understood,
  words: readonly string[],
  values: readonly KnownTerm[],
  worth: number,
): Alternative[] {
  const found = valueAlternatives(result, words.join(' '), values, worth)
  for (const word of words) if (!stopWords.has(word)) result.stems.add(stemOf(word))
  const pairs = words.slice(1).map((word, index) => keyOf.pair(words[index] ?? '', word))
  return pairs.length === 0 ? found : [...found, { keys: pairs, weight: rounded(pairWeight * worth) }]
}

function excludedUnit(words: readonly string[]): Unit {
  const [only] = words
  if (words.length === 1 && only !== undefined)
    return {
      alternatives: [
        ...zones.map((zone) => ({ keys: [keyOf.word(zone, only)], weight: 1 })),
        ...(abbreviations.get(only) ?? []).map((phrase) => ({ keys: pairsOf(phrase.split(' ')), weight: 1 })),
      ],
    }
  return { alternatives: [{ keys: pairsOf(words), weight: 1 }] }
}

const pairsOf = (words: readonly string[]) =>
  words.length === 1
    ? words.map((word) => keyOf.word('k', word))
    : words.slice(1).map((word, index) => keyOf.pair(words[index] ?? '', word))

function noteCorrection(result: Understood, typed: string | undefined, meant: string | undefined) {
  if (typed !== undefined && meant !== undefined && typed !== meant) result.corrections.set(typed, meant)
}

/** Few different weights, so that few sets are kept. */
const rounded = (weight: number) => Math.round(weight * 20) / 20
