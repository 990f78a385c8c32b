import type { ResearcherCard } from '../researchers/index.ts'
import { stemOf, wordsOf } from '../search-index/index.ts'
import type { Highlight } from './schemas.ts'

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\+\+|#)?/gu
/** Characters around what was found in a long text. */
const around = 160

interface Text {
  field: string
  text: string
}

/** The texts of a researcher, most telling first. */
export const textsOf = (
  card: ResearcherCard,
  publications: readonly { title: string; venue: string }[],
): Text[] => [
  { field: 'name', text: card.user.name },
  ...card.fields.map((text) => ({ field: 'fields', text })),
  ...card.skills.map((text) => ({ field: 'skills', text })),
  { field: 'headline', text: card.headline },
  { field: 'institution', text: card.institution },
  { field: 'department', text: card.department },
  { field: 'location', text: card.location },
  { field: 'country', text: card.country },
  { field: 'bio', text: card.bio },
  ...publications.map(({ title, venue }) => ({
    field: 'publications',
    text: [title, venue].join(' ').trim(),
  })),
]

/** What was found where: each field once, its best text marked. */
export function highlighted(texts: readonly Text[], stems: ReadonlySet<string>): Highlight[] {
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
