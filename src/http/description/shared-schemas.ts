/** Says once what the description says many times: schemas of fields, the frame of answers, parameters and answers. */

import { Amount, Currency } from '#core/money.ts'
import { CalendarDate, DateTime, Email, Id, Named, nullable, Titled } from '#core/schema.ts'
import { listResponses } from './answers.ts'
import { glossary } from './glossary.ts'
import {
  getComponentName,
  isObject,
  isSame,
  type Json,
  type JsonObject,
  toCapitalized,
  toPascalCase,
  toSchemaReference,
} from './json.ts'
import type { Operation } from './names.ts'

/** A reference is about so long, and less than this is not worth one. */
const referenceLength = 40
const leastSaving = 150

/** What is everywhere, with what may also be null. */
const kinds = { Amount, CalendarDate, Currency, DateTime, Email, Id, Named, Titled }

export const listKinds = (): JsonObject => {
  const all = Object.entries(kinds).flatMap(([name, schema]): [string, object][] => [
    [name, schema],
    [`${name}OrNull`, nullable(schema)],
  ])
  return JSON.parse(JSON.stringify(Object.fromEntries(all)))
}

interface SchemaUse {
  schema: JsonObject
  count: number
  name: string
}

/** Makes components of schemas that are said in several places, whatever they are said of there. `known` have their names. */
export function shareFields(operations: readonly Operation[], schemas: JsonObject, known: JsonObject): void {
  const found = findFields(operations, schemas, toText)
  const names = new Map<string, string>()
  const share = (text: string, wanted: string) => {
    const { schema, count } = found.get(text) ?? { schema: {}, count: 0 }
    if (names.has(text) || (text.length - referenceLength) * (count - 1) < leastSaving) return
    const name = schemas[wanted] === undefined ? wanted : `${wanted}Value`
    names.set(text, name)
    schemas[name] = withoutDescription(schema)
  }
  for (const [name, schema] of Object.entries(known)) share(toText(schema), name)
  for (const [text, { schema, name }] of found) if (isParticular(schema)) share(text, name)
  replaceEverywhere(operations, schemas, (schema) => {
    const { description } = schema
    const name = names.get(toText(schema))
    if (name === undefined) return undefined
    return { ...toSchemaReference(name), ...(description === undefined ? {} : { description }) }
  })
}

/** A description of so many characters is hardly the same by chance. */
const leastDescription = 40

/** Makes components of fields that several places describe in the same words. */
export function shareDescribedFields(operations: readonly Operation[], schemas: JsonObject): void {
  const names = new Map<string, string>()
  for (const [text, { schema, count, name }] of findFields(operations, schemas, JSON.stringify)) {
    const { description = '', format } = schema
    if (String(description).length < leastDescription || format === 'binary') continue
    if ((text.length - referenceLength) * (count - 1) < leastSaving || schemas[name] !== undefined) continue
    names.set(text, name)
    schemas[name] = schema
  }
  replaceEverywhere(operations, schemas, (schema) => {
    const name = names.get(JSON.stringify(schema))
    return name === undefined ? undefined : toSchemaReference(name)
  })
}

type ToText = (schema: JsonObject) => string

function findFields(operations: readonly Operation[], schemas: JsonObject, toKey: ToText): Map<string, SchemaUse> {
  const found = new Map<string, SchemaUse>()
  replaceEverywhere(operations, schemas, (schema, name) => {
    const text = toKey(schema)
    const known = found.get(text)
    if (known === undefined) {
      found.set(text, { schema, count: 1, name })
      return undefined
    }
    known.count += 1
    if (isSimpler(name, known.name)) known.name = name
    // What is inside is counted once, because it will be said once.
    return schema
  })
  return found
}

/** Whether two schemas are hardly the same by chance, as the bounds of two texts can be. */
const isParticular = ({ properties, enum: words, anyOf, items }: JsonObject): boolean =>
  properties !== undefined || words !== undefined || anyOf !== undefined || (isObject(items) && isParticular(items))

/** The name of the smallest thing that has it is the most general one. */
const isSimpler = (name: string, other: string) =>
  name.length < other.length || (name.length === other.length && name < other)

const withoutDescription = ({ description: _, ...schema }: JsonObject): JsonObject => schema
const toText = (schema: Json): string => JSON.stringify(isObject(schema) ? withoutDescription(schema) : schema)

/** Returns what stands in place of a schema; undefined to look inside. `name` says where it is. */
type Replace = (schema: JsonObject, name: string) => Json | undefined

function replaceEverywhere(operations: readonly Operation[], schemas: JsonObject, replace: Replace): void {
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = replaceInside(schema, name, replace)
  for (const { operationId, parameters } of operations)
    for (const parameter of (parameters ?? []) as JsonObject[]) {
      const name = toCapitalized(operationId) + toPascalCase(String(parameter.name))
      parameter.schema = replaceAt(parameter.schema ?? {}, name, replace)
    }
}

const replaceAt = (value: Json, name: string, replace: Replace): Json =>
  (isSchema(value) ? replace(value, name) : undefined) ?? replaceInside(value, name, replace)

