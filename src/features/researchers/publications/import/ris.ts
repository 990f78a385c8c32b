import type { Content } from '../content.ts'
import { createEntry, type Entry, type SourceAuthor } from './entry.ts'

const types: Readonly<Record<string, Content['type']>> = {
  ...{ JOUR: 'article-journal', EJOUR: 'article-journal', JFULL: 'periodical', MGZN: 'article-magazine' },
  ...{ NEWS: 'article-newspaper', BOOK: 'book', EBOOK: 'book', EDBOOK: 'book', CHAP: 'chapter', ECHAP: 'chapter' },
  ...{ CONF: 'paper-conference', CPAPER: 'paper-conference', THES: 'thesis', RPRT: 'report', DATA: 'dataset' },
  ...{ COMP: 'software', PAT: 'patent', STAND: 'standard', ELEC: 'webpage', WEB: 'webpage', UNPB: 'manuscript' },
  ...{
    MAP: 'map',
    VIDEO: 'motion_picture',
    BILL: 'bill',
    CASE: 'legal_case',
    INPR: 'article',
    ENCYC: 'entry-encyclopedia',
  },
}

/** The values of one reference, by tag. */
type Reference = Map<string, string[]>

/** Returns the works of a file of references (RIS), at most one more than the most. */
export const parseRis = (text: string, most: number): Entry[] =>
  readReferences(text, most).map((reference) => {
    const first = (...tags: string[]) => tags.map((tag) => reference.get(tag)?.[0] ?? '').find(Boolean) ?? ''
    const all = (...tags: string[]) => tags.flatMap((tag) => reference.get(tag) ?? [])
    const type = types[first('TY').toUpperCase()] ?? 'document'
    return createEntry(
      {
        title: first('TI', 'T1', 'CT') || (type === 'book' ? first('BT') : ''),
        authors: all('AU', 'A1').map(parseName),
        date: first('DA', 'PY', 'Y1'),
        container: first('T2', 'JF', 'JO', 'JA', 'J2') || (type === 'book' ? '' : first('BT')),
        type,
        doi: first('DO'),
        url: first('UR'),
        abstract: first('AB', 'N2'),
      },
      first('ID'),
    )
  })

function readReferences(text: string, most: number): Reference[] {
  const references: Reference[] = []
  let reference: Reference = new Map()
  let last: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, tag, value = ''] = /^\ufeff?([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/.exec(line) ?? []
    if (tag === 'TY') {
      reference = new Map()
      references.push(reference)
    }
    if (references.length > most) break
    // What stands behind an end belongs to no reference.
    if (tag === 'ER') reference = new Map()
    // A line without a tag goes on with the value before it.
    if (tag === undefined) last.push(`${last.pop() ?? ''} ${line.trim()}`.trim())
    else last = addValue(reference, tag, value.trim())
  }
  return references
}

/** Adds the value, and returns all of the tag. */
function addValue(reference: Reference, tag: string, value: string): string[] {
  const values = reference.get(tag) ?? []
  values.push(value)
  reference.set(tag, values)
  return values
}

/** Reads `Family, Given, Suffix`. */
function parseName(name: string): SourceAuthor {
  const [family = '', ...given] = name.split(',').map((part) => part.trim())
  return { family, given: given.join(' ') }
}
