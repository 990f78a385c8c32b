/**
 * A record: the fields of one table, declared once. From the declaration come the type of the row, the columns that are read
 * and written, the properties of the schemas of answers, creations and changes, what the change feed follows, and the columns
 * that a test compares with the migrated table. It is a value that queries and schemas read; it queries nothing itself.
 */

import type { Generated } from 'kysely'
import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { DateTime, nullable, withDescription } from '#core/schema.ts'
import { fill } from '#language/sentence.ts'
import { type ColumnType, getColumnType } from './column-types.ts'

/**
 * What callers do with a field. `required` and `optional` fields are written by callers and stored; `readOnly` and
 * `generated` fields are stored and only read; `packed` fields are written by callers and stored within other columns; `computed`
 * fields are answered and have no column; `internal` and `defaulted` fields are columns that callers neither write nor read. A `generated` or `defaulted` one has a default in the database.
 */
type Role = 'required' | 'optional' | 'packed' | 'readOnly' | 'generated' | 'computed' | 'internal' | 'defaulted'

interface FieldOptions {
  /** Whether the change feed tells a change of the field. By default it tells those of fields that callers write. */
  tracked?: boolean
  /** The type of the column, where the schema does not say it: an amount is a decimal outside and minor units in the table. */
  column?: ColumnType
}

/** The schema in answers and of the stored value, where it differs from that of requests. */
interface Answer<A extends TSchema> {
  answer: A
}

export interface Field<
  S extends TSchema = TSchema,
  R extends Role = Role,
  Default = unknown,
  A extends TSchema = TSchema,
> {
  readonly role: R
  readonly schema: S
  readonly initial: Default
  readonly answer: A | undefined
  readonly options: FieldOptions
}

/** A field that a creation must have. A change may omit it, but not empty it. */
export function required<S extends TSchema, A extends TSchema>(
  schema: S,
  options: FieldOptions & Answer<A>,
): Field<S, 'required', undefined, A>
export function required<S extends TSchema>(schema: S, options?: FieldOptions): Field<S, 'required', undefined, S>
export function required(schema: TSchema, options: FieldOptions & Partial<Answer<TSchema>> = {}) {
  return { role: 'required', schema, initial: undefined, answer: options.answer, options }
}

/** A field that a creation and a change may omit; `initial` is its value in a creation without it. */
export function optional<S extends TSchema, A extends TSchema, const Default extends Static<A> | undefined>(
  schema: S,
  initial: Default,
  options: FieldOptions & Answer<A>,
): Field<S, 'optional', Default, A>
export function optional<S extends TSchema, const Default extends Static<S> | undefined = undefined>(
  schema: S,
  initial?: Default,
  options?: FieldOptions,
): Field<S, 'optional', Default, S>
export function optional(schema: TSchema, initial?: unknown, options: FieldOptions & Partial<Answer<TSchema>> = {}) {
  return { role: 'optional', schema, initial, answer: options.answer, options }
}

/** A field that a creation and a change may omit, and that is stored within another column. */
export const packed = <S extends TSchema, A extends TSchema>(
  schema: S,
  { answer }: Answer<A>,
): Field<S, 'packed', undefined, A> => ({ role: 'packed', schema, initial: undefined, answer, options: {} })

const createField =
  <R extends Role>(role: R) =>
  <S extends TSchema>(schema: S, options: FieldOptions = {}): Field<S, R, undefined, S> => ({
    role,
    schema,
    initial: undefined,
    answer: schema,
    options,
  })

/** A stored field that callers read and never write. */
export const readOnly = createField('readOnly')

/** A read-only field that has a default in the database. */
export const generated = createField('generated')

/** A field that is computed for each answer. */
export const computed = createField('computed')

/** A column that callers neither read nor write. */
export const internal = createField('internal')

/** An internal column that has a default in the database. */
export const defaulted = createField('defaulted')

type Fields = Readonly<Record<string, Field>>
type NamesOf<F extends Fields, R extends Role> = {
  [K in keyof F & string]: F[K]['role'] extends R ? K : never
}[keyof F & string]
type StoredRole = Exclude<Role, 'computed' | 'packed'>
type WrittenRole = 'required' | 'optional'
type ReadRole = WrittenRole | 'readOnly' | 'generated'

type AnswerSchema<T extends Field> = NonNullable<T['answer']>
type AnswerProperties<F extends Fields> = {
  [K in NamesOf<F, Exclude<Role, 'internal' | 'defaulted'>>]: AnswerSchema<F[K]>
}
type CreationProperties<F extends Fields> = { [K in NamesOf<F, 'required'>]: F[K]['schema'] } & {
  [K in NamesOf<F, 'optional' | 'packed'>]: TOptional<F[K]['schema']>
}
type ChangeProperties<F extends Fields> = { [K in NamesOf<F, WrittenRole | 'packed'>]: TOptional<F[K]['schema']> }
type Values<F extends Fields, R extends Role> = { [K in NamesOf<F, R>]: Static<AnswerSchema<F[K]>> }
type NewValues<F extends Fields> = Omit<Values<F, Exclude<StoredRole, 'generated' | 'defaulted'>>, 'id'>
type Defaults<F extends Fields> = {
  [K in NamesOf<F, 'optional'> as F[K]['initial'] extends undefined ? never : K]: Static<AnswerSchema<F[K]>>
}

