/** The texts of profiles, and which of their words are searched for. */

import type { IndexedProfile } from '@research-platform/search-engine'
import {
  isJoined,
  listCareer,
  listLanguages,
  listStemsCached,
  type OtherLanguage,
  stemIn,
  tokenize,
} from '@research-platform/search-engine'
import type { WithConnection } from '#database/query/prepare.ts'
import type { IndexCache, ProfileText } from './cache.ts'
import { profiles } from './pending-queries.ts'

type Texts = ReadonlyMap<number, readonly ProfileText[]>

/** The cache, and the documents that have changed since. */
interface CachedProfiles {
  changed: readonly { id: number }[]
  cache: IndexCache
}

/** Creates the function that reads the texts of profiles, from the cache those that have not changed. */
export const createTextReader =
  (ctx: WithConnection, known: CachedProfiles): ((ids: readonly number[]) => Promise<Texts>) =>
  (ids) =>
    readTexts(known, ids, async (missing) => {
      const rows = await profiles.ofResearchers.all(ctx, { ids: [...missing] })
      return rows.map(({ id, ...input }) => ({ id, texts: listTexts(input) }))
    })

interface ReadTexts {
  id: number
  texts: readonly ProfileText[]
}

/** Returns the texts of documents, from the cache those that have not changed. */
export async function readTexts(
  { changed, cache }: CachedProfiles,
  ids: readonly number[],
  read: (missing: readonly number[]) => Promise<ReadTexts[]>,
): Promise<Texts> {
  const pending = new Set(changed.map(({ id }) => id))
  const texts = new Map<number, readonly ProfileText[]>()
  for (const id of ids) {
    const known = pending.has(id) ? undefined : cache.texts.get(id)
    if (known) texts.set(id, known)
  }
  const missing = ids.filter((id) => !texts.has(id))
  for (const { id, texts: listed } of missing.length === 0 ? [] : await read(missing)) {
    texts.set(id, listed)
    if (cache.isCurrent() && !pending.has(id)) cache.texts.set(id, listed)
  }
  return texts
}

/** The texts of a profile, most important first. */
const listTexts = (input: IndexedProfile): ProfileText[] => [
  { field: 'name', text: input.name },
  ...input.fields.map((text) => ({ field: 'fields', text })),
  ...input.skills.map((text) => ({ field: 'skills', text })),
  { field: 'headline', text: input.headline },
  { field: 'institution', text: input.institution },
  { field: 'department', text: input.department },
  { field: 'location', text: input.location },
  { field: 'country', text: input.country },
  { field: 'bio', text: input.bio },
  ...input.publications.map(({ title, venue }) => ({
    field: 'publications',
    text: [title, venue].join(' ').trim(),
  })),
  ...listCareer(input),
]

/** The words of texts that are searched for. */
export interface Matcher {
  /** Whether a text may have such a word; quick, and wrong in one direction only. */
  mayMatch(text: string): boolean
  /** The words as they are written, in their order, with their offsets in the text. */
  listMatches(text: string): Iterable<{ word: string; index: number }>
}

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?/gu

/** Letters that a stem has in common with its words; `cry` and `dying` show why short stems share fewer. */
const countSharedLetters = (stem: string) => (stem.length > 3 ? 3 : Math.min(2, stem.length))

export function createMatcher(stems: ReadonlySet<string>): Matcher {
  const languages = listLanguages(stems)
  // These languages change the ends of words only.
  const texts = [...stems].map((one) => one.replace(/^(?:fr|es|pt)~/, ''))
  const isPlain = texts.every((one) => /^[a-z0-9]+$/.test(one))
  // A stem may have `i` for `y`.
  const beginnings = texts.map((one) => one.slice(0, countSharedLetters(one)).replaceAll(/[iy]/g, '[iy]'))
  const source = isPlain ? `(?<![a-z0-9])(?:${[...new Set(beginnings)].join('|')})` : ''
  const beginning = new RegExp(source, 'i')
  // The words of a plain text that have such a beginning, which are few.
  const candidates = new RegExp(`${source}[a-z0-9]*(?:\\+\\+|#)?`, 'gi')
  return {
    // A letter with an accent may stand for one without.
    mayMatch: (text) => !isPlain || beginning.test(text) || !isAscii(text),
    listMatches: (text) =>
      text
        .matchAll(isPlain && isAscii(text) ? candidates : word)
        .map(({ 0: word, index }) => ({ word, index }))
        .filter(({ word }) => hasStem(word, stems, languages)),
  }
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)
const hasStem = (one: string, stems: ReadonlySet<string>, languages: readonly OtherLanguage[]) =>
  listStemsCached(one).some((part) => stems.has(part)) ||
  (isJoined(one) && stems.values().some((stem) => isJoined(stem) && one.includes(stem))) ||
  languages.some((language) => tokenize(one).some((part) => stems.has(stemIn(language, part) ?? '')))
