/** Reads a table in CSV as spreadsheets write it, with the values of each row by the name of their column, for `csv-field.ts` in a limited process. */

import { InvalidCsv, type CsvRow as Row, readRows } from '@research-platform/exam-formats/csv-table'

/**
 * - `broken`: a quote is not closed.
 * - `surplus`: there is a value behind the last column, or in one without a name.
 * - `encoding`: a value has U+FFFD, which stands for a character of another encoding.
 */
export type CsvFault = 'broken' | 'surplus' | 'encoding'

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  line: number
  /** The trimmed values by the name of their column; empty ones are left out. */
  values: Record<string, string>
  /** Why the row cannot be read; null for others. */
  fault: CsvFault | null
}

export interface CsvTable {
  /** The names of the header in lower case, without empty ones at its end. */
  columns: string[]
  /** The rows that are not empty. */
  rows: CsvRow[]
  /** Whether there are more rows than were read. */
  hasMore: boolean
}

export interface CsvText {
  text: string
  maxRows: number
}

/** Returns the table, or the line from which on the text is no CSV. */
export function readCsvTable({ text, maxRows }: CsvText): CsvTable | { invalidLine: number } {
  try {
    return readTable(text, maxRows)
  } catch (error) {
    if (error instanceof InvalidCsv) return { invalidLine: error.line }
    throw error
  }
}

function readTable(text: string, maxRows: number): CsvTable {
  const table: CsvTable = { columns: [], rows: [], hasMore: false }
  for (const row of readRows(text)) {
    if (table.columns.length === 0) table.columns = readHeader(row)
    else if (table.rows.length === maxRows) return { ...table, hasMore: true }
    else table.rows.push(readRow(table.columns, row))
  }
  return table
}

function readHeader({ line, cells }: Row): string[] {
  if (cells === null) throw new InvalidCsv(line)
  const columns = cells.map((name) => name.toLowerCase())
  return columns.slice(0, columns.findLastIndex((name) => name !== '') + 1)
}

function readRow(columns: readonly string[], { line, cells }: Row): CsvRow {
  if (cells === null) return { line, values: {}, fault: 'broken' }
  const entries = cells.map((cell, index) => [columns[index] ?? '', cell] as const).filter(([, cell]) => cell !== '')
  const values = Object.fromEntries(entries.filter(([name]) => name !== ''))
  if (entries.some(([name]) => name === '')) return { line, values, fault: 'surplus' }
  return { line, values, fault: entries.some(([, cell]) => cell.includes('\ufffd')) ? 'encoding' : null }
}
