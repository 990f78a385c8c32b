/** Converts values between TypeScript and SQLite, for the engine and its workers. */

import type { StatementSync } from 'node:sqlite'
import { compileFromArray } from '#core/compile-object.ts'
import type { Decoding, Parameters } from '../database.ts'

/** Marks our database files in their header, `RSPF` in ASCII. */
export const applicationId = 0x52535046

export type SqliteValue = null | number | bigint | string | Uint8Array

/** Most lists in a row are empty, and to parse one takes ten times as long as to make it. */
const parseJson = (text: string): unknown => (text === '[]' ? [] : JSON.parse(text))

const decode: Record<Decoding, (value: unknown) => unknown> = {
  boolean: (value) => (value === null ? null : value === 1),
  // JSON columns have numeric affinity in SQLite, so a bare number is returned as a number.
  json: (value) => (typeof value === 'string' ? parseJson(value) : (value ?? null)),
}

/** Reads the rows of a statement. */
export type ReadRows = (values: readonly SqliteValue[]) => unknown[]

/** Returns a function that reads the rows, decoded by the declared types of columns or by the decodings of the query. */
export function createReader(statement: StatementSync, computed: ReadonlyMap<string, Decoding>): ReadRows {
  statement.setReturnArrays(true)
  let build: ReturnType<typeof compileFromArray> | undefined
  return (values) => {
    const rows: unknown[] = statement.all(...values)
    if (rows.length === 0) return rows
    build ??= compileFromArray(listColumns(statement, computed))
    for (const [index, row] of rows.entries()) rows[index] = build(row as SqliteValue[])
    return rows
  }
}

function listColumns(statement: StatementSync, computed: ReadonlyMap<string, Decoding>) {
  return statement.columns().map(({ name, type }) => {
    const decoding = computed.get(name) ?? (type === 'BOOLEAN' ? 'boolean' : type === 'JSON' ? 'json' : undefined)
    return { key: name, convert: decoding === undefined ? null : decode[decoding] }
  })
}

/** Binds the parameters of a statement. */
export function toParameters(names: readonly string[], parameters: Parameters) {
  return names.map((name) => encodeParameter(name, parameters[name]))
}

function encodeParameter(name: string, value: unknown): SqliteValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'object':
      return value === null || value instanceof Uint8Array ? value : JSON.stringify(value)
    default:
      throw new TypeError(`The parameter ${name} of a query is missing.`)
  }
}
