/** The schema of a column of a file, from that of a field of a record: what requests are held to besides has no meaning in a file. */

import type { TSchema } from 'typebox'
import { Id, nullable, singleLine } from '#core/schema.ts'
import type { Field } from '#database/record.ts'

/** The longest text, the greatest number of items and the longest text among them, or the least and the greatest number. */
export type Bound = number | readonly [least: number, greatest: number]

interface Keywords {
  type?: string | string[]
  format?: string
  pattern?: string
  visible?: boolean
  description?: string
  minLength?: number
  enum?: unknown[]
  items?: TSchema
  properties?: Record<string, TSchema>
  additionalProperties?: unknown
}

/** What `http/` reads of a schema, and what names it in the API description. */
const requestKeywords = ['spelling', 'sentence', 'condition', 'trim', 'dateOnly', 'clampMaximum', 'title']

/** The formats that the rows of files are held to as well. */
const formats = ['date-time', 'date', 'email', 'timezone']
const patterns: Record<string, string> = { 'web-address': '^https?://[^\\s]+$' }

const hasType = ({ type }: Keywords, name: string) => [type].flat().includes(name)

/** Returns the schema without what only requests are held to. Objects have no other properties than the declared ones. */
export function toFileSchema(schema: TSchema): TSchema {
  const { format = '', pattern = patterns[format], visible, items, properties, ...keywords } = schema as Keywords
  const rest = Object.fromEntries(Object.entries(keywords).filter(([name]) => !requestKeywords.includes(name)))
  return {
    ...rest,
    ...(formats.includes(format) ? { format } : {}),
    ...(visible ? { line: true } : {}),
    ...(pattern === undefined || pattern === singleLine ? {} : { pattern }),
    ...(items === undefined ? {} : { items: toFileSchema(items) }),
    ...(properties === undefined
      ? {}
      : { additionalProperties: false, properties: mapValues(properties, (property) => toFileSchema(property)) }),
  } as TSchema
}

const mapValues = <T>(object: Record<string, T>, map: (value: T) => T) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]))

/** Returns the schema with another bound. */
export function withBound(schema: TSchema, bound: Bound): TSchema {
  if (typeof bound !== 'number') return { ...schema, minimum: bound[0], maximum: bound[1] }
  const { items } = schema as { items?: Keywords }
  if (items === undefined) return { ...schema, maxLength: bound }
  const { minLength: _, ...word } = items
  const isWord = hasType(items, 'string') && items.format === undefined
  return { ...schema, maxItems: bound, items: isWord ? { ...word, maxLength: bound } : items } as TSchema
}

const describe = (schema: TSchema, { answer }: Field): TSchema => {
  const { description = (schema as Keywords).description } = (answer ?? {}) as Keywords
  return description === undefined ? schema : { ...schema, description }
}

/** Returns the schema of the column of a field, which says what is stored. */
export const toColumn = (field: Field, bound: Bound | undefined): TSchema => {
  const schema = describe(toFileSchema(field.schema), field)
  return bound === undefined ? schema : withBound(schema, bound)
}

/** Returns the schema of the column of a field that has the id of another row. */
export const toReference = (field: Field): TSchema =>
  describe(isNullable(field.answer ?? field.schema) ? nullable(Id) : Id, field)

export const isNullable = (schema: TSchema): boolean => hasType(schema as Keywords, 'null')

/** Returns the schema of a text that names something, which cannot be empty; of others as they are. */
export function toNonEmpty(schema: TSchema): TSchema {
  const { type, format, enum: words, minLength } = schema as Keywords
  const isText = type === 'string' && format === undefined && words === undefined && minLength === undefined
  return isText ? ({ ...schema, minLength: 1 } as TSchema) : schema
}
