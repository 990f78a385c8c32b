/** Completes the API description of @fastify/swagger: names, descriptions, shared errors and examples. */

import { describeAnswers, problemDetails, shareErrors } from './answers.ts'
import { completeExample, readExamples } from './examples.ts'
import { glossary, groups, particular, things } from './glossary.ts'
import { getComponentName, isObject, isSame, type Json, type JsonObject } from './json.ts'
import { extractBody, extractEnvelopes, extractSchemas, getJsonContent, type Operation } from './names.ts'
import {
  listKinds,
  shareDescribedFields,
  shareDescriptions,
  shareFields,
  shareFrame,
  shareParameters,
  shareSuccesses,
} from './shared-schemas.ts'

/** Who may call an operation that does not say so. */
const security: Json = [{ bearer: [] }]

/** Returns the whole description. */
export function finishDescription(document: JsonObject): JsonObject {
  const schemas: JsonObject = { ProblemDetails: problemDetails }
  // `info` also has a title, but is no schema.
  const { info = {}, components: declared, ...rest } = document
  const named = extractSchemas(rest, schemas) as JsonObject
  const errors: JsonObject = {}
  for (const { method, path, operation } of listOperations(named)) {
    describeAnswers(method, operation)
    shareErrors(method, operation, errors)
    extractEnvelopes(operation, schemas)
    describeParameters(path, operation)
    extractBody(operation, schemas)
    describeNeed(operation, schemas)
    if (isSame(operation.security, security)) delete operation.security
  }
  describeSchemas(schemas)
  const kinds = extractSchemas(listKinds(), schemas) as JsonObject
  describeSchemas(kinds)
  const operations = listOperations(named).map(({ operation }) => operation)
  shareFrame(schemas)
  shareFields(operations, schemas, kinds)
  shareDescribedFields(operations, schemas)
  shareDescriptions(schemas)
  const parameters = shareParameters(operations)
  const responses = { ...shareSuccesses(operations), ...errors }
  const tags = groups.filter(({ name }) => isUsed(named, name)).map((one) => ({ ...one }))
  return {
    openapi: '3.1.0',
    info,
    tags,
    security,
    ...named,
    components: {
      ...(declared as JsonObject),
      parameters: sortKeys(parameters),
      responses: sortKeys(responses),
      schemas: sortKeys(schemas),
    },
  }
}

function describeSchemas(schemas: JsonObject): void {
  const examples = readExamples()
  for (const [name, schema] of Object.entries(schemas)) {
    describeFields(schema, name)
    const example = examples[name]
    if (example !== undefined && isObject(schema)) schema.examples ??= [completeExample(example, schema, schemas)]
  }
}

function listOperations({ paths }: JsonObject): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

const isUsed = (document: JsonObject, name: string) =>
  listOperations(document).some(({ operation }) => (operation.tags as Json[] | undefined)?.includes(name))

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
  for (const [type, one] of Object.entries(content as Record<string, JsonObject>))
    if (type === 'multipart/form-data') one.schema = flattenFormTypes(one.schema ?? null)
}

/** A JSON body without a required field may be left out; see `checkBodyType` of the validation. */
function describeNeed({ requestBody }: Operation, components: JsonObject) {
  if (!isObject(requestBody)) return
  const { schema } = getJsonContent(requestBody) ?? {}
  if (!isObject(schema)) return
  const { required = [] } = (components[getComponentName(schema) ?? ''] ?? schema) as JsonObject
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

const sortKeys = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
