/** The worst bodies that each operation and each page admits. */

import { createSample, listTypes, type Schema } from './samples.ts'

interface Bounded extends Schema {
  maxItems?: number
}

const longestFormPart = 60_000

const hostileTexts: Record<string, (length: number) => string> = {
  marks: (length) => `a${'\u0301\u0323'.repeat(length / 4)}`,
  'half-width marks': (length) => `a${'\uff9e\u0301'.repeat(length / 5)}`,
  NUL: (length) => '\0'.repeat(length / 6),
  spaces: (length) => `x${' '.repeat(length - 2)}x`,
  points: (length) => `a@${'a.'.repeat(length / 2 - 2)}`,
  addresses: (length) => `https://a/${'%2e/'.repeat(length / 4 - 3)}`,
  hidden: (length) => '\u200d\u202e'.repeat(length / 6),
}

const fitText = (text: string, { maxLength = 1_000 }: Bounded) => text.slice(0, maxLength)

/** Returns a value as large as the schema allows, within the number of items. */
function fillSchema(schema: Bounded, most: number): unknown {
  const types = listTypes(schema)
  if (schema.const !== undefined || schema.enum || schema.format || schema.pattern) return createSample(schema)
  if (types.includes('array'))
    return Array.from({ length: Math.min(schema.maxItems ?? most, most) }, () => fillSchema(schema.items ?? {}, 2))
  if (types.includes('string')) return fitText('e\u0323\u0302 '.repeat(2_000), schema)
  if (types.includes('object'))
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, fillSchema(property, most)]),
    )
  return createSample(schema)
}

/** Yields bodies of JSON of about the size. */
export function* createJsonBodies(schema: Bounded, size: number): Generator<[kind: string, body: string]> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Bounded>)
  const share = Math.floor((size - 2_000) / Math.max(1, properties.length)) - 40
  const build = (value: (property: Bounded) => unknown) =>
    JSON.stringify(Object.fromEntries(properties.map(([name, property]) => [name, value(property)])))
  const items = (json: string) => {
    const count = Math.floor(share / (json.length + 1))
    const entries = properties.map(([name]) => `"${name}":[${new Array(count).fill(json).join(',')}]`)
    return `{${entries.join(',')}}`
  }
  const maps = (value: string) => {
    const count = Math.floor(share / (value.length + 10))
    const map = Array.from({ length: count }, (_, index) => `"${index}":${value}`).join(',')
    return `{${properties.map(([name]) => `"${name}":{${map}}`).join(',')}}`
  }
  for (const [kind, create] of Object.entries(hostileTexts)) yield [kind, build(() => create(Math.max(10, share)))]
  yield ['fields', `{${Array.from({ length: size / 12 }, (_, index) => `"a${index}":1`).join(',')}}`]
  yield ['names', `{${Array.from({ length: size / 20 }, () => '"constructor":1').join(',')}}`]
  yield ['depth', `{"a":${'['.repeat(size / 2 - 10)}${']'.repeat(size / 2 - 10)}}`]
  yield ['numbers', `{${properties.map(([name]) => `"${name}":${'9'.repeat(Math.max(1, share))}`).join(',')}}`]
  yield ['empty items', items('{}')]
  yield ['texts of NUL in lists', items('"\\u0000"')]
  yield ['texts of NUL in maps', maps('"\\u0000"')]
  const filled = JSON.stringify(fillSchema(schema, 1_000))
  yield ['filled', Buffer.byteLength(filled) <= size ? filled : JSON.stringify(fillSchema(schema, 10))]
}

/** Yields forms of a page; `names` are those of its fields. */
export function* createForms(names: readonly string[], size: number): Generator<[kind: string, body: string]> {
  const join = (entries: readonly (readonly [string, string])[]) =>
    entries.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  yield ['fields', Array.from({ length: 1_000 }, (_, index) => `level_${index}=1`).join('&')]
  yield ['too many fields', Array.from({ length: size / 4 }, () => 'a=1').join('&')]
  yield ['repetitions', Array.from({ length: 1_000 }, (_, index) => `application_ids=${index}`).join('&')]
  yield ['escapes', `email=${'%'.repeat(size - 10)}`]
  const share = Math.floor(size / Math.min(names.length, 20) / 3)
  for (const [kind, create] of Object.entries(hostileTexts))
    for (let at = 0; at < names.length; at += 20) {
      const body = join(names.slice(at, at + 20).map((name) => [name, create(share).slice(0, share / 3)]))
      yield [kind, body.slice(0, size)]
    }
}

/** Yields forms with files. */
export function* createMultipartForms(schema: Bounded): Generator<[kind: string, body: FormData]> {
  const names = Object.keys(schema.properties ?? {})
  for (const [kind, create] of Object.entries(hostileTexts)) {
    const form = new FormData()
    for (const name of names)
      if (schema.properties?.[name]?.fileLimit)
        form.append(name, new Blob(['x']), create(4_000).replaceAll('\0', 'x') || 'x')
      else form.append(name, create(longestFormPart))
    yield [kind, form]
  }
  const fields = new FormData()
  for (let index = 0; index < 990; index++) fields.append(`${names[0] ?? 'a'}[${index}][a][b]`, 'x')
  yield ['fields', fields]
}
