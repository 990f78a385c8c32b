import type { TSchema } from 'typebox'

export type ColumnType = 'integer' | 'text' | 'boolean' | 'json' | 'timestamp' | 'calendarDate'

const columnTypes: Record<string, ColumnType> = {
  integer: 'integer',
  number: 'integer',
  string: 'text',
  boolean: 'boolean',
  array: 'json',
  object: 'json',
}
const textTypes: Record<string, ColumnType> = { 'date-time': 'timestamp', date: 'calendarDate' }

/** Returns the type of the column that stores values of the schema; `column` where the schema does not say it. */
export function getColumnType(schema: TSchema, column?: ColumnType): { type: ColumnType; nullable: boolean } {
  const { type, format } = schema as { type?: string | string[]; format?: string }
  const types = Array.isArray(type) ? type : [type ?? 'object']
  const [main = 'object'] = types.filter((name) => name !== 'null')
  return { type: column ?? textTypes[format ?? ''] ?? columnTypes[main] ?? 'json', nullable: types.includes('null') }
}
