import type { IndexDocument } from '@research-platform/search-engine'
import { normalizeValue } from '@research-platform/search-engine/words'
import type { WithConnection } from '#database/query/prepare.ts'
import { profiles } from './pending-queries.ts'

/** Reads the documents of profiles as they are now, without those of profiles that do not exist. */
export async function readProfileDocuments(
  ctx: WithConnection,
  ids: readonly number[],
): Promise<Map<number, IndexDocument>> {
  const { buildDocument } = await import('@research-platform/search-engine')
  const documents = new Map<number, IndexDocument>()
  for (const id of ids) {
    const profile = await profiles.ofResearcher.maybe(ctx, { id })
    if (profile !== null) documents.set(id, buildDocument(profile))
  }
  return documents
}

export interface ProfileFilter {
  field?: string | undefined
  skill?: string | undefined
  institution?: string | undefined
  country?: string | undefined
  location?: string | undefined
  availability?: string | undefined
  verified?: boolean | undefined
  min_experience?: number | undefined
}

/** Returns the documents that the filter lets through, as the list of researchers understands it. */
export async function filterProfiles(
  documents: ReadonlyMap<number, IndexDocument>,
  { location = '', availability, verified, min_experience = 0, ...values }: ProfileFilter,
): Promise<number[]> {
  const { postingKey } = await import('@research-platform/search-engine')
  const kinds = ['field', 'skill', 'institution', 'country'] as const
  const needed = kinds.flatMap((kind) => {
    const value = normalizeValue(values[kind] ?? '')
    return value === '' ? [] : [postingKey.value(kind, value)]
  })
  if (availability !== undefined) needed.push(postingKey.availability(availability))
  if (verified !== undefined) needed.push(verified ? postingKey.verified : postingKey.unverified)
  const place = normalizeValue(location)
  return [...documents].flatMap(([id, { keys, terms, years }]) => {
    const isThere = place === '' || terms.some(([kind, term]) => kind === 'location' && term.includes(place))
    const present = new Set(keys)
    return isThere && years >= min_experience && needed.every((key) => present.has(key)) ? [id] : []
  })
}
