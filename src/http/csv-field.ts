/** Reads the table that a request brings as CSV in its field `csv`. */

import { type CsvRow, InvalidCsv, parseCsvTable } from '#core/csv-table.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { fill, type Sentence } from '#language/sentence.ts'

interface Columns {
  required: readonly string[]
  /** All columns that a table may have. */
  known: readonly string[]
  maxRows: number
}

const refuse = (sentence: Sentence) => createFieldProblem('csv', sentence)

/** Returns the rows. 422 if the text is no table with these columns. */
export function readCsvField(text: string, { required, known, maxRows }: Columns): CsvRow[] {
  const table = parseTable(text)
  const missing = required.filter((name) => !table.columns.includes(name))
  ensure(
    missing.length === 0,
    refuse(fill('The file needs the columns {columns}.', { columns: { list: [...required] } })),
  )
  const unknown = table.columns.find((name) => !known.includes(name))
  ensure(
    unknown === undefined,
    refuse(
      fill('The file has the unknown column “{name}”; known are {columns}.', {
        name: unknown ?? '',
        columns: { list: [...known] },
      }),
    ),
  )
  ensure(new Set(table.columns).size === table.columns.length, refuse('The file has a column twice.'))
  ensure(table.rows.length > 0, refuse('The file has no rows.'))
  ensure(table.rows.length <= maxRows, refuse(fill('The file may not have more than {most} rows.', { most: maxRows })))
  return table.rows
}

function parseTable(text: string) {
  try {
    return parseCsvTable(text)
  } catch (error) {
    if (error instanceof InvalidCsv)
      throw refuse(fill('Line {line} of the file cannot be read as CSV.', { line: error.line }))
    throw error
  }
}
