/**
 * Prepares input for validation according to its schema: trims texts and brings them to NFC, drops unknown properties,
 * converts times to UTC, and parses numbers and booleans where the source has only text.
 */

import { normalizeEmail } from '#core/email.ts'
import { normalizeSpelling, type Spelling } from '#core/spelling.ts'
import { buildText, hasLongMarkRun, isBlank } from '#core/text-normalization.ts'
import { isCalendarDate, parseDateTime } from '#core/time.ts'

/** The source of a value: JSON has types; query strings, paths and form fields have only text. */
export type Source = 'json' | 'text'

/** The keywords of a JSON schema that matter here. */
export interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  additionalProperties?: unknown
  required?: string[]
  items?: Shape
  maxItems?: number
  maxLength?: number
  maxProperties?: number
  format?: string
  trim?: boolean
  /** Whether hidden characters are removed. */
  visible?: boolean
  /** A date without a time means its midnight in UTC. */
  dateOnly?: boolean
  /** Larger integers count as this one. */
  clampMaximum?: number
  /** How it may be written besides the form in which it is stored. */
  spelling?: Spelling
  /** The body is sent as multipart/form-data. */
  form?: boolean
}

/** Why a text is refused: it has NUL or half of a character, or more than 30 combining marks in a row. */
export type TextFault = 'characters' | 'marks'

/** Returns the prepared value. Calls `complain` for texts that are not stored. */
export type Normalizer = (value: unknown, path: string, complain: ReportUnstorable) => unknown
export type ReportUnstorable = (path: string, fault: TextFault) => void

function findTextFault(text: string): TextFault | null {
  if (text.includes('\0') || !text.isWellFormed()) return 'characters'
  return hasLongMarkRun(text) ? 'marks' : null
}
/**
 * A text that is so much longer than its field allows stays too long, whatever is trimmed and composed, and is refused as it is: four marks
 * and letters become one at most, and white space around a text is forgiven up to a page.
 */
const isHopeless = (text: string, maxLength: number) => text.length > 4 * maxLength + 4_000
const truths: Record<string, boolean> = { true: true, 1: true, on: true, false: false, 0: false, off: false }
const integer = /^-?\d{1,15}$/
const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/** Compiles the schema, so that requests do not read it. */
export function createNormalizer({ clampMaximum, spelling, ...shape }: Shape, source: Source): Normalizer {
  if (clampMaximum !== undefined) return createLimiter(createNormalizer(shape, source), clampMaximum)
  if (spelling !== undefined) return createSpeller(createNormalizer(shape, source), spelling)
  const types = [shape.type ?? []].flat()
  if (types.includes('string')) return createTextNormalizer(shape)
  if (types.includes('object')) return createObjectNormalizer(shape, source)
  if (types.includes('array')) return createArrayNormalizer(shape, source)
  if (source === 'json') return (value) => value
  if (types.includes('boolean'))
    return (value) => (typeof value === 'string' ? (truths[value.trim().toLowerCase()] ?? value) : value)
  if (types.includes('integer')) return createNumberNormalizer(integer)
  if (types.includes('number')) return createNumberNormalizer(decimal)
  return (value) => value
}

const createSpeller =
  (normalize: Normalizer, spelling: Spelling): Normalizer =>
  (input, path, complain) => {
    const value = normalize(input, path, complain)
    return typeof value === 'string' ? normalizeSpelling(value, spelling) : value
  }

const createLimiter =
  (normalize: Normalizer, most: number): Normalizer =>
  (input, path, complain) => {
    const value = normalize(input, path, complain)
    return typeof value === 'number' ? Math.min(value, most) : value
  }

const createNumberNormalizer =
  (pattern: RegExp): Normalizer =>
  (value) =>
    typeof value === 'string' && pattern.test(value.trim()) ? Number(value) : value

/** Says where a line may be divided, which is no part of a name. */
const softHyphens = /\u00ad/g

function createTextNormalizer(shape: Shape): Normalizer {
  const normalize = chooseTextNormalizer(shape)
  const { maxLength = Number.POSITIVE_INFINITY } = shape
  return (value, path, complain) => {
    if (typeof value !== 'string' || isHopeless(value, maxLength)) return value
    const fault = findTextFault(value)
    if (fault !== null) complain(path, fault)
    return normalize(value)
  }
}

function chooseTextNormalizer({ trim, visible, dateOnly, format }: Shape): (text: string) => string {
  if (trim === false) return (text) => text
  if (format === 'email') return normalizeEmail
  if (format === 'date-time') return (text) => normalizeTime(text.trim(), dateOnly === true)
  return visible === true ? (text) => normalizeText(text.replace(softHyphens, '')) : normalizeText
}

