/** Reads the table that a request brings as CSV in its field `csv`, in a limited process, because strangers decide what that costs. */

import { ReaderPool } from '#adapters/limited-process/reader-pool.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import type { CsvFault, CsvRow, CsvTable, CsvText } from './csv-table-worker.ts'

interface Columns {
  required: readonly string[]
  /** All columns that a table may have. */
  known: readonly string[]
  maxRows: number
}

/** A row, with the sentences that say why it cannot be read; none for others. */
export interface CsvFieldRow extends Omit<CsvRow, 'fault'> {
  faults: readonly Sentence[]
}

export interface CsvFieldTable {
  columns: readonly string[]
  rows: CsvFieldRow[]
}

const refuse = (sentence: Sentence) => createFieldProblem('csv', sentence)
export const tooCostlyCsv = refuse('This file takes too much time or memory to be read.')

const pool = new ReaderPool(
  {
    module: describeModule<typeof import('./csv-table-worker.ts')>(new URL('./csv-table-worker.ts', import.meta.url)),
    maxProcesses: 1,
    // Ten thousand rows take 0.1 s and 100 MB.
    limits: { processorMs: 5_000, memoryMb: isMemoryScarce ? 200 : 300, resultBytes: 30_000_000 },
    idleMs: isMemoryScarce ? 0 : 10_000,
  },
  tooCostlyCsv,
)

const sentences: Readonly<Record<CsvFault, Sentence>> = {
  broken: 'The row cannot be read as CSV; a quote may be missing.',
  surplus: 'The row has more values than the file has columns.',
  encoding: 'Some characters could not be read (\ufffd). Save the file as UTF-8.',
}

/** Returns the rows. 422 if the text is no table with these columns or is too costly to read, 503 when too many wait. */
export async function readCsvField(
  text: string,
  { required, known, maxRows }: Columns,
  person: number,
): Promise<CsvFieldTable> {
  const { columns, rows, hasMore } = await parseTable({ text, maxRows }, person)
  const missing = required.filter((name) => !columns.includes(name))
  ensure(
    missing.length === 0,
    refuse(fill('The file needs the columns {columns}.', { columns: { list: [...required] } })),
  )
  const named = columns.filter((name) => name !== '')
  const unknown = named.find((name) => !known.includes(name))
  ensure(
    unknown === undefined,
    refuse(
      fill('The file has the unknown column “{name}”; known are {columns}.', {
        name: (unknown ?? '').slice(0, 100).toWellFormed(),
        columns: { list: [...known] },
      }),
    ),
  )
  ensure(new Set(named).size === named.length, refuse('The file has a column twice.'))
  ensure(rows.length > 0, refuse('The file has no rows.'))
  ensure(!hasMore, refuse(fill('The file may not have more than {most} rows.', { most: maxRows })))
  return {
    columns,
    rows: rows.map(({ fault, ...row }) => ({ ...row, faults: fault === null ? [] : [sentences[fault]] })),
  }
}

async function parseTable(csv: CsvText, person: number): Promise<CsvTable> {
  const table = await pool.run<CsvTable | { invalidLine: number }>('readCsvTable', csv, person)
  if ('invalidLine' in table)
    throw refuse(fill('Line {line} of the file cannot be read as CSV.', { line: table.invalidLine }))
  return table
}
