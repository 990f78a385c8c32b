import { type IndexedCareer, listCareer } from './career.ts'
import { listInstitutionNames, normalizeInstitutionName } from './language/institutions.ts'
import { listNameVariants } from './language/name-variants.ts'
import {
  detectLanguages,
  isFunctionWord,
  listLanguagesOf,
  type OtherLanguage,
  stemIn,
} from './language/other-languages.ts'
import { listBigrams } from './language/segments.ts'
import { normalizeValue, stemCached, stopWords, tokenize } from './language/tokenizer.ts'
import { normalizeForm } from './mark-runs.ts'
import type { TermKind } from './term-kinds.ts'

/** The profile as it is indexed. */
export interface IndexedProfile extends IndexedCareer {
  name: string
  headline: string
  bio: string
  institution: string
  /** Its other names; they find it like those that the engine knows. */
  institution_names?: readonly string[]
  department: string
  location: string
  country: string
  fields: readonly string[]
  skills: readonly string[]
  years_experience: number
  h_index: number | null
  availability: string
  verified: boolean
  publications: readonly { title: string; venue: string }[]
  visibility: 'public' | 'private'
  quality: number
}

/** The kind, the normalized value, and the value as written. */
export type Term = readonly [kind: TermKind, term: string, label: string]

/** The search document of a profile. */
export interface IndexDocument {
  keys: string[]
  /** Terms for suggestions; empty for a private profile. */
  terms: Term[]
  /** The terms of a private profile, for the insights of users who may see it. */
  privateTerms: Term[]
  verified: boolean
  years: number
}

/**
 * The part of a profile in which a word stands, most important first: the name; fields and skills; the headline and
 * other short texts; the biography and publications.
 */
export const zones = ['name', 'keywords', 'headline', 'body'] as const
export type Zone = (typeof zones)[number]

/** Short, because they are part of every stored key. */
const zonePrefixes: Record<Zone, string> = { name: 'n', keywords: 'k', headline: 'h', body: 'b' }

/** Keys of the posting lists: which documents hold a word in a zone, two words in a row, a value, a bit of a number. */
export const postingKey = {
  all: '*',
  word: (zone: Zone, word: string) => `${zonePrefixes[zone]}:${zone === 'name' ? word : stemCached(word)}`,
  /** A word of a profile that is not in English; `stem` is that of `stemIn`. */
  stem: (zone: Zone, stem: string) => `${zonePrefixes[zone]}:${stem}`,
  /** The first letter of a word of the name. */
  initial: (letter: string) => `i:${letter}`,
  pair: (first: string, second: string) => `p:${stemCached(first)} ${stemCached(second)}`,
  /** A word, or two words in a row, in at least so many titles of publications. */
  titles: (words: readonly string[], atLeast: number) => `t${atLeast}:${words.map(stemCached).join(' ')}`,
  value: (kind: TermKind, value: string) => `=${kind}:${value}`,
  /** A whole title, normalized. */
  title: (title: string) => `=title:${title}`,
  availability: (word: string) => `=availability:${word}`,
  verified: '=verified',
  unverified: '=unverified',
  quality: (bit: number) => `q${bit}`,
  years: (bit: number) => `y${bit}`,
  hIndex: (bit: number) => `x${bit}`,
  /** The same key for private profiles. */
  private: (key: string) => `~${key}`,
}

export const qualityBits = 5
export const yearsBits = 7
export const maxYears = 2 ** yearsBits - 1
export const hIndexBits = 8
export const maxHIndex = 2 ** hIndexBits - 1

/** Words indexed per zone; the rest of a very long profile is ignored. Titles of 400 publications fit. */
const maxWords: Record<Zone, number> = { name: 2_000, keywords: 2_000, headline: 2_000, body: 5_000 }
/** Publications whose titles are counted. */
const maxTitles = 300
/** The numbers of titles that make a difference in the ranking. */
export const titleLevels = [2, 4, 8, 16, 32] as const

/** Builds the document of a profile. */
export function buildDocument(input: IndexedProfile): IndexDocument {
  const keys = new Set([postingKey.all, postingKey.availability(input.availability)])
  keys.add(input.verified ? postingKey.verified : postingKey.unverified)
  addNumber(keys, postingKey.quality, qualityBits, input.quality)
  addNumber(keys, postingKey.years, yearsBits, Math.min(input.years_experience, maxYears))
  addNumber(keys, postingKey.hIndex, hIndexBits, Math.min(input.h_index ?? 0, maxHIndex))

  const words = new Set<string>()
  const short = [input.headline, input.institution, input.department, input.location, input.country]
  const venues = new Set(input.publications.map(({ venue }) => venue))
  const works = [...input.publications.map(({ title }) => title), ...venues]
  const long = [input.bio, ...works]
  const texts: Record<Zone, readonly string[]> = {
    name: [input.name],
    keywords: [...input.fields, ...input.skills],
    // Names in other languages do not tell the language of the profile.
    headline: [...short, ...(input.institution_names ?? [])],
    body: [input.bio, ...listCareer(input).map(({ text }) => text), ...works],
  }
  const languages = detectLanguages([...short, ...long].flatMap(tokenize))
  for (const zone of zones) addTexts({ keys, words, zone, languages, stopWords }, texts[zone])

  for (const variant of listNameVariants(input.name)) {
    keys.add(postingKey.word('name', variant))
    words.add(variant)
  }
  for (const word of tokenize(input.name)) keys.add(postingKey.initial([...word][0] ?? ''))
  addTitleCounts(keys, input.publications)

  const values = listValues(input)
  for (const [kind, term] of values) keys.add(postingKey.value(kind, term))
  const isPublic = input.visibility === 'public'
  return {
    keys: isPublic ? [...keys] : [...keys].map(postingKey.private),
    terms: isPublic ? [...[...words].map((word): Term => ['word', word, word]), ...values] : [],
    privateTerms: isPublic ? [] : values,
    verified: input.verified,
    years: input.years_experience,
  }
}

