/** Reads a table in CSV (RFC 4180) as spreadsheets write it: with commas, semicolons or tabs, and with a byte order mark or without. */

import { CsvError, parse } from 'csv-parse/sync'

export interface CsvRow {
  /** The line of the file on which the row ends, from 1. */
  line: number
  /** The trimmed values by the name of their column; empty ones are left out. */
  values: Record<string, string>
}

export interface CsvTable {
  /** The names of the header, in lower case. */
  columns: string[]
  rows: CsvRow[]
}

/** The text is not CSV. */
export class InvalidCsv extends Error {
  /** The line of the mistake, from 1. */
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} is not CSV.`)
    this.line = line
  }
}

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

/** Returns the table. Throws `InvalidCsv` with the line of the first mistake, also for a row with too few or too many values. */
export function parseCsvTable(text: string): CsvTable {
  const [header, ...rows] = parseRows(text)
  const columns = (header?.record ?? []).map((name) => name.trim().toLowerCase())
  return { columns, rows: rows.map(({ record, info }) => ({ line: info.lines, values: toValues(columns, record) })) }
}

function parseRows(text: string): ParsedRow[] {
  try {
    const delimiter = detectDelimiter(text)
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ParsedRow[]
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidCsv(Number(Reflect.get(error, 'lines') ?? 1))
    throw error
  }
}

/** The delimiter that the header has most often. */
function detectDelimiter(text: string): string {
  const [header = ''] = text.split('\n', 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

const toValues = (columns: readonly string[], record: readonly string[]) =>
  Object.fromEntries(columns.map((name, index) => [name, record[index] ?? '']).filter(([, value]) => value !== ''))
