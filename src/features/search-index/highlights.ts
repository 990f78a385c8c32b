import type { WithConnection } from '#database/query/prepare.ts'
import { breathe } from './breathe.ts'
import type { Findable } from './entries.ts'
import { stemOf, wordsOf } from './language/words.ts'
import { entries } from './pending/queries.ts'

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?/gu
/** Characters around what was found in a long text. */
const around = 160

/** Of more publications than these, only the first are looked at. */
const mostPublications = 100

export interface Highlight {
  field: string
  /** HTML-escaped, with what was found in `<mark>`. */
  text: string
}

interface Text {
  field: string
  text: string
}

/** What is to be marked in the texts of the researchers, by their ids. */
export async function highlightsOf(
  reach: WithConnection,
  ids: readonly number[],
  stems: ReadonlySet<string>,
): Promise<Map<number, Highlight[]>> {
  const found = new Map<number, Highlight[]>()
  if (stems.size === 0) return found
  for (const { id, ...given } of await entries.ofResearchers.all(reach, { ids: [...ids] })) {
    found.set(id, highlighted(textsOf(given), stems))
    await breathe()
  }
  return found
}

/** The texts of a researcher, most telling first. */
const textsOf = (given: Findable): Text[] => [
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

/** What was found where: each field once, its best text marked. */
function highlighted(texts: readonly Text[], stems: ReadonlySet<string>): Highlight[] {
  const best = new Map<string, { found: number; text: string }>()
  for (const { field, text } of texts) {
    const found = foundIn(text, stems)
    if (found > (best.get(field)?.found ?? 0)) best.set(field, { found, text })
  }
  return [...best].map(([field, { text }]) => ({ field, text: marked(text, stems) }))
}

const suits = (one: string, stems: ReadonlySet<string>) =>
  wordsOf(one).some((part) => stems.has(stemOf(part)))

const foundIn = (text: string, stems: ReadonlySet<string>) =>
  new Set((text.match(word) ?? []).filter((one) => suits(one, stems)).map((one) => one.toLowerCase())).size

function marked(text: string, stems: ReadonlySet<string>): string {
  const first = [...text.matchAll(word)].find(([one]) => suits(one, stems))?.index ?? 0
  const from = first <= around ? 0 : text.indexOf(' ', first - around) + 1
  const excerpt = shortened(text.slice(from), around * 2)
  const parts = excerpt.split(/([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?)/u)
  const html = parts.map((part, index) =>
    index % 2 === 1 && suits(part, stems) ? `<mark>${escaped(part)}</mark>` : escaped(part),
  )
  return `${from > 0 ? '…' : ''}${html.join('')}`
}

function shortened(text: string, most: number): string {
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
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
