/** Values for the fields of a request, made from their schemas: mostly right, often at the edge, sometimes hostile. */

import * as fc from 'fast-check'
import { type Schema, sampleOf, typesOf } from '../contract/samples.ts'
import { adminEmail, password } from '../support/app.ts'

const words = `__proto__ constructor toString hasOwnProperty null undefined NaN true -0 1e999 % _ \\ %s%n {{7*7}}
  ../../etc/passwd <script>alert(1)</script> İ ß ﬀ ﷽ 👩‍👩‍👧‍👦 ٣ １ 2026-02-30 2026-11-21T24:00:00Z 0000-00-00 a@b @ a@b..c`
const phrases = [
  '',
  ' ',
  '\t\n',
  "' or 1=1 --",
  '"; drop table users; --',
  '"a b"@c.de',
  '\x1b[31m',
  '9999999999-01-01',
]
const characters = [
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u2028',
  '\u202egnirts',
  'e\u0301',
  '\u{10ffff}',
]

// Made once: making them is slow, drawing from them is not.
const graphemes = fc.string({ unit: 'grapheme', maxLength: 20 })
const codePoints = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 20 })
  .map((points) => String.fromCodePoint(...points))
const json = fc.jsonValue({ maxDepth: 3 })

const tooLong = ['a', ' ', '\u0301', '💥'].flatMap((piece) =>
  [255, 5_001, 70_000].map((n) => piece.repeat(n)),
)

/** Texts that broke something somewhere once. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...words.split(/\s+/), ...phrases, ...characters) },
  { weight: 4, arbitrary: codePoints },
  { weight: 4, arbitrary: graphemes },
  { weight: 1, arbitrary: fc.constantFrom(...tooLong) },
)

const edges = [0, -0, 1, -1, 0.1, 2 ** 31, 2 ** 53 - 1, 2 ** 53 + 2, -(2 ** 63), 2 ** 64, 1e21, 1e308, 5e-324]

/** Anything that JSON can say, also too deep. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: json },
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...edges) },
  { weight: 1, arbitrary: fc.constantFrom(10, 200, 1_000).map(nested) },
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at++)
    value = at % 2 ? [value] : { ['__proto__']: value, a: value === 'deep' ? 1 : 2 }
  return value
}

/** A value for a field. Most are right, so that requests get past the first check and meet the others. */
export function fieldValue(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: rightValue(schema, name) },
    { weight: 2, arbitrary: edgeOf(schema) },
    { weight: 1, arbitrary: anyJson },
  )
}

function rightValue(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fieldValue(one, name)))
  const types = typesOf(schema)
  if (types.includes('object')) return objectOf(schema)
  if (types.includes('array')) return fc.array(fieldValue(schema.items ?? {}, name), { maxLength: 4 })
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('integer'))
    return fc.integer({ min: schema.minimum ?? -5, max: (schema.minimum ?? 0) + 40 })
  if (types.includes('number')) return fc.double({ min: schema.minimum ?? 0, max: 1_000, noNaN: true })
  if (types.includes('string')) return rightText(schema, name)
  return anyJson
}

function rightText(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const sample = fc.constant(null).map(() => sampleOf(schema))
  if (schema.format === 'email') return fc.oneof(sample, fc.constantFrom(adminEmail, 'Victim@Example.org '))
  if (schema.format !== undefined) return sample
  // So that logins succeed and passwords do change.
  if (name.includes('password')) return fc.constantFrom(password, password, 'another password')
  return fc.oneof(
    sample,
    graphemes.map((text) => text.padEnd(schema.minLength ?? 0, 'x')),
  )
}

function edgeOf(schema: Schema): fc.Arbitrary<unknown> {
  const { minLength = 1, maxLength = 1_000, minimum = 0, maximum = 1_000 } = schema
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].map((length) => 'é'.repeat(length))
  return typesOf(schema).some((type) => type === 'integer' || type === 'number')
    ? fc.constantFrom(minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1, ...edges)
    : fc.oneof(fc.constantFrom<unknown>(...lengths, null, {}, []), hostileText)
}

/** An object with most of its fields, and some that nobody asked for. */
export function objectOf({
  properties = {},
  patternProperties = {},
  required = [],
}: Schema): fc.Arbitrary<object> {
  const [pattern] = Object.values(patternProperties)
  const stranger = fc.tuple(hostileText, pattern ? fieldValue(pattern) : anyJson)
  const fields = Object.entries(properties).map(([name, property]) =>
    fc
      .tuple(fc.constant(name), fieldValue(property, name), fc.integer({ min: 0, max: 9 }))
      .map(([key, value, chance]) => (chance < (required.includes(name) ? 9 : 4) ? [[key, value]] : [])),
  )
  const strangers = fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(stranger, { maxLength: 3 }))
  // `fromEntries`, because it makes `__proto__` a field like any other.
  return fc
    .tuple(strangers, ...fields)
    .map((parts) => Object.fromEntries(parts.flat() as [string, unknown][]))
}
