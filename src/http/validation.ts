/** Validates requests against their schemas, with messages that a form can show. */

import { isDeepStrictEqual } from 'node:util'
import type { Ajv, ErrorObject } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { cacheByContent } from '#core/cache-by-content.ts'
import { isEmail } from '#core/email.ts'
import { isWebAddress } from '#core/host.ts'
import { loadLibrary } from '#core/load-library.ts'
import { createMalformedRequest, type FieldErrors, invalidData, Problem } from '#core/problem.ts'
import { ReceivedFile } from '#core/received-file.ts'
import { parseRor } from '#core/ror.ts'
import { hasHiddenCharacter, hasLostCharacter, normalizeForm } from '#core/text-normalization.ts'
import { isCalendarDate, parseDateTime } from '#core/time.ts'
import { isTimezone } from '#core/time-zone.ts'
import { parseLocale } from '#language/languages.ts'
import { type FieldName, fill, type Sentence } from '#language/sentence.ts'
import { compileConditions, hasInvalid, removeInvalid, toPaths } from './conditions.ts'
import { createMessage } from './field-messages.ts'
import { createNormalizer, type Normalizer, type Shape, type TextFault } from './normalizer.ts'
import { compileUnknownFields } from './unknown-fields.ts'

/** The maximum number of messages in a response. */
const maxErrors = 100

let ajv: Ajv | undefined

/** Returns what knows the keywords and formats of the schemas. It is loaded with the first request that has something to validate. */
function getAjv(): Ajv {
  if (ajv !== undefined) return ajv
  const library = loadLibrary('ajv') as typeof import('ajv')
  ajv = new library.Ajv({ allErrors: true, verbose: true, messages: false, strict: true, allowUnionTypes: true })
  addKeywords(ajv)
  addFormats(ajv)
  return ajv
}

function addKeywords(ajv: Ajv) {
  ajv.addVocabulary(['trim', 'dateOnly', 'clampMaximum', 'spelling', 'sentence', 'form', 'condition'])
  // Must equal the named property, which is validated by its own schema.
  ajv.addKeyword({
    keyword: 'confirms',
    schemaType: 'string',
    errors: false,
    validate: (other: string, value: unknown, _: unknown, place?: { parentData: Record<string, unknown> }) =>
      place?.parentData[other] === undefined || toComparable(place.parentData[other]) === toComparable(value),
  })
  ajv.addKeyword({
    keyword: 'visible',
    schemaType: 'boolean',
    errors: false,
    validate: (isWanted: boolean, value: unknown) =>
      !isWanted || typeof value !== 'string' || !(hasHiddenCharacter(value) || hasLostCharacter(value)),
  })
  ajv.addKeyword({
    keyword: 'fileLimit',
    validate: (_: unknown, value: unknown) => value instanceof ReceivedFile,
  })
}

/** The same text may have been typed with two keyboards. */
const toComparable = (value: unknown) => (typeof value === 'string' ? normalizeForm(value, 'NFC') : value)

const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

function addFormats(ajv: Ajv) {
  ajv.addFormat('email', isEmail)
  ajv.addFormat('date-time', (text) => parseDateTime(text) === text)
  ajv.addFormat('date', isCalendarDate)
  ajv.addFormat('time', time)
  ajv.addFormat('web-address', isWebAddress)
  ajv.addFormat('ror', (text) => parseRor(text) === text)
  // An empty text means the default.
  ajv.addFormat('locale', (text) => text === '' || parseLocale(text) !== null)
  ajv.addFormat('timezone', (text) => text === '' || isTimezone(text))
}

/** The input failed its validation. */
export class InvalidInput extends Problem {
  /** The fields without a message. */
  readonly valid: object
  readonly isInvalid: (field: string) => boolean

  constructor(errors: FieldErrors, input: unknown) {
    super(422, invalidData, { errors })
    const invalid = toPaths(errors)
    this.valid = removeInvalid(input, '', invalid) ?? {}
    this.isInvalid = (field) => hasInvalid(invalid, field)
  }
}

const compileValidator = cacheByContent((schema: object) => getAjv().compile(schema))

