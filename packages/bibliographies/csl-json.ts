/** CSL-JSON (Citation Style Language 1.0.2). */

import { type Item, isItem, listItems, readText } from './json-values.ts'
import { type FileLimits, type Limits, type Reference, type SourceAuthor, type WorkType, workTypes } from './work.ts'

/** Returns the works of CSL-JSON: one, or a list of them. Null if the text is none. */
export function parseCslJson(text: string, limits: FileLimits): Reference[] | null {
  const value = parseJson(text)
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.every(isItem) ? items.slice(0, limits.entries + 1).map((item) => interpretItem(item, limits)) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON is another format, or refused.
    return null
  }
}

function interpretItem(item: Item, limits: Limits): Reference {
  const authors = listItems(item, 'author')
  return {
    key: readText(item.id),
    work: {
      title: readText(item.title),
      authors: authors.slice(0, limits.authors).map(readAuthor),
      authorsCount: authors.length,
      date: readDate(item.issued),
      container: readText(item['container-title']),
      type: readType(item.type),
      doi: readText(item.DOI),
      url: readText(item.URL),
      abstract: readText(item.abstract),
    },
  }
}

/** Reads a name as CSL and Crossref write it. */
export function readAuthor(author: Item): SourceAuthor {
  const text = (...names: string[]) =>
    names
      .map((name) => readText(author[name]))
      .filter((part) => part !== '')
      .join(' ')
  const family = text('dropping-particle', 'non-dropping-particle', 'family')
  return { given: text('given', 'suffix'), family: family || text('literal') || text('name'), orcid: text('ORCID') }
}

/** Returns a date with its parts, as CSL and Crossref write it. */
export function readDate(issued: unknown): string {
  if (!isItem(issued)) return readText(issued)
  const parts: unknown = Array.isArray(issued['date-parts']) ? issued['date-parts'][0] : undefined
  if (Array.isArray(parts))
    return parts
      .slice(0, 3)
      .map(readText)
      .filter((part) => part !== '')
      .join('-')
  return readText(issued.raw) || readText(issued.literal)
}

/** Returns the type of CSL with this name. */
export const readType = (value: unknown): WorkType => workTypes.find((type) => type === value) ?? 'document'
