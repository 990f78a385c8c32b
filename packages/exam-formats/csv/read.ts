/** Reads questions in CSV: a row for each, after a first row with the names of the columns. */

import { type Item, readItem } from '../item.ts'
import { limits } from '../question.ts'
import { createFileProblem, createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'
import { readAnswers } from './answers.ts'
import { type Columns, findColumns, type Row } from './columns.ts'
import { omitGuard } from './formulas.ts'
import { type CsvRow, delimiters, InvalidCsv, readDialect, readRows } from './table.ts'

/** Returns the delimiter with which the first row names a question; null when none does. */
export function detectDelimiter(text: string): string | null {
  const { delimiter: named, start } = readDialect(text)
  const [line = ''] = text.slice(start).trimStart().split('\n', 1)
  const found = (named === null ? delimiters : [named]).find((delimiter) => {
    const cells = line.split(delimiter).map((cell) => cell.replaceAll('"', ''))
    return cells.length > 1 && findColumns(cells) !== null
  })
  return found ?? null
}

export function readCsv({ text }: Source, delimiter: string): Item[] {
  const items: Item[] = []
  try {
    let header: Header | null = null
    for (const row of readRows(text, delimiter)) {
      if (header === null) header = readHeader(row)
      // One more than the most, by which the caller knows that there are too many.
      else if (items.push(readQuestion(header, row)) > limits.questions) break
    }
  } catch (error) {
    if (error instanceof InvalidCsv) throw createFileProblem('brokenCsv', { line: error.line })
    throw error
  }
  return items
}

interface Header {
  columns: Columns
  /** The number of columns, without those at the end that have no name. */
  width: number
}

function readHeader({ cells }: CsvRow): Header {
  const columns = findColumns(cells ?? [])
  if (cells === null || columns === null) throw createFileProblem('noQuestionColumn')
  return { columns, width: cells.findLastIndex((name) => name !== '') + 1 }
}

function readQuestion({ columns, width }: Header, { line, cells }: CsvRow): Item {
  const row = createRow(
    columns,
    (cells ?? []).map((cell) => omitGuard(cell).trim()),
  )
  return readItem({ place: String(line), title: row.get('title') }, (losses) => {
    if (cells === null) throw createRefusal('brokenRow')
    if (cells.slice(width).some((cell) => cell !== '')) throw createRefusal('surplusValues')
    if (cells.some((cell) => cell.includes('\ufffd'))) throw createRefusal('otherEncoding')
    return readAnswers(row, losses)
  })
}

const createRow = ({ single, lists }: Columns, cells: readonly string[]): Row => ({
  get: (column) => cells[single[column] ?? -1] ?? '',
  list: (column) => lists[column].map((index) => cells[index] ?? ''),
})