/** For Fastify: prepares and validates each part of a request, and reports all errors together. */
export const validatorCompiler: FastifySchemaCompiler<Shape> = ({ schema, method, url, httpPart = '' }) => {
  const isBody = httpPart === 'body'
  // With the first request, because most routes have none for long.
  let normalize: Normalizer | undefined
  const checkConditions = compileConditions(schema)
  const findUnknown = compileUnknownFields({ schema, method, url, httpPart })
  let validate: ReturnType<typeof compileValidator> | undefined
  const isNeeded = (schema.required ?? []).length > 0

  const check = (value: unknown, unstorable: ReadonlyMap<string, TextFault>): FieldErrors => {
    validate ??= compileValidator(schema)
    const isValid = validate(value) && unstorable.size === 0
    const errors = isValid ? {} : collectMessages(validate.errors ?? [], unstorable)
    return checkConditions === null ? errors : { ...checkConditions(value, '', toPaths(errors)), ...errors }
  }

  return (received: unknown) => {
    const unreadable = isBody ? checkBodyType(received, isNeeded) : null
    if (unreadable) return { error: unreadable }
    const unstorable = new Map<string, TextFault>()
    normalize ??= createNormalizer(schema, isBody && schema.form !== true ? 'json' : 'text')
    const value = normalize(isBody ? (received ?? {}) : received, '', (path, fault) => {
      // A search with too many marks is read without them.
      if (unstorable.size < maxErrors && (isBody || fault !== 'marks')) unstorable.set(path, fault)
    })
    const errors = { ...check(value, unstorable), ...findUnknown(received) }
    if (Object.keys(errors).length === 0) return { value }
    return httpPart === 'params' ? { value: null } : { error: new InvalidInput(errors, value) }
  }
}

/** Returns a function that reads values like the body of a request, for what comes otherwise, such as the rows of a file. */
export function createReader<S extends TSchema>(schema: S): (received: object) => FieldResult<Static<S>> {
  const read = validatorCompiler({ schema: schema as Shape, method: 'POST', url: '', httpPart: 'body' })
  return (received) => {
    const { value, error } = read(received) as { value?: Static<S>; error?: Error }
    if (error === undefined) return { value: value as Static<S>, sentences: [] }
    if (!(error instanceof InvalidInput)) throw error
    return { value: null, sentences: Object.values(error.errors ?? {}).flat() }
  }
}

/** The value, or the sentences that say why there is none. */
type FieldResult<T> = { value: T; sentences: readonly [] } | { value: null; sentences: readonly Sentence[] }

function checkBodyType(body: unknown, isNeeded: boolean): Problem | null {
  if (body === undefined || body === null)
    return isNeeded ? createMalformedRequest('The request body is empty; send a JSON object.') : null
  return typeof body === 'object' && !Array.isArray(body)
    ? null
    : createMalformedRequest('The request body must be a JSON object.')
}

const textFaults = {
  characters: 'The {field} contains characters that cannot be stored.',
  marks: 'The {field} contains more than 30 combining marks in a row.',
} as const

/** Returns the messages by field, at most 100. */
function collectMessages(
  errors: readonly ErrorObject[],
  unstorable: ReadonlyMap<string, TextFault>,
): Record<string, Sentence[]> {
  const byField: Record<string, Sentence[]> = {}
  const add = (field: string, sentence: Sentence) => {
    const known = byField[field]
    if (known === undefined) byField[field] = [sentence]
    else if (!known.some((one) => isDeepStrictEqual(one, sentence))) known.push(sentence)
  }
  for (const [path, fault] of unstorable) add(path, fill(textFaults[fault], { field: nameOf(path) }))
  // Only the type error is reported for a value of the wrong type.
  const illTyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map((error) => error.instancePath))
  const telling = errors.filter((error) => error.keyword === 'type' || !illTyped.has(error.instancePath))
  for (const error of telling.slice(0, maxErrors - unstorable.size)) {
    const field = getField(error)
    add(field, createMessage(error, nameOf(field)))
  }
  return byField
}

function getField({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer)
  if (keyword === 'required') path.push(String(params.missingProperty))
  return path.join('.') || 'body'
}

// JSON Pointer, RFC 6901, section 4.
const unescapePointer = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** A nested field is named by its last part, an item by its list. */
const nameOf = (field: string): FieldName => ({
  field: field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field,
})
