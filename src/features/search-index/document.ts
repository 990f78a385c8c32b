import { normalizeValue, stemCached, stopWords, tokenize } from './language/tokenizer.ts'

/** What a researcher is found by. */
export interface IndexedProfile {
  name: string
  headline: string
  bio: string
  institution: string
  department: string
  location: string
  country: string
  fields: readonly string[]
  skills: readonly string[]
  years_experience: number
  availability: string
  verified: boolean
  publications: readonly { title: string; venue: string }[]
  visibility: 'public' | 'private'
  quality: number
}

export type TermKind = 'word' | 'field' | 'skill' | 'institution' | 'country' | 'location'

/** Kind, what it is compared by, and how it is written. */
export type Term = readonly [kind: TermKind, term: string, label: string]

/** A researcher as the index knows them. */
export interface IndexDocument {
  keys: string[]
  /** What is suggested to others; nothing of a private profile. */
  terms: Term[]
  /** What a private profile has in place of terms, for the insights of those who may see it. */
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
  pair: (first: string, second: string) => `p:${stemCached(first)} ${stemCached(second)}`,
  value: (kind: TermKind, value: string) => `=${kind}:${value}`,
  availability: (word: string) => `=availability:${word}`,
  verified: '=verified',
  unverified: '=unverified',
  quality: (bit: number) => `q${bit}`,
  years: (bit: number) => `y${bit}`,
  /** The same key, for profiles that not everybody may see. */
  private: (key: string) => `~${key}`,
}

export const qualityBits = 5
export const yearsBits = 7
export const maxYears = 2 ** yearsBits - 1

/** So many words in a place are looked at: a longer profile than anybody reads costs no more than a long one. */
const maxWords = 2_000

/** Everything the researcher is found by. */
export function buildDocument(given: IndexedProfile): IndexDocument {
  const keys = new Set([postingKey.all, postingKey.availability(given.availability)])
  keys.add(given.verified ? postingKey.verified : postingKey.unverified)
  addNumber(keys, postingKey.quality, qualityBits, given.quality)
  addNumber(keys, postingKey.years, yearsBits, Math.min(given.years_experience, maxYears))

  const words = new Set<string>()
  const short = [given.headline, given.institution, given.department, given.location, given.country]
  const long = [given.bio, ...given.publications.flatMap(({ title, venue }) => [title, venue])]
  const texts: Record<Zone, readonly string[]> = {
    name: [given.name],
    keywords: [...given.fields, ...given.skills],
    headline: short,
    body: long,
  }
  for (const zone of zones) {
    let room = maxWords
    for (const text of texts[zone]) {
      const some = tokenize(text).slice(0, room)
      addText({ keys, words, zone }, some)
      room -= some.length
      if (room === 0) break
    }
  }

  const values = listValues(given)
  for (const [kind, term] of values) keys.add(postingKey.value(kind, term))
  const isPublic = given.visibility === 'public'
  return {
    keys: isPublic ? [...keys] : [...keys].map(postingKey.private),
    terms: isPublic ? [...[...words].map((word): Term => ['word', word, word]), ...values] : [],
    privateTerms: isPublic ? [] : values,
    verified: given.verified,
    years: given.years_experience,
  }
}

function addNumber(keys: Set<string>, key: (bit: number) => string, bits: number, value: number) {
  for (let bit = 0; bit < bits; bit++) if ((value >>> bit) & 1) keys.add(key(bit))
}

function addText(
  { keys, words, zone }: { keys: Set<string>; words: Set<string>; zone: Zone },
  text: string[],
) {
  text.forEach((word, index) => {
    if (!stopWords.has(word) || zone === 'name') {
      keys.add(postingKey.word(zone, word))
      words.add(word)
    }
    const next = text[index + 1]
    if (next !== undefined) keys.add(postingKey.pair(word, next))
  })
}

function listValues(given: IndexedProfile): Term[] {
  const kinds: [TermKind, readonly string[]][] = [
    ['field', given.fields],
    ['skill', given.skills],
    ['institution', [given.institution]],
    ['country', [given.country]],
    ['location', [given.location]],
  ]
  const seen = new Set<string>()
  return kinds.flatMap(([kind, values]) =>
    values.flatMap((label): Term[] => {
      const term = normalizeValue(label)
      const isNew = term !== '' && !seen.has(`${kind} ${term}`)
      seen.add(`${kind} ${term}`)
      return isNew ? [[kind, term, label]] : []
    }),
  )
}

/** How complete and verified a profile is, from 0 to 31. */
export function calculateQuality(
  given: Omit<IndexedProfile, 'quality' | 'name'> & { orcid: string | null },
): number {
  const filled = [
    given.headline !== '',
    given.bio.length >= 30,
    given.institution !== '',
    given.location !== '' || given.country !== '',
    given.fields.length > 0,
    given.skills.length > 0,
    given.publications.length > 0,
    given.orcid !== null,
  ].filter(Boolean).length
  return Math.min(31, filled * 2 + (given.verified ? 15 : 0))
}
