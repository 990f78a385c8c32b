import type { Content } from '../content.ts'
import { workTypes } from '../record.ts'
import { createEntry, type Entry, type SourceAuthor } from './entry.ts'

type Item = Readonly<Record<string, unknown>>

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the works of CSL-JSON: one, or a list of them. Null if the text is none. */
export function parseCslJson(text: string, most: number): Entry[] | null {
  const value = parseJson(text)
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.every(isItem) ? items.slice(0, most + 1).map(interpretItem) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function interpretItem(item: Item): Entry {
  const authors = listAt(item, 'author').filter(isItem)
  return createEntry(
    {
      title: readText(item.title),
      authors: authors.map(readAuthor),
      date: readDate(item.issued),
      container: readText(item['container-title']),
      type: readType(item.type),
      doi: readText(item.DOI),
      url: readText(item.URL),
      abstract: readText(item.abstract),
    },
    readText(item.id),
  )
}

/** Numbers are texts too; of a list, as Crossref has them, the first counts. */
function readText(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' || typeof first === 'number' ? String(first) : ''
}

const listAt = (item: Item, name: string): readonly unknown[] => {
  const value = item[name]
  return Array.isArray(value) ? value : []
}

function readAuthor(author: Item): SourceAuthor {
  const text = (...names: string[]) =>
    names
      .map((name) => readText(author[name]))
      .filter((part) => part !== '')
      .join(' ')
  const family = text('dropping-particle', 'non-dropping-particle', 'family')
  return { given: text('given', 'suffix'), family: family || text('literal') || text('name'), orcid: text('ORCID') }
}

function readDate(issued: unknown): string {
  if (!isItem(issued)) return readText(issued)
  const [parts] = listAt(issued, 'date-parts')
  if (Array.isArray(parts))
    return parts
      .slice(0, 3)
      .map(readText)
      .filter((part) => part !== '')
      .join('-')
  return readText(issued.raw) || readText(issued.literal)
}

const readType = (value: unknown): Content['type'] => workTypes.find((type) => type === value) ?? 'document'
