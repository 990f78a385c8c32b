/** Completes the API description of @fastify/swagger: names, descriptions, shared errors and examples. */

import { describeAnswers, listResponses, problemDetails, shareErrors } from './answers.ts'
import { readExamples } from './examples.ts'
import { glossary, groups, particular, things } from './glossary.ts'
import { isObject, isSame, type Json, type JsonObject } from './json.ts'

/** Returns the whole description. */
export function finishDescription(document: JsonObject): JsonObject {
  const components: JsonObject = { ProblemDetails: problemDetails }
  // `info` also has a title, but is no schema.
  const { info = {}, components: declared, ...rest } = document
  const named = nameSchemas(rest, components) as JsonObject
  const examples = readExamples()
  const errors: JsonObject = {}
  for (const { path, operation } of listOperations(named)) {
    describeAnswers(operation)
    shareErrors(operation, errors)
    nameEnvelopes(operation, components)
    describeParameters(path, operation)
    describeNeed(operation, components)
    addRequestExample(operation, examples[operation.operationId])
  }
  for (const [name, schema] of Object.entries(components)) {
    describeFields(schema, name)
    const example = examples[name]
    if (example !== undefined && isObject(schema)) schema.examples ??= [example]
  }
  const tags = groups.filter(({ name }) => isUsed(named, name)).map((one) => ({ ...one }))
  return {
    openapi: '3.1.0',
    info,
    tags,
    security: [{ bearer: [] }],
    ...named,
    components: { ...(declared as JsonObject), responses: sortKeys(errors), schemas: sortKeys(components) },
  }
}

interface Operation extends JsonObject {
  operationId: string
}

function listOperations({ paths }: JsonObject): { path: string; operation: Operation }[] {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  )
}

const isUsed = (document: JsonObject, name: string) =>
  listOperations(document).some(({ operation }) => (operation.tags as Json[] | undefined)?.includes(name))

/** Our keywords, which mean nothing to other tools. */
const internal = new Set([
  'trim',
  'visible',
  'dateOnly',
  'clampMaximum',
  'spelling',
  'sentence',
  'confirms',
  'form',
  'condition',
])

/** Makes components of schemas with a title, so that a type is described once and generated types have names. */
function nameSchemas(value: Json, components: JsonObject): Json {
  if (Array.isArray(value)) return value.map((one) => nameSchemas(one, components))
  if (!isObject(value)) return value
  if ('fileLimit' in value) return describeFile(value)
  const entries = Object.entries(value).filter(([key]) => !internal.has(key))
  const named = spellFormat(Object.fromEntries(entries.map(([key, inner]) => [key, nameSchemas(inner, components)])))
  if (typeof named.title !== 'string' || (named.type === undefined && named.anyOf === undefined)) return named
  components[named.title] = named
  return { $ref: `#/components/schemas/${named.title}` }
}

/** Describes a file in a form as client generators expect it. */
const describeFile = ({ fileLimit: _, ...rest }: JsonObject): JsonObject => ({
  type: 'string',
  format: 'binary',
  description: 'The file.',
  ...rest,
})

/** Formats that OpenAPI does not define are described in words. */
function spellFormat({ format, ...schema }: JsonObject): JsonObject {
  if (format === 'time') return { ...schema, pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }
  if (format === 'web-address' || format === 'ror') return { ...schema, format: 'uri' }
  if (format === undefined || format === 'timezone' || format === 'locale') return schema
  return { ...schema, format }
}

const getJsonContent = ({ content = {} }: JsonObject): JsonObject | undefined =>
  (content as Record<string, JsonObject>)['application/json']

const referencedName = (schema: Json | undefined): string | undefined =>
  isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined

