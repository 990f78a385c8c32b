/**
 * Building blocks of schemas. `http/` implements their extra keywords (`trim`, `visible`, `dateOnly`, `clampMaximum`,
 * `sentence`, `condition`).
 */

import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { maxLimit } from './page.ts'
import type { Spelling } from './spelling.ts'

declare module 'typebox' {
  interface TSchemaOptions {
    /** The message about any invalid value. */
    sentence?: Sentence
    /** Larger integers count as this one. */
    clampMaximum?: number
    /** Without characters that have no shape, change the direction of others, or stand for one that was lost (U+FFFD). */
    visible?: boolean
    /** How it may be written besides the form in which it is stored. */
    spelling?: Spelling
  }
}

/** The id of a row. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Path parameters that are ids; a value that is not a positive integer answers 404. */
export const ids = <Names extends string>(...names: Names[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Id])) as Record<Names, typeof Id>)

/** A trimmed text with a maximum length. */
export const Text = (maxLength: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ maxLength, ...options })

/** Without line breaks and other control characters; NUL is refused everywhere. */
export const singleLine = '^[^\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/**
 * What the schema of an object cannot express, such as a condition between two of its fields. Gets the fields that are
 * valid by themselves, and returns messages by field, which are reported with all others. `isInvalid` tells a field that
 * has a message already from an absent one.
 */
export type Condition<T> = (input: Partial<T>, isInvalid: (field: keyof T & string) => boolean) => FieldErrors

/** Adds a condition to the schema of an object. */
export const withCondition = <S extends TSchema>(schema: S, condition: Condition<Static<S>>): S =>
  Object.assign(schema, { condition })

/** A trimmed text that names something, without hidden characters. */
export const Label = (maxLength: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ maxLength, visible: true, ...options })

/** A label of one line, such as a name or title: it is used in the subjects of mails. */
export const Line = (maxLength: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ maxLength, visible: true, pattern: singleLine, ...options })

/** A text that may be omitted in a change, but not empty; `name` is its name in the message. */
export const NonEmpty = (name: string, maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    ...(description === undefined ? {} : { description }),
    sentence: fill('The {field} may not be empty and has at most {most} characters.', {
      field: { field: name },
      most: maxLength,
    }),
  })

/** A line that may be omitted in a change, but not empty. */
export const NonEmptyLine = (name: string, maxLength: number, description?: string) =>
  Type.Unsafe<string>({ ...NonEmpty(name, maxLength, description), visible: true, pattern: singleLine })

/** A text that is not trimmed, such as a password or a token. */
export const Untrimmed = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ maxLength, trim: false, ...options })

/** Must equal another property, to detect typing errors. */
export const Confirmation = (confirms: string) =>
  Type.String({ maxLength: 200, trim: false, confirms, description: `Must equal \`${confirms}\`.` })

/** An e-mail address, in lower case and NFC. */
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['ada@example.org'],
})

/** A time in UTC with milliseconds; input may have any RFC 3339 offset. */
export const DateTime = Type.String({
  format: 'date-time',
  maxLength: 64,
  examples: ['2026-11-21T09:14:00.000Z'],
})

/** An IANA time zone. */
export const TimeZone = Type.String({ format: 'timezone', maxLength: 100, examples: ['Africa/Nairobi'] })

/** The language tag of one of the languages of the service (BCP 47). */
export const Locale = Type.String({ format: 'locale', maxLength: 35, examples: ['sw'] })

/** An id of the Research Organization Registry, alone or as an address; its check digits are checked. */
export const Ror = Type.String({
  format: 'ror',
  spelling: 'ror',
  maxLength: 100,
  description: 'An id of the Research Organization Registry, like 02y9nww90, or its address.',
  examples: ['https://ror.org/02y9nww90'],
})

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({ format: 'date', maxLength: 64, examples: ['2026-11-21'] })

/** One of the given words. */
export const oneOf = <const Words extends string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: words })

/** Returns the schema with what it means where it stands; an optional one stays optional, which the library marks by a hidden property. */
export const withDescription = <S extends object>(schema: S, description: string): S =>
  Object.defineProperties({ ...schema, description }, pickHidden(Object.getOwnPropertyDescriptors(schema)))

const pickHidden = (properties: PropertyDescriptorMap): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(properties).filter(([, { enumerable }]) => !enumerable))

/** The schema or null. */
export function nullable<S extends TSchema & { type?: unknown; enum?: unknown[] }>(schema: S) {
  const { type, enum: words, ...rest } = schema
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(words ? { enum: [...words, null] } : {}),
  })
}

const maxSkills = 50

/** Skills, which are compared without regard to case and accents. */
export const Skills = (description: string) => Type.Array(Line(100), { maxItems: maxSkills, description })

/** A person or an object, by id and name. */
export const Named = Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) })

/** An object, by id and title. */
export const Titled = Type.Object({ id: Id, title: Type.String({ description: 'The title.' }) })

/** All properties are optional. */
export const partial = <P extends TProperties>(schema: ReturnType<typeof Type.Object<P>>) => Type.Partial(schema)

/** Query parameters of a list. */
export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'The page, from 1.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      clampMaximum: maxLimit,
      description: 'Rows a page, 20 unless given; at most 100 are served.',
    }),
  ),
}

/** The `sort` of a list whose rows are shown by age: newest first unless asked otherwise. */
export const ByAge = withDescription(oneOf('recent', 'oldest'), 'Newest or oldest first; `recent` unless given.')
