/** Converts values between TypeScript and SQLite, for the engine and its workers. */

import type { StatementSync } from 'node:sqlite'
import type { Decoding, Parameters } from '../database.ts'

/** Marks our database files in their header, `RSPF` in ASCII. */
export const applicationId = 0x52535046

export type SqliteValue = null | number | bigint | string | Uint8Array

export interface Decoder {
  column: string
  decode: (value: SqliteValue | undefined) => unknown
}

const decode: Record<Decoding, Decoder['decode']> = {
  boolean: (value) => (value === null ? null : value === 1),
  // JSON columns have numeric affinity in SQLite, so a bare number is returned as a number.
  json: (value) => (typeof value === 'string' ? JSON.parse(value) : (value ?? null)),
}

/** Returns the columns that need decoding, by their declared type or by the decoding of the query. */
export function createDecoders(statement: StatementSync, computed: ReadonlyMap<string, Decoding>): Decoder[] {
  return statement.columns().flatMap(({ name, type }) => {
    const decoding = computed.get(name) ?? (type === 'BOOLEAN' ? 'boolean' : type === 'JSON' ? 'json' : undefined)
    return decoding ? [{ column: name, decode: decode[decoding] }] : []
  })
}

/** Decodes the rows in place. */
export function decodeRows<Row>(rows: Record<string, SqliteValue | unknown>[], decoders: Decoder[]): Row[] {
  if (decoders.length > 0)
    for (const row of rows) for (const { column, decode } of decoders) row[column] = decode(row[column] as SqliteValue)
  return rows as Row[]
}

/** Binds the parameters of a statement. */
export function bindParameters(names: readonly string[], parameters: Parameters) {
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
