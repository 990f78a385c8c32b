/** The list of institutions: read on the first use, searched by scanning its folded names, and kept as bytes outside of the heap. */

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { waitForEventLoop } from '@research-platform/search-engine/words'
import { getRorNumber, parseRor } from '#core/ror.ts'
import { listWords } from '#core/text-normalization.ts'
import { createSpeller, type Speller } from './spelling.ts'

/** An institution of the Research Organization Registry. */
export interface InstitutionEntry {
  ror: string
  name: string
  /** Acronyms first, then names in other languages and former ones. */
  other_names: string[]
  /** ISO 3166-1 alpha-2; null when unknown. */
  country_code: string | null
  city: string | null
  active: boolean
}

export interface InstitutionDirectory {
  /** The number of institutions. */
  readonly size: number
  find(ror: string): InstitutionEntry | null
  /** Returns institutions that a text begins, spells or names, best first. */
  suggest(text: string, limit: number): Promise<InstitutionEntry[]>
}

const shipped = new URL('./institutions.tsv.br', import.meta.url)
const decompress = promisify(brotliDecompress)

const directories = new Map<string, Promise<InstitutionDirectory>>()

/** Returns the directory of the file, or of the list that ships. It is read once; a failure is not remembered. */
export function openDirectory(file: string | null): Promise<InstitutionDirectory> {
  const key = file ?? ''
  const known = directories.get(key)
  if (known !== undefined) return known
  const reading = readDirectory(file ?? shipped)
  directories.set(key, reading)
  // The caller has the error; the next one reads again.
  reading.catch(() => directories.delete(key))
  return reading
}

async function readDirectory(file: string | URL): Promise<InstitutionDirectory> {
  const bytes = await readFile(file)
  const records = String(file).endsWith('.br') ? await decompress(bytes) : bytes
  return createDirectory(records)
}

/** The bytes of the list, and where its lines begin. */
interface Lines {
  bytes: Buffer
  starts: Uint32Array
}

const newline = 10
/** The lines that are folded before other work may run. */
const batchSize = 100
/** More than the institutions of any list; a place is the number of an id, times this, plus the index of its line. */
const maxSize = 2 ** 20

/** Creates the directory of lines like `02y9nww90 TAB TAB KE TAB Nairobi TAB University of Nairobi|UoN`, best known first. */
async function createDirectory(bytes: Buffer): Promise<InstitutionDirectory> {
  const [places, recordStarts, nameStarts]: [number[], number[], number[]] = [[], [], []]
  const folded: Buffer[] = []
  let [at, foldedAt] = [0, 0]
  while (at < bytes.length) {
    for (let step = 0; step < batchSize && at < bytes.length; step++) {
      const [start, end] = [at, findLineEnd(bytes, at)]
      at = end + 1
      const { ror, name, other_names } = parseLine(bytes.toString('utf8', start, end))
      const number = getRorNumber(ror)
      // A damaged line names no institution.
      if (number === null || name === '') continue
      const line = Buffer.from(foldNames([name, ...other_names]))
      places.push(number * maxSize + places.length)
      recordStarts.push(start)
      nameStarts.push(foldedAt)
      folded.push(line)
      foldedAt += line.length
    }
    await waitForEventLoop()
  }
  const records = { bytes, starts: Uint32Array.from(recordStarts) }
  await waitForEventLoop()
  const names = { bytes: Buffer.concat(folded), starts: Uint32Array.from(nameStarts) }
  await waitForEventLoop()
  const sorted = Float64Array.from(places).sort()
  return {
    size: places.length,
    find: (ror) => findEntry(records, sorted, ror),
    suggest: createSuggester(records, names),
  }
}

function findLineEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(newline, at)
  return end < 0 ? bytes.length : end
}

const readEntry = ({ bytes, starts }: Lines, index: number): InstitutionEntry => {
  const start = starts[index] ?? bytes.length
  return parseLine(bytes.toString('utf8', start, findLineEnd(bytes, start)))
}