export function addNumber(keys: Set<string>, key: (bit: number) => string, bits: number, value: number) {
  for (let bit = 0; bit < bits; bit++) if ((value >>> bit) & 1) keys.add(key(bit))
}

/** What the texts of a zone are added to. */
interface ZoneText {
  keys: Set<string>
  words: Set<string>
  zone: Zone
  /** Those of the profile, besides English. */
  languages: readonly OtherLanguage[]
  stopWords: ReadonlySet<string>
}

/** Adds the words of texts that stand in a zone, their pairs and their stems. */
export function addTexts(zoned: ZoneText, texts: readonly string[]) {
  let room = maxWords[zoned.zone]
  for (const text of texts) {
    const some = tokenize(text).slice(0, room)
    addText(zoned, some)
    if (zoned.zone !== 'name') {
      addStems(zoned, some)
      addAccentedStems(zoned, text, room)
    }
    room -= some.length
    if (room === 0) break
  }
}

function addText({ keys, words, zone, stopWords }: ZoneText, text: string[]) {
  text.forEach((word, index) => {
    if (!stopWords.has(word) || zone === 'name') {
      keys.add(postingKey.word(zone, word))
      words.add(word)
      for (const part of listBigrams(word)) keys.add(postingKey.word(zone, part))
    }
    const next = text[index + 1]
    if (next !== undefined) keys.add(postingKey.pair(word, next))
  })
}

/** Adds the words as the other languages of the profile inflect them. */
function addStems({ keys, zone, languages }: ZoneText, text: readonly string[]) {
  for (const language of languages)
    for (const word of text) {
      const stem = isFunctionWord(word, [language]) ? null : stemIn(language, word)
      if (stem !== null) keys.add(postingKey.stem(zone, stem))
    }
}

const letters = /[\p{L}\p{M}]+/gu
const isPlain = (word: string) => /^\p{ASCII}*$/u.test(word)

/** Adds the stems of words whose accents say that they are not English, in profiles too short to tell their language. */
function addAccentedStems(zoned: ZoneText, text: string, room: number) {
  if (isPlain(text)) return
  const accented = [...text.matchAll(letters)].filter(([word]) => !isPlain(word))
  for (const [written] of accented.slice(0, room)) {
    const languages = listLanguagesOf(normalizeForm(written, 'NFC'), zoned.languages)
    if (languages !== zoned.languages) addStems({ ...zoned, languages }, tokenize(written))
  }
}

/** Adds how many titles contain a word or two words in a row: people who write about a topic work on it. */
function addTitleCounts(keys: Set<string>, publications: IndexedProfile['publications']) {
  const counts = new Map<string, { words: string[]; count: number }>()
  let room = maxWords.body
  for (const { title } of publications.slice(0, maxTitles)) {
    const words = tokenize(title).slice(0, room)
    room -= words.length
    const runs = words.flatMap((word, index) => {
      const next = words[index + 1]
      if (stopWords.has(word)) return []
      return next === undefined || stopWords.has(next) ? [[word]] : [[word], [word, next]]
    })
    for (const [key, run] of new Map(runs.map((run) => [postingKey.titles(run, 1), run]))) {
      const known = counts.get(key) ?? { words: run, count: 0 }
      counts.set(key, { ...known, count: known.count + 1 })
    }
  }
  for (const { words, count } of counts.values())
    for (const least of titleLevels) if (count >= least) keys.add(postingKey.titles(words, least))
}

function listValues(input: IndexedProfile): Term[] {
  const kinds: [TermKind, readonly string[]][] = [
    ['field', input.fields],
    ['skill', input.skills],
    ['institution', [input.institution]],
    ['country', [input.country]],
    ['location', [input.location]],
  ]
  const seen = new Set<string>()
  const add = (kind: TermKind, term: string, label: string): Term[] => {
    const isNew = term !== '' && !seen.has(`${kind} ${term}`)
    seen.add(`${kind} ${term}`)
    return isNew ? [[kind, term, label]] : []
  }
  const values = kinds.flatMap(([kind, labels]) => labels.flatMap((label) => add(kind, normalizeValue(label), label)))
  const { institution_names = [] } = input
  const others = [
    ...listInstitutionNames(input.institution),
    ...institution_names.flatMap((name) => [normalizeValue(name), normalizeInstitutionName(name)]),
  ]
  return [...values, ...others.flatMap((term) => add('institution', term, input.institution))]
}

/** Whether the term is another name of the value, such as initials; it is not counted. */
export const isAlias = ([, term, label]: Term): boolean => term !== normalizeValue(label)