/** Makes the envelope of each success a component: `JobPostPage`, `JobPostResponse`. */
function nameEnvelopes(operation: Operation, components: JsonObject) {
  for (const [status, answer] of listResponses(operation)) {
    const content = getJsonContent(answer)
    if (content === undefined || Number(status) >= 400 || !isObject(content.schema)) continue
    const { properties } = content.schema
    if (!isObject(properties) || properties.status === undefined) continue
    // 200 and 201 have the same shape and share a name.
    properties.code = { type: 'integer', description: 'The HTTP status.' }
    const envelope: JsonObject = { ...content.schema }
    const wanted = chooseEnvelopeName(operation, properties)
    const name = isSame(components[wanted], envelope) ? wanted : `${capitalize(operation.operationId)}Response`
    components[name] = envelope
    content.schema = { $ref: `#/components/schemas/${name}` }
  }
}

function chooseEnvelopeName({ operationId }: Operation, { data, meta }: JsonObject): string {
  if (data === undefined) return 'MessageResponse'
  const items = isObject(data) ? data.items : undefined
  const name = referencedName(data) ?? referencedName(items)
  if (name === undefined) return `${capitalize(operationId)}Response`
  if (referencedName(data) !== undefined) return `${name}Response`
  return isPaging(meta) ? `${name}Page` : `${name}ListResponse`
}

const isPaging = (meta: Json | undefined): boolean =>
  referencedName(meta) === 'ListMeta' ||
  (isObject(meta) && isObject(meta.properties) && 'current_page' in meta.properties)

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Describes fields without a description by the glossary. */
function describeFields(schema: Json | undefined, owner: string): void {
  if (Array.isArray(schema)) for (const one of schema) describeFields(one, owner)
  if (!isObject(schema)) return
  const { properties = {} } = schema
  for (const [name, field] of Object.entries(properties as JsonObject)) {
    describeFields(field, owner)
    const words = particular[`${owner}.${name}`] ?? glossary[name]
    // References are described at their target.
    if (isObject(field) && field.$ref === undefined && words !== undefined) field.description ??= words
  }
  for (const key of ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']) describeFields(schema[key], owner)
}

function describeParameters(path: string, operation: Operation) {
  for (const parameter of (operation.parameters ?? []) as JsonObject[]) {
    const name = String(parameter.name)
    const words = particular[`${operation.operationId}.${name}`] ?? describeIdParameter(path, name) ?? glossary[name]
    if (parameter.description === undefined && words !== undefined) parameter.description = words
  }
  const { content = {} } = (operation.requestBody ?? {}) as JsonObject
  for (const [type, one] of Object.entries(content as Record<string, JsonObject>)) {
    if (type === 'multipart/form-data') one.schema = flattenFormTypes(one.schema ?? null)
    describeFields(one.schema, operation.operationId)
  }
}

/** A JSON body without a required field may be left out; see `checkBodyType` of the validation. */
function describeNeed({ requestBody }: Operation, components: JsonObject) {
  if (!isObject(requestBody)) return
  const { schema } = getJsonContent(requestBody) ?? {}
  if (!isObject(schema)) return
  const { required = [] } = (components[referencedName(schema) ?? ''] ?? schema) as JsonObject
  requestBody.required = (required as Json[]).length > 0
}

/** All values of a form are text: objects are sent as JSON. */
function flattenFormTypes(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(flattenFormTypes)
  if (!isObject(schema)) return schema
  const { type, ...rest } = schema
  const plain = Array.isArray(type) && type.includes('string') ? { type: 'string', ...rest } : schema
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, flattenFormTypes(value)]))
}

/** `{id}` is the id of the resource named by the segment before it. */
function describeIdParameter(path: string, name: string): string | undefined {
  if (name !== 'id' || !path.includes('{id}')) return undefined
  const segment =
    path
      .slice(0, path.indexOf('/{id}'))
      .split('/')
      .filter((one) => one !== 'details')
      .at(-1) ?? ''
  return things[segment] === undefined ? undefined : `The id of the ${things[segment]}.`
}

/** A request body without a name has its example at the operation; the example of a named one stands in its component. */
function addRequestExample(operation: Operation, example: Json | undefined) {
  if (example === undefined) return
  const { content = {} } = (operation.requestBody ?? {}) as JsonObject
  for (const body of Object.values(content as Record<string, JsonObject>)) body.example = example
}

const sortKeys = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
