import { waitForEventLoop } from '@research-platform/search-engine'
import type { ProfileText } from './cache.ts'
import { createMatcher, type Matcher } from './profile-texts.ts'
import type { Snapshot } from './snapshot.ts'

/** Characters before and after a match in a long text. */
const around = 160

/** Maximum number of publications of a profile that are split into words. */
const maxPublications = 100

export interface Highlight {
  field: string
  /** HTML-escaped, with matches in `<mark>`. */
  text: string
}

/** Returns the highlights of the documents, by id. */
export async function createHighlights(
  index: Snapshot,
  { ids, stems }: { ids: readonly number[]; stems: ReadonlySet<string> },
): Promise<Map<number, Highlight[]>> {
  const found = new Map<number, Highlight[]>()
  if (stems.size === 0) return found
  const matches = createMatcher(stems)
  for (const [id, texts] of await index.readTexts(ids)) {
    found.set(id, highlightTexts(texts, matches))
    await waitForEventLoop()
  }
  return found
}

/** Returns for each field its best text with marked matches. */
function highlightTexts(texts: readonly ProfileText[], matcher: Matcher): Highlight[] {
  const best = new Map<string, { found: number; text: string }>()
  let publications = 0
  for (const { field, text } of texts) {
    if (!matcher.mayMatch(text)) continue
    if (field === 'publications' && ++publications > maxPublications) break
    const found = countMatches(text, matcher)
    if (found > (best.get(field)?.found ?? 0)) best.set(field, { found, text })
  }
  return [...best].map(([field, { text }]) => ({ field, text: markMatches(text, matcher) }))
}

const countMatches = (text: string, { listMatches }: Matcher) =>
  new Set(Iterator.from(listMatches(text)).map(({ word }) => word.toLowerCase())).size

function markMatches(text: string, { listMatches }: Matcher): string {
  const [first] = listMatches(text)
  const from = first === undefined || first.index <= around ? 0 : text.indexOf(' ', first.index - around) + 1
  const excerpt = shorten(text.slice(from), around * 2)
  let html = from > 0 ? '…' : ''
  let end = 0
  for (const { word, index } of listMatches(excerpt)) {
    html += `${escapeHtml(excerpt.slice(end, index))}<mark>${escapeHtml(word)}</mark>`
    end = index + word.length
  }
  return html + escapeHtml(excerpt.slice(end))
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
