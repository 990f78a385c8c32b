/** Generates bodies: valid ones, ones with one error, and malformed JSON. */

import type { Schema } from '../contract/samples.ts'
import type { Route } from '../contract/walk.ts'
import { anyJson, createObject, createWrongValue, hostileText } from './hostile-values.ts'
import { knownBodies } from './known-values.ts'
import { always, type Chance, type Make, oneOf, weighted } from './random.ts'

/** A part of a form: a text or a file. */
export interface FormPart {
  name: string
  content: string | Buffer
  isFile: boolean
}

export interface Sent {
  type: string
  body: string | readonly FormPart[] | undefined
}

const brokenJson = weighted(
  [4, oneOf(['', ' ', '{', '{"a":', '"', 'nul', '{"a":1}}', "{'a':1}", '{"a":01}', '\ufeff{}', '{"a":"\n"}'])],
  [1, oneOf(['['.repeat(100_000), '{"a":'.repeat(20_000), `[${'0,'.repeat(50_000)}0]`])],
  [4, oneOf(['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])],
  [4, hostileText],
  [4, (chance) => JSON.stringify(anyJson(chance))],
)

const strangeTypes = `application/json;charset=utf-16 application/json;; APPLICATION/JSON text/plain multipart/form-data
  multipart/form-data;boundary=x application/x-www-form-urlencoded */* x`
const contentType = oneOf(['', 'application/json', ...strangeTypes.split(/\s+/)])

const strangeBody = weighted<Sent>(
  [1, (chance) => ({ type: 'application/json', body: brokenJson(chance) })],
  [1, (chance) => ({ type: contentType(chance), body: brokenJson(chance) })],
  [1, always({ type: 'application/json', body: undefined })],
)

export function createBody(route: Route): Make<Sent> {
  const right: Make<Sent> =
    route.body === undefined ? always({ type: '', body: undefined }) : bodyFor(route, route.body)
  return weighted([24, right], [1, strangeBody])
}

function bodyFor(route: Route, schema: Schema): Make<Sent> {
  const right = knownBodies[route.name] ?? createObject(schema)
  const wrong = createWrongFields(schema)
  return (chance) => {
    const body = right(chance)
    const sent = chance.below(10) < 7 ? body : withField(body, wrong(chance))
    return schema.form
      ? { type: 'form', body: toParts(sent) }
      : { type: 'application/json', body: JSON.stringify(sent) }
  }
}

/** Stands for an omitted field. */
const nothing = Symbol('nothing')

function createWrongFields({ properties = {} }: Schema): Make<[string, unknown]> {
  const fields = Object.entries(properties).map(([name, property]) => ({ name, make: createWrongValue(property) }))
  return (chance: Chance) => {
    if (fields.length === 0 || chance.oneIn(10)) return [hostileText(chance), anyJson(chance)]
    const { name, make } = chance.of(fields)
    return [name, chance.oneIn(5) ? nothing : make(chance)]
  }
}

const withField = (body: object, [name, value]: [string, unknown]): object =>
  Object.fromEntries([
    ...Object.entries(body).filter(([other]) => other !== name),
    ...(value === nothing ? [] : [[name, value]]),
  ])

const fileNames = new Set('avatar profile_photo photo image file chunk resume'.split(' '))

const toParts = (values: object): FormPart[] =>
  Object.entries(values).map(([name, value]) => ({
    name,
    content: value instanceof Buffer || typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    isFile: fileNames.has(name),
  }))
