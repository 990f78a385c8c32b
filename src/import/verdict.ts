/** Reads a line of a file into a row, or says in one sentence why it cannot be imported. */

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { distance } from 'fastest-levenshtein'
import { type TObject, Type } from 'typebox'
import { isEmail, normalizeEmail } from '#core/email.ts'
import { buildText, removeHiddenCharacters } from '#core/text-normalization.ts'
import { isTimezone } from '#core/time-zone.ts'
import type { ImportRow, ImportTable } from './table.ts'

const ajv = new Ajv({ allowUnionTypes: true, strict: false })
const isDateTime = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) && toTime(text) !== null
ajv.addFormat('date-time', isDateTime)
ajv.addFormat('date', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))
ajv.addFormat('email', (text) => isEmail(normalizeEmail(text)))
ajv.addFormat('timezone', isTimezone)

/** The time in UTC with milliseconds. One without a zone, as Laravel's databases have it, is in UTC. */
export function toTime(text: string): string | null {
  const iso = text.replace(' ', 'T')
  const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** The schema of a row, which is also published. */
export const getSchema = ({ columns, description }: ImportTable): TObject =>
  Type.Object(columns, { description, additionalProperties: false })

const validators = new Map<ImportTable, ValidateFunction>()

function getValidator(table: ImportTable): ValidateFunction {
  const known = validators.get(table) ?? ajv.compile(getSchema(table))
  validators.set(table, known)
  return known
}

/** Returns the row of a line, or the sentence that says why there is none. */
export function readRow(table: ImportTable, line: string): ImportRow | string {
  const row = parseObject(line)
  if (row === null) return 'The line is not a JSON object.'
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(table.columns, name))
  if (unknown !== undefined) return explainUnknown(unknown, Object.keys(table.columns))
  readBooleans(table, row)
  const validate = getValidator(table)
  if (!validate(row)) return explainInvalid(validate.errors?.[0])
  return readTexts(table, row) ?? table.check?.(row) ?? row
}

/** Databases without booleans write 0 and 1. */
function readBooleans({ columns }: ImportTable, row: ImportRow): void {
  for (const [name, value] of Object.entries(row))
    if ((value === 0 || value === 1) && readType(columns[name]) === 'boolean') row[name] = value === 1
}

/** Brings times, addresses and lines to the form in which they are stored; returns a sentence about other texts. */
function readTexts({ columns }: ImportTable, row: ImportRow): string | null {
  for (const [name, value] of Object.entries(row)) {
    if (hasUnusableText(value)) return `The column "${name}" has characters that no text may have.`
    row[name] = toStored(columns[name] ?? {}, value)
    if (row[name] === '' && value !== '') return `The column "${name}" shows nothing.`
  }
  return null
}

/** Returns the value as it is stored. */
function toStored(
  { format, line, items }: { format?: string; line?: boolean; items?: { format?: string; line?: boolean } },
  value: unknown,
) {
  if (Array.isArray(value) && items?.format === 'date-time') return value.map(toTime)
  if (Array.isArray(value) && items?.line) return value.map(toLine).filter((text) => text !== '')
  if (typeof value !== 'string') return value
  if (format === 'date-time') return toTime(value)
  if (format === 'email') return normalizeEmail(value)
  return line ? toLine(value) : value
}

const toLine = (text: string) => buildText(removeHiddenCharacters(text.replace(/[\s\p{Cc}]+/gu, ' '))).trim()

/** Zero bytes and halves of characters, which PostgreSQL does not store. */
function hasUnusableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some((entry) => entry.some((part) => hasUnusableText(part)))
}

const readType = (schema: object | undefined) =>
  schema !== undefined && 'type' in schema ? [schema.type].flat()[0] : undefined

function parseObject(line: string): ImportRow | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    // The row is refused: it is no object.
    return null
  }
}

function explainUnknown(name: string, columns: string[]): string {
  const [nearest] = columns
    .map((column) => ({ column, mistakes: distance(column, name) }))
    .toSorted((a, b) => a.mistakes - b.mistakes)
  return `There is no column "${name}"; the nearest is "${nearest?.column}".`
}

const formats: Record<string, string> = {
  'date-time': 'a date and time like "2026-11-21T09:14:00Z"',
  date: 'a date like "2026-11-21"',
  email: 'an e-mail address',
  timezone: 'an IANA time zone like "Africa/Nairobi"',
}

const types: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function explainInvalid(error: ErrorObject | undefined): string {
  if (error === undefined) return 'The row is invalid.'
  const { keyword, params, instancePath, message } = error
  if (keyword === 'required') return `The column "${params.missingProperty}" is missing.`
  const [name = '', ...inner] = instancePath.slice(1).split('/')
  const column = `The column "${name}"${inner.length > 0 ? ` (at ${inner.join('.')})` : ''}`
  if (keyword === 'enum') return `${column} must be one of ${params.allowedValues.map(String).join(', ')}.`
  if (keyword === 'format') return `${column} must be ${formats[params.format] ?? params.format}.`
  if (keyword === 'maxLength') return `${column} may have at most ${params.limit} characters.`
  if (keyword === 'type')
    return `${column} must be ${[params.type]
      .flat()
      .map((type) => types[type] ?? type)
      .join(' or ')}.`
  return `${column} ${message}.`
}
