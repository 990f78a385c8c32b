/**
 * Prepares what came in for validation, by the schema it will be held against: trims texts, drops what the schema
 * does not know, writes date-times in UTC, and reads numbers and booleans from text where the source has only text.
 */

import { isCalendarDate, parseDateTime } from '#core/time.ts'

/** Where a value came from: JSON has types of its own; query strings, paths and form fields have only text. */
export type Source = 'json' | 'text'

/** The parts of a JSON schema that matter here. */
export interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  format?: string
  trim?: boolean
  lowercase?: boolean
  /** A day alone is its midnight in UTC. */
  wholeDay?: boolean
  /** The body is sent as multipart/form-data. */
  form?: boolean
}

/** Returns the prepared value. `complain` hears of texts that no database can hold. */
export type Normalizer = (value: unknown, path: string, complain: Complain) => unknown
export type Complain = (path: string) => void

const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed()
const truths: Record<string, boolean> = { true: true, 1: true, on: true, false: false, 0: false, off: false }
const integer = /^[+-]?\d{1,15}$/
const decimal = /^[+-]?\d{1,15}(\.\d{1,15})?$/

/** Compiles the schema, so that nothing of it is looked at while a request runs. */
export function normalizerOf(shape: Shape, source: Source): Normalizer {
  const types = [shape.type ?? []].flat()
  if (types.includes('string')) return textNormalizer(shape)
  if (types.includes('object')) return objectNormalizer(shape, source)
  if (types.includes('array')) return arrayNormalizer(shape, source)
  if (source === 'json') return (value) => value
  if (types.includes('boolean'))
    return (value) => (typeof value === 'string' ? (truths[value.trim().toLowerCase()] ?? value) : value)
  if (types.includes('integer')) return numberNormalizer(integer)
  if (types.includes('number')) return numberNormalizer(decimal)
  return (value) => value
}

const numberNormalizer =
  (pattern: RegExp): Normalizer =>
  (value) =>
    typeof value === 'string' && pattern.test(value.trim()) ? Number(value) : value

function textNormalizer({ trim = true, lowercase = false, wholeDay = false, format }: Shape): Normalizer {
  return (value, path, complain) => {
    if (typeof value !== 'string') return value
    if (unstorable(value)) complain(path)
    const trimmed = trim ? value.trim() : value
    if (format === 'date-time')
      return parseDateTime(wholeDay && isCalendarDate(trimmed) ? `${trimmed}T00:00Z` : trimmed) ?? trimmed
    return lowercase ? trimmed.toLowerCase() : trimmed
  }
}

function arrayNormalizer({ items = {} }: Shape, source: Source): Normalizer {
  const normalize = normalizerOf(items, source)
  return (value, path, complain) => {
    const list = source === 'text' && value !== undefined ? listed(value) : value
    return Array.isArray(list)
      ? list.map((item, index) => normalize(item, `${path}.${index}`, complain))
      : list
  }
}

/** A repeated name gives a list already; a single one may be a list written as JSON. */
function listed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.trimStart().startsWith('[') ? parsed(value) : [value]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface Property {
  name: string
  /** The names it comes under: a list in a query also as `name[]`. */
  names: string[]
  normalize: Normalizer
  settle: (value: unknown) => unknown
}

function objectNormalizer(shape: Shape, source: Source): Normalizer {
  const required = new Set(shape.required)
  const properties = Object.entries(shape.properties ?? {}).map(
    ([name, property]): Property => ({
      name,
      names: source === 'text' && property.type === 'array' ? [name, `${name}[]`] : [name],
      normalize: normalizerOf(property, source),
      settle: settlerOf(property, required.has(name), source),
    }),
  )
  const pattern = Object.values(shape.patternProperties ?? {})[0]
  const normalizeValue = pattern && normalizerOf(pattern, source)

  return (given, path, complain) => {
    const value = source === 'text' ? unfolded(given) : given
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const prefix = path === '' ? '' : `${path}.`
    return normalizeValue
      ? entriesOf(value, normalizeValue, prefix, complain)
      : propertiesOf(value, properties, prefix, complain)
  }
}

/** An object written as JSON, in a form field. */
const unfolded = (value: unknown) =>
  typeof value === 'string' && value.trimStart().startsWith('{') ? parsed(value) : value

function entriesOf(value: object, normalize: Normalizer, prefix: string, complain: Complain) {
  const entries = Object.entries(value).map(([name, item]) => {
    if (unstorable(name)) complain(`${prefix}${name}`)
    return [name, normalize(item, `${prefix}${name}`, complain)]
  })
  return Object.fromEntries(entries)
}

function propertiesOf(value: object, properties: readonly Property[], prefix: string, complain: Complain) {
  const result: Record<string, unknown> = {}
  for (const { name, names, normalize, settle } of properties) {
    const given = names.find((one) => Object.hasOwn(value, one))
    if (given === undefined) continue
    const settled = settle(normalize(Reflect.get(value, given), `${prefix}${name}`, complain))
    if (settled !== undefined) result[name] = settled
  }
  return result
}

/** What an empty value means for a property: missing, cleared, or just empty. */
function settlerOf(shape: Shape, required: boolean, source: Source): (value: unknown) => unknown {
  const types = [shape.type ?? []].flat()
  const isText = types.includes('string')
  const isPlainText = isText && shape.format === undefined && !('enum' in shape)
  if (required && isText) return (value) => (value === '' ? undefined : value)
  if (types.includes('null'))
    // What a browser's FormData makes of null; a text may be this word.
    return source === 'text'
      ? (value) => (value === '' || (value === 'null' && !isPlainText) ? null : value)
      : (value) => value
  if (isPlainText) return (value) => (value === null ? '' : value)
  if (source === 'text') return (value) => (value === '' ? undefined : value)
  return (value) => value
}
