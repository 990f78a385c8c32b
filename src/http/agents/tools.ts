/** Makes the tools that agents get: one for each operation of the API description whose input and answer are JSON. */

import { isScope } from '#core/scopes.ts'
import { isObject, type Json, type JsonObject } from '../description/json.ts'
import { expandOperations } from '../description/references.ts'
import type { Method, Operation } from './operations.ts'

const methods: Readonly<Record<string, Method>> = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' }
const json = 'application/json'

/** Returns the text of `tools.json`, with a line for each operation. */
export const renderOperations = (document: JsonObject): string =>
  `[\n${createOperations(document)
    .map((operation) => JSON.stringify(operation))
    .join(',\n')}\n]\n`

function createOperations(described: JsonObject): Operation[] {
  const document = expandOperations(described)
  const resolve = createResolver(document)
  return Object.entries(toObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(toObject(item)).flatMap(([verb, described]) => {
      const method = methods[verb]
      return method === undefined ? [] : createOperation(toObject(described), { method, path, resolve })
    }),
  )
}

interface Place {
  method: Method
  path: string
  resolve: (schema: Json | undefined) => JsonObject
}

/** Returns no operation for files, forms and streams, and for what no API key may do. */
function createOperation(described: JsonObject, { method, path, resolve }: Place): Operation[] {
  const { operationId, summary, description, parameters } = described
  const scope = described['x-scope']
  if (typeof operationId !== 'string' || !isScope(scope)) return []
  const responses = toObject(described.responses)
  const answer = resolve(responses['200'] ?? responses['201'])
  const content = toObject(resolve(described.requestBody).content)
  if (toObject(answer.content)[json] === undefined || isFile(answer)) return []
  if (Object.keys(content).length > 0 && content[json] === undefined) return []

  const listed = toList(parameters).map(resolve)
  const body = resolve(toObject(content[json]).schema)
  const named = Object.fromEntries(
    listed.map((parameter) => [String(parameter.name), describeParameter(parameter, resolve)]),
  )
  const inPath = listNames(listed, 'path')
  return [
    {
      operationId,
      scope,
      method,
      path,
      inPath,
      inQuery: listNames(listed, 'query'),
      inBody: Object.keys(toObject(body.properties)),
      tool: {
        name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        title: String(summary),
        description: [summary, description].filter((text) => typeof text === 'string').join('.\n\n'),
        inputSchema: {
          type: 'object',
          properties: { ...named, ...toObject(body.properties) },
          required: [...inPath, ...toList(body.required)],
          additionalProperties: false,
        },
        annotations: {
          // A search is sent by POST.
          readOnlyHint: scope.endsWith(':read'),
          destructiveHint: method === 'DELETE',
          idempotentHint: method !== 'POST',
          openWorldHint: false,
        },
      },
    },
  ]
}

/** Whether an operation answers a file unless it is asked for JSON in another way. The first type is what it answers by default. */
const isFile = (answer: JsonObject): boolean => Object.keys(toObject(answer.content))[0] !== json

const listNames = (parameters: readonly JsonObject[], place: string): string[] =>
  parameters.flatMap((parameter) => (parameter.in === place ? [String(parameter.name)] : []))

function describeParameter({ schema, description }: JsonObject, resolve: Place['resolve']): JsonObject {
  return { ...resolve(schema), ...(description === undefined ? {} : { description }) }
}

/** Returns a function that replaces references by what they name, so that each tool can be read alone. */
function createResolver(document: JsonObject): Place['resolve'] {
  const find = (reference: string): Json | undefined =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce<Json | undefined>((value, name) => toObject(value)[name], document)
  const resolve = (value: Json | undefined): Json => {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value ?? {}
    if (typeof value.$ref === 'string') {
      const { $ref, ...own } = value
      return { ...toObject(resolve(find(value.$ref))), ...own }
    }
    const { examples: _, example: __, title: ___, ...rest } = value
    return Object.fromEntries(
      // A property may have the name of a keyword that is left out elsewhere.
      Object.entries('properties' in value ? { ...rest, properties: value.properties ?? {} } : rest).map(
        ([name, part]) => [name, name === 'properties' ? resolveProperties(part) : resolve(part)],
      ),
    )
  }
  const resolveProperties = (properties: Json): Json =>
    Object.fromEntries(Object.entries(toObject(properties)).map(([name, schema]) => [name, resolve(schema)]))
  return (schema) => toObject(resolve(schema))
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const toList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
