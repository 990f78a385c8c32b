import type { WithConnection } from '#database/query/prepare.ts'
import type { ProfileText } from './cache.ts'
import type { IndexedProfile } from './document.ts'
import { listStemsCached } from './language/tokenizer.ts'
import { profiles } from './pending-queries.ts'
import type { Snapshot } from './snapshot.ts'
import { yieldToEventLoop } from './yield.ts'

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?/gu
/** Characters before and after a match in a long text. */
const around = 160

/** Maximum number of publications that are searched for matches. */
const mostPublications = 100

export interface Highlight {
  field: string
  /** HTML-escaped, with matches in `<mark>`. */
  text: string
}

/** Returns the highlights of the researchers, by id. */
export async function createHighlights(
  ctx: WithConnection,
  index: Snapshot,
  { ids, stems }: { ids: readonly number[]; stems: ReadonlySet<string> },
): Promise<Map<number, Highlight[]>> {
  const found = new Map<number, Highlight[]>()
  if (stems.size === 0) return found
  const matches = createMatcher(stems)
  for (const [id, texts] of await readTexts(ctx, index, ids)) {
    found.set(id, highlightTexts(texts, matches))
    await yieldToEventLoop()
  }
  return found
}

/** Reads the texts of profiles, from the cache those that have not changed. */
async function readTexts(ctx: WithConnection, { changed, cache }: Snapshot, ids: readonly number[]) {
  const pending = new Set(changed.map(({ researcher_id }) => researcher_id))
  const texts = new Map<number, readonly ProfileText[]>()
  for (const id of ids) {
    const known = pending.has(id) ? undefined : cache.profiles.get(id)
    if (known) texts.set(id, known)
  }
  const missing = ids.filter((id) => !texts.has(id))
  const rows = missing.length === 0 ? [] : await profiles.ofResearchers.all(ctx, { ids: missing })
  for (const { id, ...given } of rows) {
    const listed = listTexts(given)
    texts.set(id, listed)
    if (cache.isCurrent() && !pending.has(id)) cache.profiles.set(id, listed)
  }
  return texts
}

/** The texts of a profile, most important first. */
const listTexts = (given: IndexedProfile): ProfileText[] => [
  { field: 'name', text: given.name },
  ...given.fields.map((text) => ({ field: 'fields', text })),
  ...given.skills.map((text) => ({ field: 'skills', text })),
  { field: 'headline', text: given.headline },
  { field: 'institution', text: given.institution },
  { field: 'department', text: given.department },
  { field: 'location', text: given.location },
  { field: 'country', text: given.country },
  { field: 'bio', text: given.bio },
  ...given.publications.slice(0, mostPublications).map(({ title, venue }) => ({
    field: 'publications',
    text: [title, venue].join(' ').trim(),
  })),
]

/** Whether a word as it is written is one that is searched for. */
interface Matcher {
  /** Whether a text may have such a word; quick, and wrong in one direction only. */
  mayMatch(text: string): boolean
  isMatch(word: string): boolean
}

/** Letters that a stem has in common with its words; `cry` and `dying` show why short stems share fewer. */
const countSharedLetters = (stem: string) => (stem.length > 3 ? 3 : Math.min(2, stem.length))

function createMatcher(stems: ReadonlySet<string>): Matcher {
  const isPlain = [...stems].every((one) => /^[a-z0-9]+$/.test(one))
  // A stem may have `i` for `y`.
  const beginnings = [...stems].map((one) => one.slice(0, countSharedLetters(one)).replaceAll(/[iy]/g, '[iy]'))
  const beginning = new RegExp(isPlain ? `(?<![a-z0-9])(?:${[...new Set(beginnings)].join('|')})` : '', 'i')
  return {
    // A letter with an accent may stand for one without.
    mayMatch: (text) => !isPlain || beginning.test(text) || !isAscii(text),
    isMatch: (one) => (isPlain && isAscii(one) && !beginning.test(one) ? false : hasStem(one, stems)),
  }
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)
const hasStem = (one: string, stems: ReadonlySet<string>) => listStemsCached(one).some((part) => stems.has(part))

/** Returns for each field its best text with marked matches. */
function highlightTexts(texts: readonly ProfileText[], matcher: Matcher): Highlight[] {
  const best = new Map<string, { found: number; text: string }>()
  for (const { field, text } of texts) {
    if (!matcher.mayMatch(text)) continue
    const found = countMatches(text, matcher)
    if (found > (best.get(field)?.found ?? 0)) best.set(field, { found, text })
  }
  return [...best].map(([field, { text }]) => ({ field, text: markMatches(text, matcher) }))
}

const countMatches = (text: string, { isMatch }: Matcher) =>
  new Set((text.match(word) ?? []).filter(isMatch).map((one) => one.toLowerCase())).size

function markMatches(text: string, { isMatch }: Matcher): string {
  const first = [...text.matchAll(word)].find(([one]) => isMatch(one))?.index ?? 0
  const from = first <= around ? 0 : text.indexOf(' ', first - around) + 1
  const excerpt = shorten(text.slice(from), around * 2)
  const parts = excerpt.split(/([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?)/u)
  const html = parts.map((part, index) =>
    index % 2 === 1 && isMatch(part) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part),
  )
  return `${from > 0 ? '…' : ''}${html.join('')}`
}

function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf(' ', most)
  return `${text.slice(0, end > most / 2 ? end : most).toWellFormed()}…`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
