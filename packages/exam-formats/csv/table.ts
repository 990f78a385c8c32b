/**
 * Reads tables in CSV (RFC 4180) as spreadsheets write them, a row at a time, so that who reads them stops at a limit. A row that cannot be
 * read is told with its line, and the others are read. Written here, because the packages give up the whole file at its first open quote.
 */

/** A row that is not empty. */
export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  line: number
  /** The values without white space around them; null for a row that cannot be read, because a quote of it is not closed. */
  cells: string[] | null
}

export interface CsvDialect {
  /** What the first line names in the way of Excel, as `sep=;`; null without such a line. */
  delimiter: string | null
  /** Where the table begins, behind a byte order mark and that line, and on which line. */
  start: number
  line: number
}

/** The file as a whole is no CSV. */
export class InvalidCsv extends Error {
  /** The line on which the first mistake is, from 1. */
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} is not CSV.`)
    this.name = 'InvalidCsv'
    this.line = line
  }
}

/** A quoted value with more characters is not closed; a spreadsheet has at most 32,767 in a cell. */
const maxQuotedCharacters = 100_000
/** Values of a row; a spreadsheet has at most 16,384 columns. */
const maxCells = 16_384
/** The characters of rows that cannot be read, which are read again from the next line on. */
const maxBrokenCharacters = 5_000_000

const separatorLine = /^\ufeff?(?:sep=([^\r\n"])|"sep=([^\r\n"])")[ \t]*(?:\r\n|\r|\n|$)/i

/** Returns how the table is written. */
export function readDialect(text: string): CsvDialect {
  const [whole, plain, quoted] = separatorLine.exec(text.slice(0, 100)) ?? []
  if (whole !== undefined) return { delimiter: plain ?? quoted ?? null, start: whole.length, line: 2 }
  return { delimiter: null, start: text.startsWith('\ufeff') ? 1 : 0, line: 1 }
}

export const delimiters = [',', ';', '\t'] as const

/** Returns the delimiter that the first line names, or else that the first row has most often outside of quotes. */
export function detectDelimiter(text: string): string {
  const { delimiter, start } = readDialect(text)
  if (delimiter !== null) return delimiter
  const [header = ''] = /[^\r\n]+/.exec(text.slice(start)) ?? []
  const plain = header.replace(/"[^"]*"/g, '')
  const count = (candidate: string) => plain.split(candidate).length
  return delimiters.reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}

/** Returns the rows that are not empty. Throws `InvalidCsv` when too much of the text cannot be read. */
export function* readRows(text: string, delimiter = detectDelimiter(text)): Generator<CsvRow> {
  const { start, line } = readDialect(text)
  const scanner = new Scanner(text, delimiter, { start, line })
  for (let row = scanner.readRow(); row !== null; row = scanner.readRow())
    if (row.cells === null || row.cells.some((cell) => cell !== '')) yield row
}

class Scanner {
  readonly #text: string
  readonly #delimiter: string
  /** What stands before a quote, and what ends a value without quotes. */
  readonly #space: RegExp
  readonly #plain: RegExp
  readonly #lastQuote: number
  #at: number
  #line: number
  #leftOfBroken = maxBrokenCharacters

  constructor(text: string, delimiter: string, { start, line }: { start: number; line: number }) {
    this.#text = text
    this.#delimiter = delimiter
    this.#space = delimiter === '\t' ? / */y : /[ \t]*/y
    this.#plain = new RegExp(`[^${RegExp.escape(delimiter)}\\r\\n]*`, 'y')
    this.#lastQuote = text.lastIndexOf('"')
    this.#at = start
    this.#line = line
  }

  /** Returns the next row, or null at the end of the text. */
  readRow(): CsvRow | null {
    if (this.#at >= this.#text.length) return null
    const [start, line] = [this.#at, this.#line]
    const cells = this.#readCells()
    if (cells === null) this.#skipBroken(start, line)
    this.#readMatch(/\r\n|\r|\n|/y)
    this.#line++
    return { line, cells }
  }

  #readCells(): string[] | null {
    const cells: string[] = []
    for (;;) {
      const cell = this.#readCell()
      if (cell === null || cells.length >= maxCells) return null
      cells.push(cell.trim())
      if (!this.#text.startsWith(this.#delimiter, this.#at)) return cells
      this.#at += this.#delimiter.length
    }
  }

  #readCell(): string | null {
    const start = this.#at
    this.#readMatch(this.#space)
    if (this.#text[this.#at] === '"') return this.#readQuoted()
    this.#at = start
    return this.#readMatch(this.#plain)
  }

  /**
   * Reads what stands in quotes; null if the quote is not closed. Characters behind the closing quote belong to the value, as in Excel, unless
   * it has several lines: then the quote is that of a later row.
   */
  #readQuoted(): string | null {
    const until = this.#at + maxQuotedCharacters
    const pieces: string[] = []
    for (this.#at++; this.#at <= this.#lastQuote && this.#at < until; this.#at++) {
      const end = this.#text.indexOf('"', this.#at)
      pieces.push(this.#text.slice(this.#at, end))
      this.#at = end + 1
      if (this.#text[this.#at] !== '"') return this.#closeQuoted(pieces.join(''))
      pieces.push('"')
    }
    return null
  }

  #closeQuoted(value: string): string | null {
    const rest = this.#readMatch(this.#plain)
    const breaks = value.match(/\r\n|\r|\n/g)?.length ?? 0
    if (breaks > 0 && rest.trim() !== '') return null
    this.#line += breaks
    return value + rest
  }

  /** Goes to the end of the line on which the row begins. */
  #skipBroken(start: number, line: number): void {
    this.#leftOfBroken -= this.#at - start
    if (this.#leftOfBroken < 0) throw new InvalidCsv(line)
    this.#at = start
    this.#line = line
    this.#readMatch(/[^\r\n]*/y)
  }

  /** Returns what the expression matches here, and goes behind it. */
  #readMatch(expression: RegExp): string {
    expression.lastIndex = this.#at
    const [found = ''] = expression.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }
}
