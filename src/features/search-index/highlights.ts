import type { WithConnection } from '#database/query/prepare.ts'
import type { IndexedProfile } from './document.ts'
import { listStemsCached } from './language/tokenizer.ts'
import { profiles } from './pending-queries.ts'
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

interface Text {
  field: string
  text: string
}

/** Returns the highlights of the researchers, by id. */
export async function createHighlights(
  ctx: WithConnection,
  ids: readonly number[],
  stems: ReadonlySet<string>,
): Promise<Map<number, Highlight[]>> {
  const found = new Map<number, Highlight[]>()
  if (stems.size === 0) return found
  for (const { id, ...given } of await profiles.ofResearchers.all(ctx, { ids: [...ids] })) {
    found.set(id, highlightTexts(listTexts(given), stems))
    await yieldToEventLoop()
  }
  return found
}

/** The texts of a profile, most important first. */
const listTexts = (given: IndexedProfile): Text[] => [
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

/** Returns for each field its best text with marked matches. */
function highlightTexts(texts: readonly Text[], stems: ReadonlySet<string>): Highlight[] {
  const best = new Map<string, { found: number; text: string }>()
  for (const { field, text } of texts) {
    const found = countMatches(text, stems)
    if (found > (best.get(field)?.found ?? 0)) best.set(field, { found, text })
  }
  return [...best].map(([field, { text }]) => ({ field, text: markMatches(text, stems) }))
}

const isMatch = (one: string, stems: ReadonlySet<string>) => listStemsCached(one).some((part) => stems.has(part))

const countMatches = (text: string, stems: ReadonlySet<string>) =>
  new Set((text.match(word) ?? []).filter((one) => isMatch(one, stems)).map((one) => one.toLowerCase())).size

function markMatches(text: string, stems: ReadonlySet<string>): string {
  const first = [...text.matchAll(word)].find(([one]) => isMatch(one, stems))?.index ?? 0
  const from = first <= around ? 0 : text.indexOf(' ', first - around) + 1
  const excerpt = shorten(text.slice(from), around * 2)
  const parts = excerpt.split(/([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?)/u)
  const html = parts.map((part, index) =>
    index % 2 === 1 && isMatch(part, stems) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part),
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
