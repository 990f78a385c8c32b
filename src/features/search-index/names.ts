import { type IndexDocument, intersect, postingKey, qualityBits, unite } from '@research-platform/search-engine'
import type { Vocabulary } from '@research-platform/search-engine/query'
import { rankByNumber } from '@research-platform/search-engine/query'
import type { WithConnection } from '#database/query/prepare.ts'
import { readIndexedDocuments } from './prepare-profiles.ts'
import type { ProfileSnapshot, Snapshot } from './snapshot.ts'
import { terms } from './term-queries.ts'

/** Maximum number of locations that contain a text, most frequent first. */
const maxLocations = 500

/** Returns the locations that contain the text, of public and private profiles. */
export async function findLocations(
  ctx: WithConnection,
  text: string,
  { changed, cache }: ProfileSnapshot,
): Promise<string[]> {
  const rows = await terms.containing.all(ctx, { kind: 'location', text, most: maxLocations }, cache.copy)
  const fresh = changed
    .flatMap(({ after }) => (after === null ? [] : [...after.terms, ...after.privateTerms]))
    .filter(([kind, term]) => kind === 'location' && term.includes(text))
  return [...new Set([...rows.map(({ term }) => term), ...fresh.map(([, term]) => term)])]
}

export async function countCategories(ctx: WithConnection, most: number, { changed, cache }: ProfileSnapshot) {
  const rows = await terms.maxFrequent.all(ctx, { kind: 'field', most: most + changed.length }, cache.copy)
  const counts = new Map(
    rows.map(({ term, label, researchers }) => [term, { name: label, researchers_count: researchers }]),
  )
  const listFields = (entry: IndexDocument | null) => (entry?.terms ?? []).filter(([kind]) => kind === 'field')
  const former = await readIndexedDocuments(
    ctx,
    cache.copy,
    changed.map(({ id }) => id),
  )
  for (const [, term] of former.flatMap(listFields)) change(counts.get(term), -1)
  for (const [, term, name] of changed.flatMap(({ after }) => listFields(after))) {
    const known = counts.get(term)
    if (known) change(known, 1)
    else counts.set(term, { name, researchers_count: 1 })
  }
  return [...counts.values()]
    .filter(({ researchers_count }) => researchers_count > 0)
    .sort((a, b) => b.researchers_count - a.researchers_count || (a.name < b.name ? -1 : 1))
    .slice(0, most)
}

const change = (counted: { researchers_count: number } | undefined, by: number) => {
  if (counted) counted.researchers_count += by
}

/** Completions that are tried for the last word of a name. */
const maxEndings = 10

export async function findPeopleByName(
  index: Snapshot,
  vocabulary: Vocabulary,
  words: readonly string[],
  most: number,
): Promise<number[]> {
  const last = words.at(-1)
  if (last === undefined) return []
  const endings = [last, ...(await vocabulary.findByPrefix('word', last, maxEndings)).map(({ term }) => term)]
  const groups = [...words.slice(0, -1).map((word) => [word]), endings].map((group) =>
    group.map((word) => postingKey.word('name', word)),
  )
  const quality = Array.from({ length: qualityBits }, (_, bit) => postingKey.quality(bit))
  const sets = await index.readPostings([...groups.flat(), ...quality])
  const getPostings = (key: string) => sets.get(key) ?? new Map()
  const found = groups.map((group) => unite(group.map(getPostings))).reduce(intersect)
  return rankByNumber(found, quality.map(getPostings), { offset: 0, limit: most })
}
