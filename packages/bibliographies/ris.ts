/** Files of references (RIS). */

import type { FileLimits, Limits, Reference, SourceAuthor, WorkType } from './work.ts'

const types: Readonly<Record<string, WorkType>> = {
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

/** The values of one reference, by tag: each in the lines that it has. */
type Fields = Map<string, Value[]>

interface Value {
  lines: string[]
  length: number
}

/** Stands for values that are not read. */
const unread: Value = { lines: [], length: Number.POSITIVE_INFINITY }

/** What is read of a value, and the lines that it may have. The rest of it is left out. */
const longestValue = 100_000
const maxLines = 5_000

/** Returns the works of a file of references. */
export const parseRis = (text: string, limits: FileLimits): Reference[] =>
  readReferences(text, limits).map((reference) => {
    const all = (...tags: string[]) => tags.flatMap((tag) => reference.get(tag) ?? [])
    const first = (...tags: string[]) =>
      tags.map((tag) => joinLines(reference.get(tag)?.slice(0, 1))).find((value) => value !== '') ?? ''
    const type = types[first('TY').toUpperCase()] ?? 'document'
    const authors = all('AU', 'A1')
    return {
      key: first('ID'),
      work: {
        title: first('TI', 'T1', 'CT') || (type === 'book' ? first('BT') : ''),
        authors: authors.slice(0, limits.authors).map((author) => parseName(joinLines([author]), limits)),
        authorsCount: authors.length,
        date: first('DA', 'PY', 'Y1'),
        container: first('T2', 'JF', 'JO', 'JA', 'J2') || (type === 'book' ? '' : first('BT')),
        type,
        doi: first('DO'),
        url: first('UR'),
        abstract: first('AB', 'N2'),
      },
    }
  })

const joinLines = (values: readonly Value[] = []) =>
  values
    .flatMap(({ lines }) => lines)
    .join(' ')
    .trim()

function readReferences(text: string, { entries, authors }: FileLimits): Fields[] {
  const references: Fields[] = []
  // What stands before the first reference or behind the end of one belongs to none.
  let reference: Fields = new Map()
  let last = unread
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const [, tag, value = ''] = /^\ufeff?([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/.exec(line) ?? []
    if (tag === 'TY') {
      reference = new Map()
      references.push(reference)
    }
    if (references.length > entries) break
    if (tag === 'ER') reference = new Map()
    // A line without a tag goes on with the value before it.
    if (tag === undefined) addLine(last, line)
    else last = addValue(reference, tag, value, authors)
  }
  return references
}

function addValue(reference: Fields, tag: string, line: string, maxValues: number): Value {
  const values = reference.get(tag) ?? []
  // A work has some thousand authors, of whom the first are stored and the others are counted.
  const value = values.length < maxValues ? { lines: [], length: 0 } : unread
  addLine(value, line)
  values.push(value)
  reference.set(tag, values)
  return value
}

function addLine(value: Value, line: string): void {
  if (value.length > longestValue || value.lines.length > maxLines) return
  const trimmed = line.trim()
  value.lines.push(trimmed)
  value.length += trimmed.length
}

/** Reads `Family, Given, Suffix`. */
function parseName(name: string, { nameCharacters }: Limits): SourceAuthor {
  const [family = '', ...given] = name
    .slice(0, nameCharacters)
    .split(',')
    .map((part) => part.trim())
  return { family, given: given.join(' ') }
}
