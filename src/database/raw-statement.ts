/** Statements of migrations, which run once and may take as long as they need. */

import type { Connection, Parameters, Statement } from './database.ts'

export const createRawStatement = (sql: string, parameters: readonly string[] = [], reads = false): Statement => ({
  // Negative keys differ from those of `prepare`; a statement of a migration runs once.
  key: -++rawKeys,
  sql,
  parameters,
  decodings: new Map(),
  reads,
  isUnlimited: true,
})
let rawKeys = 0

export const runRaw = (connection: Connection, sql: string, parameters: Parameters = {}): Promise<number> =>
  connection.run(createRawStatement(sql, Object.keys(parameters)), parameters)

export const selectRaw = <Row>(connection: Connection, sql: string): Promise<Row[]> =>
  connection.all<Row>(createRawStatement(sql), {})

/** Returns the text as a literal of SQL. */
export const escapeLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
