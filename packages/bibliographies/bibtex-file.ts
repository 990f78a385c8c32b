/** Reads the entries of a BibTeX or BibLaTeX file, before their values are interpreted. */

export interface FileEntry {
  type: string
  key: string
  /** By name in lower case. */
  fields: Map<string, string>
  /** Whether the end of the entry was found. */
  isComplete: boolean
  /** Whether a macro is missing, because those of the file have yielded as much as is read of them. */
  lacksMacro: boolean
}

/** Room for an entry with a long abstract. More is not read, which keeps the time for broken files short. */
const longestEntry = 100_000

/** The characters that all macros of a file may yield together, wherever they are named: as many as the file may have itself. */
const longestMacros = 2_000_000

/** The characters of broken entries that are read. Each is read to where it breaks, and reading goes on behind its start. */
const longestBroken = 5_000_000

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Where the text is read. */
interface Reading {
  text: string
  at: number
  /** After this, the entry is too long. */
  until: number
  /** How many characters of broken entries may be read. */
  left: number
  /** How many characters macros may still yield. */
  leftOfMacros: number
  /** Whether one of this entry was left out. */
  lacksMacro: boolean
  macros: Map<string, string>
}

const starts = /@[ \t]*([a-zA-Z]+)\s*([{(])/g

/** Returns the entries, at most one more than the most. An entry that is broken is told as such, and reading goes on behind its start. */
export function readBibtexFile(text: string, most: number): FileEntry[] {
  const entries: FileEntry[] = []
  const macros = new Map(months.map((name, at) => [name, String(at + 1)]))
  const reading: Reading = {
    ...{ text, at: 0, until: 0, left: longestBroken },
    ...{ leftOfMacros: longestMacros, lacksMacro: false, macros },
  }
  starts.lastIndex = 0
  while (entries.length <= most) {
    const [, type = '', brace] = starts.exec(text) ?? []
    if (brace === undefined) break
    const entry = readPiece(reading, type.toLowerCase(), brace)
    if (entry?.isComplete === false) {
      reading.left -= reading.at - starts.lastIndex
      reading.at = starts.lastIndex
    }
    if (entry !== null && entry.type !== 'string') entries.push(entry)
    starts.lastIndex = reading.at
  }
  return entries
}

/** Reads what begins where the expression has found a start; null for a comment or preamble. Macros are remembered. */
function readPiece(reading: Reading, type: string, brace: string): FileEntry | null {
  reading.at = starts.lastIndex
  reading.until = reading.at + Math.min(longestEntry, reading.left)
  if (type === 'comment' || type === 'preamble') {
    reading.at--
    if (brace === '{' && readDelimited(reading, '}') !== null) return null
    reading.left -= reading.at - starts.lastIndex
    reading.at = starts.lastIndex
    return null
  }
  const entry = readEntry(reading, type, brace === '{' ? '}' : ')')
  if (type === 'string') for (const [name, value] of entry.fields) reading.macros.set(name, value)
  return entry
}

/** A key with its comma. Some programs write none, so that a name and its value follow, or an empty one; others write spaces in it. */
const keys = { '}': /([^,="{}]{0,500})(?:,|(?=\}))/y, ')': /([^,="{})]{0,500})(?:,|(?=\)))/y }

function readEntry(reading: Reading, type: string, end: '}' | ')'): FileEntry {
  const entry: FileEntry = { type, key: '', fields: new Map(), isComplete: false, lacksMacro: false }
  reading.lacksMacro = false
  if (type !== 'string') entry.key = readMatch(reading, keys[end]).trim()
  while (reading.at < reading.until) {
    // Programs after BibTeX know comments between fields.
    readMatch(reading, /(?:[\s,]|%[^\n]*)*()/y)
    if (reading.text[reading.at] === end) {
      reading.at++
      return { ...entry, isComplete: true }
    }
    const name = readMatch(reading, /([^\s=,{}()"#@]{1,100})\s*=\s*/y).toLowerCase()
    const value = name === '' ? null : readValue(reading)
    if (value === null) break
    entry.lacksMacro = reading.lacksMacro
    if (!entry.fields.has(name)) entry.fields.set(name, value)
  }
  return entry
}

/** Returns the first group of the expression where the text is read, and goes behind it; an empty text if it is not there. */
function readMatch(reading: Reading, expression: RegExp): string {
  expression.lastIndex = reading.at
  const found = expression.exec(reading.text)
  if (found === null) return ''
  reading.at = expression.lastIndex
  return found[1] ?? ''
}

/** Reads parts that are joined by `#`; null if there is none. */
function readValue(reading: Reading): string | null {
  let value = ''
  do {
    const part = readPart(reading)
    if (part === null) return null
    value += part
    if (value.length > longestEntry) return null
    readMatch(reading, /\s*()/y)
  } while (readMatch(reading, /(#)\s*/y) === '#')
  return value
}

function readPart(reading: Reading): string | null {
  const first = reading.text[reading.at]
  if (first === '{' || first === '"') return readDelimited(reading, first === '{' ? '}' : '"')
  const word = readMatch(reading, /([^\s=,{}()"#@]{1,100})/y)
  const macro = reading.macros.get(word.toLowerCase())
  if (macro === undefined) return word === '' ? null : word
  reading.leftOfMacros -= macro.length
  if (reading.leftOfMacros >= 0) return macro
  reading.lacksMacro = true
  return ''
}

/** Reads until the end that stands outside of inner braces. */
function readDelimited(reading: Reading, end: string): string | null {
  const { text, until } = reading
  const start = reading.at + 1
  let depth = 0
  for (reading.at = start; reading.at < text.length && reading.at < until; reading.at++) {
    const character = text[reading.at]
    if (character === '\\') reading.at++
    else if (depth === 0 && character === end) {
      reading.at++
      return text.slice(start, reading.at - 1)
    } else if (character === '{') depth++
    else if (character === '}') depth--
    if (depth < 0) return null
  }
  return null
}