const normalizeTime = (text: string, dateOnly: boolean) =>
  parseDateTime(dateOnly && isCalendarDate(text) ? `${text}T00:00Z` : text) ?? text

/** Invisible characters alone are an empty text, which a required field refuses. */
function normalizeText(text: string): string {
  const trimmed = text.trim()
  return isBlank(trimmed) ? '' : buildText(trimmed)
}

function createArrayNormalizer({ items = {}, maxItems = Number.POSITIVE_INFINITY }: Shape, source: Source): Normalizer {
  const normalize = createNormalizer(items, source)
  return (value, path, complain) => {
    const list = source === 'text' && value !== undefined ? toList(value) : value
    if (!Array.isArray(list)) return list
    // One item too many is enough to refuse the list, and the others would cost time.
    const read = list.length > maxItems ? list.slice(0, maxItems + 1) : list
    return read.map((item, index) => normalize(item, `${path}.${index}`, complain))
  }
}

/** A repeated name is already a list; a single value may be a list in JSON. */
function toList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.trimStart().startsWith('[') ? tryParseJson(value) : [value]
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON is a text.
    return text
  }
}

interface Property {
  name: string
  /** The accepted names: a list in a query may also be `name[]`. */
  names: string[]
  normalize: Normalizer
  settle: (value: unknown) => unknown
}

function createObjectNormalizer(shape: Shape, source: Source): Normalizer {
  const required = new Set(shape.required)
  const properties = Object.entries(shape.properties ?? {}).map(
    ([name, property]): Property => ({
      name,
      names: source === 'text' && property.type === 'array' ? [name, `${name}[]`] : [name],
      normalize: createNormalizer(property, source),
      settle: createEmptyValueHandler(property, required.has(name), source),
    }),
  )
  const pattern = Object.values(shape.patternProperties ?? {})[0]
  const { maxProperties = Number.POSITIVE_INFINITY } = shape
  const normalizeValue = pattern && createNormalizer(pattern, source)

  return (input, path, complain) => {
    const value = source === 'text' ? parseObject(input) : input
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const prefix = path === '' ? '' : `${path}.`
    return normalizeValue
      ? normalizeEntries(takeEntries(value, maxProperties), normalizeValue, prefix, complain)
      : normalizeProperties(value, properties, prefix, complain)
  }
}

/** An object as JSON in a form field. */
const parseObject = (value: unknown) =>
  typeof value === 'string' && value.trimStart().startsWith('{') ? tryParseJson(value) : value

/** One entry too many is enough to refuse a map, and the others would cost time. */
const takeEntries = (value: object, most: number) => Object.entries(value).slice(0, most + 1)

function normalizeEntries(
  input: readonly [name: string, item: unknown][],
  normalize: Normalizer,
  prefix: string,
  complain: ReportUnstorable,
) {
  const entries = input.map(([name, item]) => {
    const fault = findTextFault(name)
    if (fault !== null) complain(`${prefix}${name}`, fault)
    return [name, normalize(item, `${prefix}${name}`, complain)]
  })
  return Object.fromEntries(entries)
}

function normalizeProperties(
  value: object,
  properties: readonly Property[],
  prefix: string,
  complain: ReportUnstorable,
) {
  const result: Record<string, unknown> = {}
  for (const { name, names, normalize, settle } of properties) {
    const input = names.find((one) => Object.hasOwn(value, one))
    if (input === undefined) continue
    const settled = settle(normalize(Reflect.get(value, input), `${prefix}${name}`, complain))
    if (settled !== undefined) result[name] = settled
  }
  return result
}

/** What an empty value means for a property: missing, null or an empty text. */
function createEmptyValueHandler(shape: Shape, required: boolean, source: Source): (value: unknown) => unknown {
  const types = [shape.type ?? []].flat()
  const isText = types.includes('string')
  const isPlainText = isText && shape.format === undefined && !('enum' in shape)
  if (required && isText) return (value) => (value === '' ? undefined : value)
  if (types.includes('null'))
    // FormData converts null to this text; a text field may contain the word.
    return source === 'text'
      ? (value) => (value === '' || (value === 'null' && !isPlainText) ? null : value)
      : (value) => value
  if (isPlainText) return (value) => (value === null ? '' : value)
  if (source === 'text') return (value) => (value === '' ? undefined : value)
  return (value) => value
}
