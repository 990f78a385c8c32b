/** Reads questions in CSV: a row for each, after a first row with the names of the columns. */

import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type Item, readItem } from '../item.ts'
import { createFileProblem } from '../reasons.ts'
import type { Source } from '../source.ts'
import { readAnswers } from './answers.ts'
import { type Columns, findColumns, type Row } from './columns.ts'
import { omitGuard } from './formulas.ts'

const delimiters = [',', ';', '\t'] as const

/** Returns the delimiter with which the first line names a question; null when none does. */
export function detectDelimiter(text: string): string | null {
  const [line = ''] = text.trimStart().split('\n', 1)
  const found = delimiters.find((delimiter) => {
    const cells = line.split(delimiter).map((cell) => cell.replaceAll('"', ''))
    return cells.length > 1 && findColumns(cells) !== null
  })
  return found ?? null
}

export function readCsv({ text }: Source, delimiter: string): Item[] {
  const [header, ...rows] = parseRows(text.trimStart(), delimiter)
  const columns = findColumns(header?.cells ?? [])
  if (columns === null) throw createFileProblem('noQuestionColumn')
  return rows.map(({ line, cells }) => {
    const row = createRow(columns, cells)
    return readItem({ place: String(line), title: row.get('title') }, (losses) => readAnswers(row, losses))
  })
}

interface ParsedRow {
  line: number
  cells: string[]
}

function parseRows(text: string, delimiter: string): ParsedRow[] {
  try {
    const records: unknown = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    const rows = records as { record: string[]; info: { lines: number } }[]
    // The parser counts lines up to the end of a row.
    return rows.map(({ record, info }) => ({
      line: info.lines - countLineBreaks(record),
      cells: record.map((cell) => omitGuard(cell).trim()),
    }))
  } catch (error) {
    if (error instanceof CsvError) throw createFileProblem('brokenCsv', { line: Number(error.lines ?? 1) })
    throw error
  }
}

const countLineBreaks = (cells: readonly string[]) => cells.join('').split('\n').length - 1

const createRow = ({ single, lists }: Columns, cells: readonly string[]): Row => ({
  get: (column) => cells[single[column] ?? -1] ?? '',
  list: (column) => lists[column].map((index) => cells[index] ?? ''),
})
