/** The pieces schemas are made of. Their extra keywords (`trim`, `lowercase`, `wholeDay`, `sentence`) are read by `http/`. */

import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** A row's id. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Path parameters that are ids; anything that is no positive integer answers 404. */
export const ids = <Names extends string>(...names: Names[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Id])) as Record<Names, typeof Id>)

/** A trimmed text of at most so many characters. */
export const Text = (maxLength: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ maxLength, ...options })

/** A text that a change may leave out, but not empty; `name` is what the sentence calls it. */
export const NonEmpty = (name: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    sentence: `The ${name} may not be empty and has at most ${maxLength} characters.`,
  })

/** A text that is taken as it is: a password, a token. */
export const Untrimmed = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ maxLength, trim: false, ...options })

/** A repetition of another property, against mistakes in typing. */
export const Confirmation = (confirms: string) =>
  Type.String({ maxLength: 200, trim: false, confirms, description: `Must equal \`${confirms}\`.` })

/** An e-mail address, in lower case. */
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  lowercase: true,
  examples: ['ada@example.org'],
})

/** A moment in UTC with milliseconds; any RFC 3339 offset is understood. */
export const DateTime = Type.String({ format: 'date-time', examples: ['2026-11-21T09:14:00.000Z'] })

/** A time zone by its name in the IANA database. */
export const TimeZone = Type.String({ format: 'timezone', maxLength: 100, examples: ['Africa/Nairobi'] })

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({ format: 'date', examples: ['2026-11-21'] })

/** One word of a fixed set. */
export const oneOf = <const Words extends string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: words })

/** The schema's values, or null. */
export function nullable<S extends TSchema & { type?: unknown; enum?: unknown[] }>(schema: S) {
  const { type, enum: words, ...rest } = schema
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(words ? { enum: [...words, null] } : {}),
  })
}

/** Every property may be left out. */
export const partial = <P extends TProperties>(schema: ReturnType<typeof Type.Object<P>>) =>
  Type.Partial(schema)

/** How a list is asked for. */
export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'The page, from 1.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Rows a page, 20 unless given; at most 100 are served.',
    }),
  ),
}

/** The columns a reply schema needs, in its order. */
export const columnNames = <P extends TProperties>(schema: { properties: P }) =>
  Object.keys(schema.properties) as (keyof P & string)[]
