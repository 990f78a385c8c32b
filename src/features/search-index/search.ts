import {
  type Bitmap,
  detectQueryLanguages,
  normalizeValue,
  postingKey,
  type TermKind,
  toInitialsTerm,
  waitForEventLoop,
} from '@research-platform/search-engine'
import type { Guess, Interpretation, Match, SearchRequest, Subject } from '@research-platform/search-engine/query'
import {
  interpretQuery,
  type ParsedQuery,
  parseLiterally,
  parseLiteralQuery,
  parseQuery,
} from '@research-platform/search-engine/query'
import type { WithConnection } from '#database/query/prepare.ts'
import { matchDocuments } from './document-matches.ts'
import type { Filters } from './filters.ts'
import { readMeanings } from './meanings.ts'
import { findLocations } from './names.ts'
import { verifyPhrases } from './phrases.ts'
import type { ProfileSnapshot, Snapshot } from './snapshot.ts'
import { createVocabulary } from './vocabulary.ts'

/** Returns what was taken for each misspelled or unfinished word, as far as it was found. */
export function listCorrections({ understood, found }: Pick<SearchOutcome, 'understood' | 'found'>): Guess[] {
  const stated = [...understood.corrections].flatMap(([typed, words]) => words.map((meant) => ({ typed, meant })))
  return [...new Map([...stated, ...found.guesses].map((one) => [`${one.typed} ${one.meant}`, one])).values()]
}

export interface SearchOutcome {
  found: Match
  parsed: ParsedQuery
  understood: Interpretation
}

interface SearchInput {
  query: string
  literal?: boolean | undefined
  filters: Filters
  /** The documents among which is searched. */
  within?: Bitmap
}

/** Searches for researchers. */
export async function search(
  ctx: WithConnection,
  index: ProfileSnapshot,
  { query, literal = false, filters, within }: SearchInput,
): Promise<SearchOutcome> {
  const parsed = literal
    ? parseLiteralQuery(query)
    : parseQuery(query, { hasNegations: !(await isName(ctx, index, query)) })
  const groups = await buildFilterGroups(ctx, filters, parsed, index)
  const experience = {
    min: Math.max(filters.min_experience ?? 0, parsed.minExperience ?? 0) || null,
    max: parsed.maxExperience,
  }
  const hIndex = { min: parsed.minHIndex, max: parsed.maxHIndex }
  return searchDocuments(ctx, index, {
    parsed,
    literal,
    restriction: { filters: groups, experience, hIndex, ...(within && { within }) },
  })
}

/** Whether the whole query is the name of a field, a skill, an institution or a country, such as Doctors Without Borders. */
const isName = async (ctx: WithConnection, index: Snapshot, query: string): Promise<boolean> =>
  (await createVocabulary(ctx, index).findValues([normalizeValue(query)])).length > 0

/** What a document must have besides the words. */
type Restriction = Pick<SearchRequest, 'filters' | 'experience' | 'hIndex' | 'within'>

interface SearchPlan {
  parsed: ParsedQuery
  literal?: boolean
  /** What the documents are about: people, unless it is given. */
  subject?: Subject
  restriction: Restriction
}

/** Searches strictly first, and with corrections when that finds too little. */
export async function searchDocuments(
  ctx: WithConnection,
  index: Snapshot,
  { parsed, literal = false, subject, restriction }: SearchPlan,
): Promise<SearchOutcome> {
  const vocabulary = createVocabulary(ctx, index)
  const findMeanings = await readMeanings(ctx, index.cache)
  const languages = literal ? [] : detectQueryLanguages(parsed.words)
  const runAttempt = async (forgiving: boolean): Promise<SearchOutcome> => {
    const understood = literal
      ? parseLiterally(parsed, subject)
      : await interpretQuery(parsed, { vocabulary, findMeanings, forgiving, languages, ...(subject && { subject }) })
    await waitForEventLoop()
    const { units, proximity, excluded } = understood
    const matched = await matchDocuments(index, { units, proximity, excluded, ...restriction })
    const found = matched.complete ? await verifyPhrases(index, matched, parsed.phrases) : matched
    return { found, parsed, understood }
  }
  const first = await runAttempt(false)
  if (literal || (first.found.complete && first.found.total > 0) || parsed.words.length + parsed.negations.length === 0)
    return first
  const second = await runAttempt(true)
  return second.found.complete && second.found.total > 0 ? second : first.found.total > 0 ? first : second
}

/** One name may also be the initials of an institution. */
const addInitials = (keys: readonly string[]) => keys.flatMap((key) => [key, toInitialsTerm(key)])

async function buildFilterGroups(
  ctx: WithConnection,
  filters: Filters,
  parsed: ParsedQuery,
  index: ProfileSnapshot,
): Promise<string[][]> {
  const toGroup = (kind: TermKind, values: readonly string[] | undefined) =>
    values === undefined ? [] : [values.map((value) => postingKey.value(kind, normalizeValue(value)))]
  const groups = [
    ...toGroup('field', filters.field),
    ...toGroup('skill', filters.skill),
    ...toGroup('institution', filters.institution).map(addInitials),
    ...toGroup('country', filters.country),
    ...(filters.all_skills ?? []).map((skill) => [postingKey.value('skill', normalizeValue(skill))]),
  ]
  if (filters.availability) groups.push(filters.availability.map(postingKey.availability))
  if (parsed.availability) groups.push([postingKey.availability(parsed.availability)])
  if (filters.verified || parsed.verified) groups.push([postingKey.verified])
  if (filters.verified === false) groups.push([postingKey.unverified])
  if (filters.location) {
    const keys: string[] = []
    for (const part of filters.location)
      for (const term of await findLocations(ctx, normalizeValue(part), index))
        keys.push(postingKey.value('location', term))
    groups.push(keys)
  }
  return groups
}
