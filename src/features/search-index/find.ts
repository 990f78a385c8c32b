import type { WithConnection } from '#database/query/prepare.ts'
import { breathe } from './breathe.ts'
import { keyOf, type TermKind } from './entries.ts'
import { type ParsedQuery, parseQuery } from './language/parse.ts'
import { comparable } from './language/words.ts'
import { match } from './match.ts'
import { locationsWith } from './names.ts'
import type { Match, SearchRequest, Sight } from './request.ts'
import { type Snapshot, snapshot } from './sets.ts'
import { type Understood, understand } from './understand.ts'
import { type Vocabulary, vocabulary } from './vocabulary.ts'

/** What results must have beside the query. Of a list, any; `all_skills` are all needed. */
export interface Filters {
  verified?: boolean | undefined
  field?: readonly string[] | undefined
  skill?: readonly string[] | undefined
  all_skills?: readonly string[] | undefined
  institution?: readonly string[] | undefined
  country?: readonly string[] | undefined
  location?: readonly string[] | undefined
  availability?: readonly string[] | undefined
  min_experience?: number | undefined
  /** Whether the order needs the years of experience. */
  by_experience?: boolean
}

/** The values of a filter; undefined when none is filled in, as a form sends it that was left empty. */
export function filledIn(given: string | readonly string[] | undefined): string[] | undefined {
  const values = new Set([given ?? []].flat().filter((value) => value.trim() !== ''))
  return values.size === 0 ? undefined : [...values]
}

export interface Finding {
  found: Match
  parsed: ParsedQuery
  understood: Understood
  index: Snapshot
  vocabulary: Vocabulary
}

/** Everybody who answers the query, of those whom the asker may see. */
export async function find(
  reach: WithConnection,
  query: string,
  filters: Filters,
  sight: Sight,
): Promise<Finding> {
  const index = await snapshot(reach, sight)
  const words = vocabulary(reach, index.changed)
  const parsed = parseQuery(query)
  const groups = await groupsOf(reach, filters, parsed, index)
  const attempt = async (forgiving: boolean): Promise<Finding> => {
    const understood = await understand(parsed, { vocabulary: words, forgiving })
    await breathe()
    const found = await match(index, requestOf(understood, groups, filters, parsed))
    return { found, parsed, understood, index, vocabulary: words }
  }
  const first = await attempt(false)
  if ((first.found.complete && first.found.total > 0) || parsed.words.length === 0) return first
  const second = await attempt(true)
  return second.found.complete && second.found.total > 0 ? second : first.found.total > 0 ? first : second
}

const requestOf = (
  { units, excluded }: Understood,
  groups: string[][],
  filters: Filters,
  parsed: ParsedQuery,
): SearchRequest => ({
  units,
  excluded,
  filters: groups,
  withYears: filters.by_experience ?? false,
  minExperience: Math.max(filters.min_experience ?? 0, parsed.minExperience ?? 0) || undefined,
})

async function groupsOf(
  reach: WithConnection,
  filters: Filters,
  parsed: ParsedQuery,
  index: Snapshot,
): Promise<string[][]> {
  const any = (kind: TermKind, values: readonly string[] | undefined) =>
    values === undefined ? [] : [values.map((value) => keyOf.value(kind, comparable(value)))]
  const groups = [
    ...any('field', filters.field),
    ...any('skill', filters.skill),
    ...any('institution', filters.institution),
    ...any('country', filters.country),
    ...(filters.all_skills ?? []).map((skill) => [keyOf.value('skill', comparable(skill))]),
  ]
  if (filters.availability) groups.push(filters.availability.map(keyOf.availability))
  if (parsed.availability) groups.push([keyOf.availability(parsed.availability)])
  if (filters.verified || parsed.verified) groups.push([keyOf.verified])
  if (filters.verified === false) groups.push([keyOf.unverified])
  if (filters.location) {
    const keys: string[] = []
    for (const part of filters.location)
      for (const term of await locationsWith(reach, comparable(part), index.changed))
        keys.push(keyOf.value('location', term))
    groups.push(keys)
  }
  return groups
}
