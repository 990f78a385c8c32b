/** Examples of requests and responses, recorded from real runs by `npm run generate -- --examples`. */

import { readFileSync } from 'node:fs'
import { getComponentName, isObject, type Json, type JsonObject } from './json.ts'

/** Examples by the name of a component. */
type Examples = Record<string, Json>

/** Read once, when the description is created. */
export const readExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))

/** Returns the example with the required fields that its schema has got since it was recorded; `schemas` are those of the components. */
export function completeExample(example: Json, schema: Json | undefined, schemas: JsonObject): Json {
  const { properties, required = [], items } = resolveSchema(schema, schemas)
  if (Array.isArray(example)) return example.map((item) => completeExample(item, items, schemas))
  if (!isObject(example) || !isObject(properties)) return example
  const completed = Object.entries(properties).flatMap(([name, field]): [string, Json][] => {
    const value = example[name]
    if (value !== undefined) return [[name, completeExample(value, field, schemas)]]
    return (required as Json[]).includes(name) ? [[name, createValue(field, schemas)]] : []
  })
  return { ...example, ...Object.fromEntries(completed) }
}

function resolveSchema(schema: Json | undefined, schemas: JsonObject): JsonObject {
  const name = getComponentName(schema)
  return name === undefined ? (isObject(schema) ? schema : {}) : resolveSchema(schemas[name], schemas)
}

const emptyValues: Readonly<Record<string, Json>> = { null: null, array: [], boolean: false, string: '' }

/** Returns the least value: null where it may be, else an empty one, or the first of the values. */
function createValue(field: Json, schemas: JsonObject): Json {
  const schema = resolveSchema(field, schemas)
  const { type = 'object', enum: values, anyOf, minimum = 0 } = schema
  if (Array.isArray(anyOf)) return createValue(anyOf.at(-1) ?? null, schemas)
  const types = [type].flat()
  if (types.includes('null')) return null
  if (Array.isArray(values)) return values[0] ?? null
  if (types.includes('integer') || types.includes('number')) return minimum
  return emptyValues[String(types[0])] ?? completeExample({}, schema, schemas)
}