function parseLine(line: string): InstitutionEntry {
  const [id = '', state = '', country = '', city = '', names = ''] = line.trimEnd().split('\t')
  const [name = '', ...others] = names.split('|')
  return {
    ror: parseRor(id) ?? '',
    name,
    other_names: others,
    country_code: country || null,
    city: city || null,
    active: state === '',
  }
}

/** One line with a tab before each name and spaces around its words, so that a scan finds names and beginnings of words. */
const foldNames = (names: readonly string[]): string =>
  `\n${[...new Set(names.map((name) => listWords(name).join(' ')))].map((name) => `\t ${name} `).join('')}\t`

function findEntry(records: Lines, places: Float64Array, ror: string): InstitutionEntry | null {
  const number = getRorNumber(ror)
  if (number === null) return null
  const place = places[findFirst(places, number * maxSize)]
  if (place === undefined || Math.floor(place / maxSize) !== number) return null
  return readEntry(records, place % maxSize)
}

/** Returns the index of the first number that is not smaller, by binary search. */
function findFirst(sorted: Float64Array | Uint32Array, wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Words of a text after which the others are ignored. */
const maxWords = 8

function createSuggester(records: Lines, names: Lines): InstitutionDirectory['suggest'] {
  let speller: Promise<Speller> | undefined
  return async (text, limit) => {
    const words = listWords(text).slice(0, maxWords)
    const found = findByWords(names, words, limit)
    if (found.size > 0 || words.length === 0) return [...found].map((index) => readEntry(records, index))
    speller ??= createSpeller(names.bytes)
    const corrected = (await speller).correct(words)
    const meant = corrected === null ? [] : findByWords(names, corrected, limit)
    return [...meant].map((index) => readEntry(records, index))
  }
}

/** Lines of which a name begins with the text, after which only whole names are looked for. */
const maxBeginnings = 1_000

/** Returns the indexes of institutions whose name is the text, begins with it, or has words with these beginnings, in this order. */
function findByWords(names: Lines, words: readonly string[], limit: number): Set<number> {
  if (words.length === 0) return new Set()
  const found = new Set<number>()
  const add = (start: number) => found.size < limit && found.add(findFirst(names.starts, start))
  for (const start of findByBeginning(names.bytes, words.join(' '))) add(start)
  if (found.size === limit) return found
  const needles = words.map((word) => ` ${word}`).toSorted((a, b) => b.length - a.length)
  for (const start of findLines(names.bytes, needles)) {
    add(start)
    if (found.size === limit) break
  }
  return found
}

/** Returns where the lines begin that have the text as a name, as the first words of a name, and as the beginning of a name, in this order. */
function findByBeginning(bytes: Buffer, phrase: string): number[] {
  const [whole, words, beginning] = [`\t ${phrase} \t`, `\t ${phrase} `, `\t ${phrase}`]
  const found: number[] = []
  for (const start of findLines(bytes, [beginning])) {
    found.push(start)
    if (found.length === maxBeginnings) break
  }
  const contains = (text: string) => (start: number) =>
    bytes.subarray(start, findLineEnd(bytes, start + 1)).includes(text)
  const isCut = found.length === maxBeginnings
  const exact = isCut ? [...findLines(bytes, [whole])] : found.filter(contains(whole))
  return [...exact, ...found.filter(contains(words)), ...found]
}

/** Yields where the lines begin that have all needles. Each needle is looked for from the furthest line on, so that rare words skip most lines. */
function* findLines(bytes: Buffer, texts: readonly string[]): Generator<number> {
  const needles = texts.map((text) => Buffer.from(text))
  let start = 0
  for (;;) {
    let line = start
    for (const needle of needles) {
      const at = bytes.indexOf(needle, line)
      if (at < 0) return
      line = Math.max(line, bytes.lastIndexOf(newline, at))
    }
    if (line === start) {
      yield line
      start = bytes.indexOf(newline, line + 1)
      if (start < 0) return
    } else start = line
  }
}
