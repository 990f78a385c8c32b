/** Completes the API description of @fastify/swagger: names, descriptions and examples. */

import { type Examples, readExamples } from './examples.ts'
import { glossary, groups, particular, things } from './glossary.ts'
import { isObject, type Json, type JsonObject } from './json.ts'

/** Returns the whole description. */
export function finishDescription(document: JsonObject): JsonObject {
  const components: JsonObject = { ProblemDetails: problemDetails }
  // `info` also has a title, but is no schema.
  const { info = {}, components: declared, ...rest } = document
  const named = nameSchemas(rest, components) as JsonObject
  const examples = readExamples()
  for (const { path, operation } of listOperations(named)) {
    describeAnswers(operation)
    nameEnvelopes(operation, components)
    describeParameters(path, operation)
    describeNeed(operation, components)
    addExamples(operation, examples[String(operation.operationId)])
  }
  for (const [name, schema] of Object.entries(components)) describeFields(schema, name)
  const tags = groups.filter(({ name }) => isUsed(named, name)).map((one) => ({ ...one }))
  return {
    openapi: '3.1.0',
    info,
    tags,
    security: [{ bearer: [] }],
    ...named,
    components: { ...(declared as JsonObject), schemas: sortKeys(components) },
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
const internal = new Set(['trim', 'lowercase', 'wholeDay', 'servedAtMost', 'sentence', 'confirms', 'form', 'condition'])

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
  if (format === 'web-address') return { ...schema, format: 'uri' }
  if (format === undefined || format === 'timezone') return schema
  return { ...schema, format }
}

const meanings: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  400: 'The request cannot be read.',
  401: 'No token, or one that is unknown, expired or revoked; at the login, wrong credentials.',
  403: 'The caller may not do this.',
  404: 'There is no such thing.',
  410: 'It is no longer there, and will not come back.',
  413: 'The body is too large.',
  415: 'The body has a type that is not understood here.',
  422: 'Something in the request is invalid, or a rule forbids it; `errors` names the fields.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong on our side; tell us the `X-Request-Id`.',
  502: 'A service we depend on did not answer well.',
  503: 'Not possible at the moment; `Retry-After` says when to come back.',
}

const listResponses = ({ responses = {} }: JsonObject) => Object.entries(responses as Record<string, JsonObject>)

function describeAnswers(operation: Operation) {
  for (const [status, answer] of listResponses(operation)) {
    answer.description = meanings[status] ?? answer.description ?? ''
    const { content } = answer
    if (Number(status) < 400 || !isObject(content)) continue
    content['application/problem+json'] = { schema: { $ref: '#/components/schemas/ProblemDetails' } }
  }
}

const text = (description: string): JsonObject => ({ type: 'string', description })

/** What errors are for clients that ask for `application/problem+json`. */
const problemDetails: JsonObject = {
  type: 'object',
  title: 'ProblemDetails',
  description: 'RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'request_id'],
  properties: {
    type: text('`about:blank`: the status says what kind of problem it is.'),
    title: text('The name of the status.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: text('One sentence a person can read.'),
    instance: text('The path of the request.'),
    request_id: text('The `X-Request-Id` of the response.'),
    errors: {
      type: 'object',
      description: 'Messages for each field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
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

const isSame = (known: Json | undefined, one: Json) =>
  known === undefined || JSON.stringify(known) === JSON.stringify(one)

function chooseEnvelopeName({ operationId }: Operation, { data, meta }: JsonObject): string {
  if (data === undefined) return 'MessageResponse'
  const items = isObject(data) ? data.items : undefined
  const name = referencedName(data) ?? referencedName(items)
  if (name === undefined) return `${capitalize(operationId)}Response`
  if (referencedName(data) !== undefined) return `${name}Response`
  return isObject(meta) && isObject(meta.properties) && 'current_page' in meta.properties
    ? `${name}Page`
    : `${name}ListResponse`
}

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

function addExamples(operation: Operation, example: Examples[string] | undefined) {
  if (example === undefined) return
  const { content = {} } = (operation.requestBody ?? {}) as JsonObject
  if (example.request !== undefined)
    for (const one of Object.values(content as Record<string, JsonObject>)) one.example = example.request
  for (const [status, answer] of listResponses(operation)) {
    const json = getJsonContent(answer)
    const known = example.responses[status]
    if (json !== undefined && known !== undefined) json.example = known
  }
}

const sortKeys = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
