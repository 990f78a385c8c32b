/** The sentence for each way in which a field can be invalid. */

import type { ErrorObject } from 'ajv'
import { singleLine } from '#core/schema.ts'
import { hasLostCharacter } from '#core/text-normalization.ts'
import { type FieldName, fill, type Sentence } from '#language/sentence.ts'

/** Returns the message about an error of Ajv. */
export function createMessage({ keyword, params, parentSchema, data }: ErrorObject, field: FieldName): Sentence {
  if (keyword === 'required') return fill('The {field} field is required.', { field })
  if (params.pattern === singleLine) return fill('The {field} must be one line without control characters.', { field })
  if (keyword === 'visible' && hasLostCharacter(String(data)))
    return fill('The {field} has a character that could not be read. Type it again.', { field })
  if (keyword === 'visible')
    return fill('The {field} contains invisible characters or ones that change the direction of text.', { field })
  const own: Sentence | undefined = parentSchema?.sentence
  if (own !== undefined && keyword !== 'type') return own
  return messageByKeyword[keyword]?.(field, params) ?? fill('The {field} is invalid.', { field })
}

type Params = Record<string, unknown>

const messageByKeyword: Record<string, (field: FieldName, params: Params) => Sentence> = {
  type: (field, { type }) => {
    const expected = [type].flat().find((one) => one !== 'null')
    return messageByType[String(expected)]?.(field) ?? fill('The {field} is invalid.', { field })
  },
  enum: (field) => fill('The selected {field} is invalid.', { field }),
  confirms: (field) => fill('The {field} does not match.', { field }),
  const: (field) => fill('The selected {field} is invalid.', { field }),
  fileLimit: (field) => fill('The {field} must be sent as a file.', { field }),
  format: (field, { format }) =>
    messageByFormat[String(format)]?.(field) ?? fill('The {field} must be valid.', { field }),
  minLength: (field, { limit }) =>
    fill('The {field} must be at least {limit, plural, one {{limit} character} other {{limit} characters}}.', {
      field,
      limit: Number(limit),
    }),
  maxLength: (field, { limit }) =>
    fill('The {field} may not be longer than {limit, plural, one {{limit} character} other {{limit} characters}}.', {
      field,
      limit: Number(limit),
    }),
  minimum: (field, { limit }) => fill('The {field} must be at least {limit}.', { field, limit: Number(limit) }),
  maximum: (field, { limit }) => fill('The {field} may not be greater than {limit}.', { field, limit: Number(limit) }),
  exclusiveMinimum: (field, { limit }) =>
    fill('The {field} must be greater than {limit}.', { field, limit: Number(limit) }),
  multipleOf: (field) => fill('The {field} has too many decimal places.', { field }),
  minItems: (field, { limit }) =>
    fill('The {field} must have at least {limit, plural, one {{limit} item} other {{limit} items}}.', {
      field,
      limit: Number(limit),
    }),
  maxItems: (field, { limit }) =>
    fill('The {field} may not have more than {limit, plural, one {{limit} item} other {{limit} items}}.', {
      field,
      limit: Number(limit),
    }),
  uniqueItems: (field) => fill('The {field} may not hold the same item twice.', { field }),
  maxProperties: (field, { limit }) =>
    fill('The {field} may not have more than {limit, plural, one {{limit} entry} other {{limit} entries}}.', {
      field,
      limit: Number(limit),
    }),
}

const messageByType: Record<string, (field: FieldName) => Sentence> = {
  string: (field) => fill('The {field} must be a text.', { field }),
  integer: (field) => fill('The {field} must be an integer.', { field }),
  number: (field) => fill('The {field} must be a number.', { field }),
  boolean: (field) => fill('The {field} must be true or false.', { field }),
  array: (field) => fill('The {field} must be a list.', { field }),
  object: (field) => fill('The {field} must be an object.', { field }),
}

const messageByFormat: Record<string, (field: FieldName) => Sentence> = {
  timezone: (field) => fill('The {field} must be an IANA name, like Europe/Berlin.', { field }),
  locale: (field) => fill('The selected {field} is invalid.', { field }),
  email: (field) => fill('The {field} must be a valid e-mail address.', { field }),
  'date-time': (field) => fill('The {field} must be a valid date and time.', { field }),
  date: (field) => fill('The {field} must be a valid date.', { field }),
  time: (field) => fill('The {field} must be a valid time.', { field }),
  ror: (field) => fill('The {field} must be a ROR id like https://ror.org/02y9nww90.', { field }),
  'web-address': (field) => fill('The {field} must be a valid http or https address.', { field }),
}