const isSchema = (value: Json): value is JsonObject =>
  isObject(value) && (value.type !== undefined || value.anyOf !== undefined)

/** What these keywords hold is no schema. */
const values = new Set(['enum', 'examples', 'example', 'default', 'const', 'required'])

function replaceInside(value: Json, name: string, replace: Replace): Json {
  if (Array.isArray(value)) return value.map((one) => replaceAt(one, name, replace))
  if (!isObject(value)) return value
  return mapValues(value, (inner, key) => {
    if (values.has(key)) return inner
    if (key === 'properties' && isObject(inner))
      return mapValues(inner, (field, own) => replaceAt(field, name + toPascalCase(own), replace))
    return replaceAt(inner, key === 'items' ? `${name}Item` : name, replace)
  })
}

const mapValues = (object: JsonObject, map: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))

/** What an id is, wherever nothing more particular is said of it. */
const general: Record<string, string | undefined> = { Id: glossary.id }

/** Says at a component what every reference to it says, and at a reference only what is more particular. */
export function shareDescriptions(schemas: JsonObject): void {
  const found = new Map<string, (Json | undefined)[]>()
  eachReference(schemas, (name, { description }) => found.set(name, [...(found.get(name) ?? []), description]))
  for (const [name, [first, ...others]] of found) {
    const isShared = others.length > 0 && others.every((description) => description === first)
    const description = general[name] ?? (isShared ? first : undefined)
    const schema = schemas[name]
    if (isObject(schema) && description !== undefined) schema.description ??= description
  }
  eachReference(schemas, (name, reference) => {
    if (toObject(schemas[name]).description === reference.description) delete reference.description
  })
}

function eachReference(value: Json, visit: (name: string, reference: JsonObject) => void): void {
  const name = getComponentName(value)
  if (name !== undefined) visit(name, value as JsonObject)
  else if (isObject(value) || Array.isArray(value))
    for (const [key, inner] of Object.entries(value)) if (!values.has(key)) eachReference(inner, visit)
}

/** What every success says besides its data. */
const frame = 'MessageResponse'

/** Says in one place what all envelopes have. */
export function shareFrame(schemas: JsonObject): void {
  const { properties: shared, required } = toObject(schemas[frame])
  for (const [name, schema] of Object.entries(schemas)) {
    const { properties, required: all, type: _, ...rest } = toObject(schema)
    if (name === frame || !hasFrame(properties, shared)) continue
    const isOwn = (field: string) => !(required as Json[]).includes(field)
    const own = Object.entries(properties as JsonObject).filter(([field]) => isOwn(field))
    const more = {
      required: (all as string[]).filter(isOwn),
      properties: Object.fromEntries(own),
    }
    schemas[name] = { ...rest, allOf: [toSchemaReference(frame), more] }
  }
}

const hasFrame = (properties: Json | undefined, shared: Json | undefined): boolean =>
  isObject(properties) &&
  isObject(shared) &&
  Object.entries(shared).every(
    ([field, schema]) => properties[field] !== undefined && isSame(properties[field], schema),
  )

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** Makes components of parameters that several operations have. */
export function shareParameters(operations: readonly Operation[]): JsonObject {
  const uses = countTexts(operations.flatMap(({ parameters }) => (parameters ?? []) as Json[]))
  const shared: JsonObject = {}
  for (const operation of operations)
    operation.parameters &&= (operation.parameters as JsonObject[]).map((parameter) => {
      if (uses.get(JSON.stringify(parameter)) === 1) return parameter
      const plain = nameParameter(parameter)
      const name = isSame(shared[plain], parameter) ? plain : toCapitalized(operation.operationId) + plain
      shared[name] = parameter
      return { $ref: `#/components/parameters/${name}` }
    })
  return shared
}

/** `ExamId` for the `id` of an exam, `Page` for `page`. */
function nameParameter({ name, description }: JsonObject): string {
  const [, thing = ''] = /^The id of the ([a-z ]+)\.$/.exec(String(description)) ?? []
  return name === 'id' ? toPascalCase(`${thing} id`) : toPascalCase(String(name))
}

/** Makes components of successes that several operations answer. */
export function shareSuccesses(operations: readonly Operation[]): JsonObject {
  const uses = countTexts(operations.flatMap((one) => listResponses(one).map(([, answer]) => answer)))
  const shared: JsonObject = {}
  for (const { responses } of operations)
    for (const [status, answer] of Object.entries(responses as Record<string, JsonObject>)) {
      const contents = Object.values(toObject(answer.content))
      const name = contents.length === 1 ? getComponentName(toObject(contents[0]).schema) : undefined
      if (name === undefined || uses.get(JSON.stringify(answer)) === 1 || !isSame(shared[name], answer)) continue
      shared[name] = answer
      ;(responses as JsonObject)[status] = { $ref: `#/components/responses/${name}` }
    }
  return shared
}

function countTexts(all: readonly Json[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) {
    const text = JSON.stringify(one)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}
