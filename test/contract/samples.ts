/** Generates values from the schema of a request: valid ones, and ones of a wrong type. */

import { createUniqueEmail } from '../support/app.ts'

/** The keywords of JSON Schema that routes use. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  pattern?: string
  /** Another field that it must equal. */
  confirms?: string
  minimum?: number
  maximum?: number
  minItems?: number
  /** A body that is sent as multipart/form-data. */
  form?: boolean
  /** A file in a form. */
  fileLimit?: object
}

const isFile = ({ fileLimit }: Schema) => fileLimit !== undefined

export const listTypes = ({ type }: Schema): string[] => [type ?? []].flat()

const formats: Record<string, () => string> = {
  email: createUniqueEmail,
  'date-time': () => '2026-11-22T10:00:00.000Z',
  date: () => '2026-11-22',
  time: () => '10:00',
  ror: () => 'https://ror.org/02y9nww90',
  'web-address': () => 'https://example.org/',
}

/** The smallest valid value: only required properties. */
export function createSample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return createSample(schema.anyOf[0])
  const [type] = listTypes(schema)
  if (type === 'object' && schema.examples?.[0] !== undefined) return schema.examples[0]
  switch (type) {
    case 'string':
      return formats[schema.format ?? '']?.() ?? schema.examples?.[0] ?? 'x'.repeat(Math.max(8, schema.minLength ?? 0))
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => createSample(schema.items ?? {}))
    default:
      return createObject(schema)
  }
}

const createObject = ({ properties = {}, required = [] }: Schema) =>
  Object.fromEntries(required.map((name) => [name, createSample(properties[name] ?? {})]))

/** A valid body for `fetch`. */
export function createBody(schema: Schema): { headers: Record<string, string>; body: string | FormData } {
  if (!schema.form) return toJsonRequest(createSample(schema))
  const form = new FormData()
  const [example] = schema.examples ?? []
  if (typeof example === 'object' && example !== null) {
    for (const [name, value] of Object.entries(example)) form.set(name, toText(value))
    return { headers: {}, body: form }
  }
  for (const name of schema.required ?? []) {
    const property = schema.properties?.[name] ?? {}
    if (isFile(property)) form.set(name, new File(['%PDF-1.7'], 'file.pdf'))
    else form.set(name, toText(createSample(property)))
  }
  return { headers: {}, body: form }
}

/** JSON as a body for `fetch`. */
export const toJsonRequest = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** An invalid value and the field that must be reported. */
export interface Wrong {
  field: string
  value: unknown
}

const kinds: Record<string, unknown> = {
  string: 'seven',
  integer: 7,
  number: 7.5,
  boolean: true,
  array: ['seven'],
  object: { seven: 7 },
}

/** A value of every JSON type that the schema does not allow, for it and its parts. */
export function listWrongTypes(schema: Schema, field = ''): Wrong[] {
  const types = listTypes(schema)
  if (types.length === 0) return []
  const own = Object.entries(kinds)
    .filter(([kind]) => !types.includes(kind) && !(kind === 'integer' && types.includes('number')))
    .map(([, value]) => ({ field, value }))
  return [...(field === '' ? [] : own), ...listNulls(schema, field), ...inside(schema, field)]
}

// Null clears an optional plain text, and is valid where the schema allows it.
function listNulls(schema: Schema, field: string): Wrong[] {
  const types = listTypes(schema)
  const clears = types.includes('string') && schema.format === undefined && schema.enum === undefined
  return field === '' || clears || types.includes('null') ? [] : [{ field, value: null }]
}

function inside({ properties = {}, items }: Schema, field: string): Wrong[] {
  const prefix = field === '' ? '' : `${field}.`
  const ofProperties = Object.entries(properties).flatMap(([name, property]) =>
    listWrongTypes(property, `${prefix}${name}`).map((wrong) => ({ ...wrong, value: { [name]: wrong.value } })),
  )
  const ofItems = items ? listWrongTypes(items, `${prefix}0`) : []
  return [...ofProperties, ...ofItems.map((wrong) => ({ ...wrong, value: [wrong.value] }))]
}

/** Texts that cannot be parsed for the schema, in a query string or a form, with their names. */
export const listWrongTexts = ({ properties = {} }: Schema): { field: string; values: string[] }[] =>
  Object.entries(properties)
    .filter(([, property]) => !isFile(property))
    .flatMap(([field, property]) => listWrongValues(property).map((values) => ({ field, values })))

function listWrongValues(property: Schema): string[][] {
  const types = listTypes(property)
  if (types.length === 0) return []
  const twice = types.includes('array') || types.includes('object') ? [] : [['1', '2']]
  if (property.enum) return [['nonsense'], ...twice]
  if (types.includes('integer')) return [['seven'], ['7.5'], ['1e3'], ['0x7'], ['9007199254740993'], ...twice]
  if (types.includes('number')) return [['seven'], ['1e3'], ['Infinity'], ...twice]
  if (types.includes('boolean')) return [['maybe'], ['2'], ...twice]
  if (types.includes('object')) return [['seven'], ['[7]']]
  // Any other value is a list of one.
  if (types.includes('array')) return [['[seven']]
  return property.format === undefined ? [['\0'], ...twice] : [['seven'], ...twice]
}
