/** How a table is imported, by its record or by the columns of its file: what is stored with which type, and what a row may omit. */

import { type TSchema, Type } from 'typebox'
import { withDescription } from '#core/schema.ts'
import { type ColumnType, getColumnType } from '#database/column-types.ts'
import type { BulkRow } from '#database/query/bulk.ts'
import type { Field, RecordOf } from '#database/record.ts'
import type { Tables } from '#database/tables/index.ts'
import { type Bound, isNullable, toColumn, toNonEmpty, toReference } from './file-schema.ts'
import type { ImportRow, ImportTable, Surroundings } from './table.ts'

/** Returns the value of a column that a row omits. */
type DefaultValue = (row: ImportRow, surroundings: Surroundings) => unknown

/** The values of columns that a row may omit, or how they follow from the row. Undefined takes the default of the record away. */
type Defaults = Readonly<Record<string, DefaultValue | string | number | boolean | object | null | undefined>>

/** The time of the import. */
export const atImport: DefaultValue = (_, { now }) => now

/** A row that says no more was made at the time of the import and never changed. */
const times: Record<string, DefaultValue> = {
  created_at: atImport,
  updated_at: ({ created_at }, { now }) => created_at ?? now,
}

interface Common extends Omit<ImportTable, 'name' | 'columns' | 'stored' | 'convert'> {
  /** Columns that can be null are null in a row that omits them, without a default. */
  defaults?: Defaults
  /** Columns of the file that are not stored under their names. */
  unstored?: readonly string[]
  /** Returns what is stored otherwise than the row has it, with its defaults. */
  convert?(row: ImportRow, surroundings: Surroundings): BulkRow
}

interface Definition extends Common {
  name: keyof Tables & string
  columns: Record<string, TSchema>
  /** Columns that `convert` computes, with their types. */
  computed?: Record<string, ColumnType>
}

/** Declares the import of a table by the columns of its file. */
export function defineImport(definition: Definition): ImportTable {
  const { columns, defaults = {}, computed = {}, unstored = [], convert = () => ({}), ...table } = definition
  const values = Object.entries(columns).flatMap(([name, schema]): [string, unknown][] => {
    const value = defaults[name] ?? (isOmissible(name, schema) ? (times[name] ?? null) : undefined)
    return value === undefined ? [] : [[name, value]]
  })
  const optional = new Set(values.map(([name]) => name))
  const stored = {
    ...mapValues(omit(columns, unstored), (_, schema) => getColumnType(schema).type),
    ...computed,
  }
  return {
    ...table,
    columns: mapValues(columns, (name, schema) => (optional.has(name) ? Type.Optional(schema) : schema)),
    stored,
    convert(row, surroundings) {
      const whole = { ...row }
      for (const [name, value] of values) whole[name] ??= typeof value === 'function' ? value(row, surroundings) : value
      const converted: BulkRow = { ...whole, ...convert(whole, surroundings) }
      return mapValues(stored, (name) => converted[name])
    },
  }
}

const mapValues = <V, T>(object: Record<string, V>, map: (name: string, value: V) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(name, value)]))

const omit = <V>(object: Record<string, V>, names: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const isOmissible = (name: string, schema: TSchema) => isNullable(schema) || (name in times && Type.IsOptional(schema))

type Fields = Readonly<Record<string, Field>>

interface RecordDefinition<F extends Fields> extends Common {
  /** Fields that callers write or read, and that files do not have. */
  without?: readonly (keyof F & string)[]
  /** Columns that callers neither write nor read, or that files have otherwise. */
  extra?: Record<string, TSchema>
  /** Where other systems have more than callers may write here, or the record does not say it. */
  bounds?: { readonly [K in keyof F]?: Bound }
  /** What columns mean in files, where the API says it of its answers. */
  descriptions?: { readonly [K in keyof F]?: string }
  /** Columns that `convert` computes. */
  computed?: readonly (keyof F & string)[]
}

/**
 * Declares the import of a table by its record. Files have the fields that callers write or read, with their defaults, and the columns that
 * refer to other rows.
 */
export function importOf<Table extends keyof Tables & string, F extends Fields>(
  record: RecordOf<Table, F>,
  definition: RecordDefinition<F>,
): ImportTable {
  const {
    without = [],
    extra = {},
    bounds = {},
    descriptions = {},
    computed = [],
    defaults = {},
    unstored = [],
    ...rest
  } = definition
  const { table, fields, columnTypes } = record
  const derived = Object.entries(fields).flatMap(([name, field]): [string, TSchema][] => {
    const column = deriveColumn(name, field, { bounds, defaults, references: rest.references })
    const { [name]: description }: Record<string, string | undefined> = descriptions
    if (column === null) return []
    return [[name, description === undefined ? column : withDescription(column, description)]]
  })
  const columns = { ...omit(Object.fromEntries(derived), [...without, ...computed]), ...extra }
  const getType = (name: string) => columnTypes.get(name)?.type ?? 'text'
  return defineImport({
    ...rest,
    name: table,
    columns,
    defaults: { ...record.defaults, ...defaults },
    unstored: [...unstored, ...Object.keys(columns).filter((name) => !columnTypes.has(name))],
    computed: Object.fromEntries(
      [...columnTypes.keys()].flatMap((name) =>
        (name in columns && !unstored.includes(name)) || computed.includes(name) ? [[name, getType(name)]] : [],
      ),
    ),
  })
}

interface Context {
  bounds: Readonly<Record<string, Bound | undefined>>
  defaults: Defaults
  references: ImportTable['references']
}

/** Returns the column of a field; null for one that files do not have. */
function deriveColumn(name: string, field: Field, { bounds, defaults, references = {} }: Context): TSchema | null {
  if (name in references) return toReference(field)
  const { role } = field
  if (name in times) return Type.Optional(toColumn(field, bounds[name]))
  const isHidden = ['internal', 'defaulted', 'computed', 'packed'].includes(role)
  if (isHidden && name !== 'id') return null
  const column = toColumn(field, bounds[name])
  return role === 'required' && !(name in defaults) ? toNonEmpty(column) : column
}
