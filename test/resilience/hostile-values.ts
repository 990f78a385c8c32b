/** Generates values for fields from their schemas: valid ones, extreme ones and hostile ones. */

import { createSample, listTypes, type Schema } from '../contract/samples.ts'
import { knownValues } from './known-values.ts'
import { always, type Chance, type Make, oneOf, weighted } from './random.ts'

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
const characters = ['\0', 'a\0b', '\ud800', '\udc00x', '\ufeff', '\u2028', '\u202egnirts', 'e\u0301', '\u{10ffff}']
const tooLong = ['a', ' ', '\u0301', '💥'].flatMap((piece) => [255, 5_001, 70_000].map((n) => piece.repeat(n)))

const letters = [...'abcdefghij ABCXYZ0123456789-_.äßœøčαβγжяشलก한字', 'e\u0301', '👩‍👩‍👧‍👦', '🇦🇹', '👍🏽']
/** Text in any script. */
const toText: Make<string> = (chance) => chance.some(20, oneOf(letters)).join('')
const codePoints: Make<string> = (chance) => String.fromCodePoint(...chance.some(20, () => chance.below(0x11_00_00)))

/** Texts that are known to break software. */
export const hostileText: Make<string> = weighted(
  [10, oneOf([...words.split(/\s+/), ...phrases, ...characters])],
  [4, codePoints],
  [4, toText],
  [1, oneOf(tooLong)],
)

const edges = [0, -0, 1, -1, 0.1, 2 ** 31, 2 ** 53 - 1, 2 ** 53 + 2, -(2 ** 63), 2 ** 64, 1e21, 1e308, 5e-324]

/** Any JSON, also deeply nested. */
export const anyJson: Make<unknown> = weighted<unknown>(
  [6, (chance) => json(chance, 3)],
  [3, hostileText],
  [2, oneOf(edges)],
  [1, (chance) => createNested(chance.of([10, 200, 1_000]))],
)

function json(chance: Chance, depth: number): unknown {
  const deeper = () => json(chance, depth - 1)
  const kind = chance.below(depth > 0 ? 7 : 5)
  if (kind === 5) return chance.some(4, deeper)
  if (kind === 6) return Object.fromEntries(chance.some(4, () => [hostileText(chance), deeper()]))
  return [null, true, false, chance.of(edges), toText(chance)][kind]
}

function createNested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { ['__proto__']: value, a: value === 'deep' ? 1 : 2 }
  return value
}

/** A value for a field, nearly always valid, because a request has at most one error. */
export const createFieldValue = (schema: Schema, name = ''): Make<unknown> =>
  weighted([150, createRightValue(schema, name)], [1, createEdgeCase(schema)])

/** A value that is probably wrong for a field. */
export const createWrongValue = (schema: Schema): Make<unknown> => weighted([3, createEdgeCase(schema)], [2, anyJson])

function createRightValue(schema: Schema, name: string): Make<unknown> {
  const known = knownValues[name]
  if (known !== undefined) return known
  if (schema.enum) return oneOf(schema.enum)
  if (schema.anyOf) {
    const ways = schema.anyOf.map((one) => createFieldValue(one, name))
    return (chance) => chance.of(ways)(chance)
  }
  const types = listTypes(schema)
  const { minimum = -5, maximum = 1_000 } = schema
  if (types.includes('object')) return createObject(schema)
  if (types.includes('array')) {
    const item = createFieldValue(schema.items ?? {}, name)
    return (chance) => chance.some(4, item)
  }
  if (types.includes('boolean')) return oneOf([true, false])
  if (types.includes('integer')) return (chance) => chance.between(minimum, Math.min(maximum, minimum + 40))
  if (types.includes('number')) return (chance) => chance.between(100 * minimum, 100 * maximum) / 100
  return types.includes('string') ? createRightText(schema) : anyJson
}

/** For each pattern of a route there is a matching generator. */
const patterned = [
  '',
  'https://example.org/a',
  'reports/2026',
  '/plans',
  'USD',
  'KE',
  'basic',
  '10.1000/182',
  '2026-11',
  'now',
  'P1D',
  '+254700000000',
  'a'.repeat(64),
  '12',
]

function createRightText(schema: Schema): Make<unknown> {
  const { format, pattern, minLength = 0, maxLength = 1_000 } = schema
  if (format !== undefined) return () => createSample(schema)
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u')
    return oneOf(patterned.filter((text) => expression.test(text)))
  }
  return weighted<unknown>(
    [1, () => String(createSample(schema)).slice(0, maxLength)],
    [1, (chance) => toText(chance).slice(0, maxLength).toWellFormed().padEnd(minLength, 'x')],
  )
}

function createEdgeCase(schema: Schema): Make<unknown> {
  const { minLength = 1, maxLength = 1_000, minimum = 0, maximum = 1_000 } = schema
  if (listTypes(schema).some((type) => type === 'integer' || type === 'number'))
    return oneOf([minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1, ...edges])
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1]
  const texts = weighted<unknown>(
    [4, (chance) => 'é'.repeat(Math.max(0, chance.of(lengths)))],
    [3, oneOf([null, {}, []])],
  )
  return weighted([1, texts], [1, hostileText])
}

/** A valid object: required properties and some optional ones. */
export function createObject({ properties = {}, patternProperties = {}, required = [] }: Schema): Make<object> {
  const [pattern] = Object.values(patternProperties)
  const other = pattern ? createFieldValue(pattern) : always(null)
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    make: createFieldValue(property, name),
    isNeeded: required.includes(name) || property.confirms !== undefined,
  }))
  return (chance) => {
    const others = pattern ? chance.some(3, () => [chance.of(['1', '2', '7']), other(chance)] as const) : []
    const maxOnes = chance.between(1, 4)
    const present = fields
      .filter(({ isNeeded }) => isNeeded || chance.oneIn(maxOnes))
      .map(({ name, make }) => [name, make(chance)] as const)
    // `fromEntries`, because it makes `__proto__` an ordinary property.
    return Object.fromEntries([...others, ...present])
  }
}