/** The record of a table; see `defineRecord`. */
export interface RecordOf<Table extends string, F extends Fields> {
  readonly table: Table
  readonly fields: F
  /** The properties of an answer. */
  readonly answer: AnswerProperties<F>
  /** The properties of a creation. */
  readonly creation: CreationProperties<F>
  /** The properties of a change, all of which may be omitted. */
  readonly change: ChangeProperties<F>
  /** The values of a creation that omits them. */
  readonly defaults: Defaults<F>
  /** The columns that callers write or read; all others are selected by name. */
  readonly columns: readonly NamesOf<F, ReadRole>[]
  /** The same columns with the name of the table, for joins. */
  readonly qualifiedColumns: readonly `${Table}.${NamesOf<F, ReadRole>}`[]
  /** The columns whose changes the change feed tells. */
  readonly tracked: readonly NamesOf<F, StoredRole>[]
  /** All columns with their types, to compare with the migrated table. */
  readonly columnTypes: ReadonlyMap<string, { type: ColumnType; nullable: boolean }>
  /** Returns the columns that callers write, for an insert or update, from the row or the parameters of a query. */
  values(row: Values<F, WrittenRole>): Values<F, WrittenRole>
  /** Returns the columns that an insert must have: `constants`, and the others from the parameters of the query. */
  newRow<const C extends Partial<NewValues<F>>>(row: Omit<NewValues<F>, keyof C>, constants: C): NewValues<F>
}

/** The columns that are read, as TypeScript sees them. */
export type RowOf<R> = R extends RecordOf<string, infer F> ? Values<F, ReadRole> : never

/** The columns that an insert must have, as TypeScript sees them. */
export type NewRowOf<R> = R extends RecordOf<string, infer F> ? NewValues<F> : never

/** The columns that callers write, as TypeScript sees them. */
export type WrittenValues<R> = R extends RecordOf<string, infer F> ? Values<F, WrittenRole> : never

/** The database gives ids that are numbers. */
type GeneratedId<T> = T extends number ? Generated<T> : T

/** The type of the table, for `Tables`. The database gives the id and the defaults. */
export type TableOf<R> =
  R extends RecordOf<string, infer F>
    ? {
        [K in NamesOf<F, Exclude<StoredRole, 'generated' | 'defaulted'>>]: K extends 'id'
          ? GeneratedId<Static<AnswerSchema<F[K]>>>
          : Static<AnswerSchema<F[K]>>
      } & {
        [K in NamesOf<F, 'generated' | 'defaulted'>]: Generated<Static<AnswerSchema<F[K]>>>
      }
    : never

/**
 * Declares a record. The order of the fields is that of the answer. `isFollowed` says whether the change feed tells changes of the
 * fields that callers write.
 */
export function defineRecord<const Table extends string, const F extends Fields>(
  table: Table,
  fields: F,
  { isFollowed = true }: { isFollowed?: boolean } = {},
): RecordOf<Table, F> {
  const entries = Object.entries(fields)
  const names = (...roles: Role[]) => entries.flatMap(([name, { role }]) => (roles.includes(role) ? [name] : []))
  const written = names('required', 'optional')
  const columns = names('required', 'optional', 'readOnly', 'generated')
  const inserted = names('required', 'optional', 'readOnly', 'internal').filter((name) => name !== 'id')
  const tracked = entries.flatMap(([name, { role, options }]) =>
    (options.tracked ?? (isFollowed && (role === 'required' || role === 'optional'))) ? [name] : [],
  )
  const properties = (roles: Role[], present: (name: string, field: Field) => TSchema) =>
    Object.fromEntries(
      entries.flatMap(([name, field]) => (roles.includes(field.role) ? [[name, present(name, field)]] : [])),
    )
  const record = {
    table,
    fields,
    answer: properties(['required', 'optional', 'packed', 'readOnly', 'generated', 'computed'], (_, field) =>
      getAnswerSchema(field),
    ),
    creation: properties(['required', 'optional', 'packed'], (_, { role, schema }) =>
      role === 'required' ? schema : Type.Optional(schema),
    ),
    change: properties(['required', 'optional', 'packed'], (name, { role, schema }) =>
      Type.Optional(role === 'required' ? forbidEmpty(name, schema) : schema),
    ),
    defaults: Object.fromEntries(
      entries.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
    ),
    columns,
    qualifiedColumns: columns.map((name) => `${table}.${name}`),
    tracked,
    columnTypes: listColumnTypes(fields),
    values: (row: Record<string, unknown>) => Object.fromEntries(written.map((name) => [name, row[name]])),
    newRow: (row: Record<string, unknown>, constants: Record<string, unknown>) =>
      Object.fromEntries(inserted.map((name) => [name, name in constants ? constants[name] : row[name]])),
  }
  return record as unknown as RecordOf<Table, F>
}

const listColumnTypes = (fields: Fields) =>
  new Map(
    Object.entries(fields)
      .filter(([, { role }]) => role !== 'computed' && role !== 'packed')
      .map(([name, { schema, options }]) => [name, getColumnType(schema, options.column)]),
  )

/** Keywords of strings that only requests are held to. */
const requestKeywords = ['maxLength', 'minLength', 'pattern', 'sentence']

const getAnswerSchema = ({ schema, answer }: Field): TSchema =>
  answer ??
  (Object.fromEntries(Object.entries(schema).filter(([keyword]) => !requestKeywords.includes(keyword))) as TSchema)

/** A text that a creation requires may be omitted in a change, but not empty. */
function forbidEmpty(
  name: string,
  schema: TSchema & { type?: unknown; format?: unknown; maxLength?: number },
): TSchema {
  const { type, format, maxLength } = schema
  if (type !== 'string' || format !== undefined || maxLength === undefined) return schema
  const sentence = fill('The {field} may not be empty and has at most {most} characters.', {
    field: { field: name },
    most: maxLength,
  })
  return { ...schema, minLength: 1, sentence } as TSchema
}

/** The columns of content that administrators can hide: since when it is hidden, and its status before. */
export const hideableColumns = {
  hidden_at: defaulted(withDescription(nullable(DateTime), 'When it was hidden; null unless it is.')),
  hidden_status: defaulted(nullable(Type.String())),
}
