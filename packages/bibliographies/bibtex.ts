import { type FileEntry, readBibtexFile } from './bibtex-file.ts'
import { decodeLatex } from './latex.ts'
import { parseName, splitNames } from './names.ts'
import type { FileLimits, Limits, Reference, WorkType } from './work.ts'

const types: Readonly<Record<string, WorkType>> = {
  ...{ article: 'article-journal', book: 'book', mvbook: 'book', booklet: 'pamphlet', collection: 'book' },
  ...{ proceedings: 'book', inbook: 'chapter', incollection: 'chapter', inproceedings: 'paper-conference' },
  ...{ conference: 'paper-conference', manual: 'report', techreport: 'report', report: 'report', thesis: 'thesis' },
  ...{
    phdthesis: 'thesis',
    mastersthesis: 'thesis',
    unpublished: 'manuscript',
    online: 'webpage',
    electronic: 'webpage',
  },
  ...{ www: 'webpage', dataset: 'dataset', software: 'software', patent: 'patent', periodical: 'periodical' },
  ...{ inreference: 'entry-encyclopedia', standard: 'standard', video: 'motion_picture', preprint: 'article' },
}

/** Returns the works of a BibTeX or BibLaTeX file. */
export function parseBibtex(text: string, limits: FileLimits): Reference[] {
  const entries = readBibtexFile(text, limits.entries)
  // An entry without a key is the parent of no other one.
  const byKey = new Map(entries.flatMap((entry) => (entry.key === '' ? [] : [[entry.key.toLowerCase(), entry]])))
  return entries.map((entry) => {
    if (entry.lacksMacro) return { key: entry.key, fault: 'macros' }
    if (!entry.isComplete) return { key: entry.key, fault: 'syntax' }
    const parent = byKey.get((entry.fields.get('crossref') ?? '').trim().toLowerCase())
    return interpretEntry(entry, parent?.fields ?? new Map(), limits)
  })
}

/** Reads an entry, and what it has from the one that its field `crossref` names. */
function interpretEntry(
  { type, key, fields }: FileEntry,
  parent: ReadonlyMap<string, string>,
  limits: Limits,
): Reference {
  const own = (...names: string[]) =>
    names.map((name) => fields.get(name) ?? '').find((value) => value.trim() !== '') ?? ''
  const subtitle = own('subtitle')
  const title = subtitle === '' ? own('title') : `${own('title')}: ${subtitle}`
  const names = splitNames(own('author') || own('editor'))
  return {
    key,
    decode: decodeLatex,
    work: {
      title,
      authors: names.slice(0, limits.authors).map((name) => parseName(name.slice(0, limits.nameCharacters))),
      authorsCount: names.length,
      date: readDate(fields) || readDate(parent),
      container: own('journal', 'journaltitle', 'booktitle', 'maintitle') || (parent.get('title') ?? ''),
      type: types[type] ?? 'document',
      doi: decodeAddress(own('doi')),
      url: decodeAddress(own('url')),
      abstract: own('abstract'),
    },
  }
}

function readDate(fields: ReadonlyMap<string, string>): string {
  const date = fields.get('date')?.trim() ?? ''
  return /\d{4}/.test(date) ? date : joinMonth(fields.get('year') ?? '', fields.get('month') ?? '')
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns the year with the month, where that is a number or an English name. */
function joinMonth(year: string, month: string): string {
  const [digits] = /\d{4}/.exec(year) ?? ['']
  const named = monthNames.indexOf(month.trim().slice(0, 3).toLowerCase()) + 1
  const number = /^\d{1,2}$/.test(month.trim()) ? Number(month) : named
  return digits !== '' && number >= 1 && number <= 12 ? `${digits}-${number}` : digits
}

/** Addresses have no ligatures: `--` stays. */
const decodeAddress = (text: string) =>
  text
    .replace(/\\url\b/g, '')
    .replace(/\\(?:~\{\}|textasciitilde(?:\{\})?)/g, '~')
    .replace(/\\([_%&#$~])/g, '$1')
    .replace(/[{}]/g, '')
    .trim()
