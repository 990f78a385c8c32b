/** Gives what goes in and out a name, so that a type is described once and generated types have names. */

import { listResponses } from './answers.ts'
import {
  getComponentName,
  isObject,
  isSame,
  type Json,
  type JsonObject,
  toCapitalized,
  toSchemaReference,
} from './json.ts'

export interface Operation extends JsonObject {
  operationId: string
}

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

/** Makes components of schemas with a title. */
export function extractSchemas(value: Json, components: JsonObject): Json {
  if (Array.isArray(value)) return value.map((one) => extractSchemas(one, components))
  if (!isObject(value)) return value
  if ('fileLimit' in value) return describeFile(value)
  const entries = Object.entries(value).filter(([key]) => !internal.has(key))
  const named = spellFormat(Object.fromEntries(entries.map(([key, inner]) => [key, extractSchemas(inner, components)])))
  if (typeof named.title !== 'string' || (named.type === undefined && named.anyOf === undefined)) return named
  components[named.title] = named
  return toSchemaReference(named.title)
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

/** Names the body of an operation whose schema has no title: `ProjectChange` for `changeProject`. */
export function extractBody({ operationId, requestBody }: Operation, components: JsonObject) {
  if (!isObject(requestBody)) return
  for (const content of Object.values(requestBody.content as Record<string, JsonObject>)) {
    if (!isObject(content.schema) || content.schema.$ref !== undefined) continue
    const name = chooseBodyName(operationId)
    if (!isSame(components[name], content.schema)) throw new Error(`Two schemas would have the name ${name}.`)
    components[name] = content.schema
    content.schema = toSchemaReference(name)
  }
}

function chooseBodyName(operationId: string): string {
  const [, verb = '', noun = ''] = /^([a-z]+)([A-Z]\w*)?$/.exec(operationId) ?? []
  if (noun !== '' && (verb === 'create' || verb === 'add')) return `New${noun}`
  if (noun !== '' && (verb === 'change' || verb === 'update')) return `${noun}Change`
  return `${toCapitalized(operationId)}Request`
}

export const getJsonContent = ({ content = {} }: JsonObject): JsonObject | undefined =>
  (content as Record<string, JsonObject>)['application/json']

/** Makes the envelope of each success a component: `JobPostPage`, `JobPostResponse`. */
export function extractEnvelopes(operation: Operation, components: JsonObject) {
  for (const [status, answer] of listResponses(operation)) {
    const content = getJsonContent(answer)
    if (content === undefined || Number(status) >= 400 || !isObject(content.schema)) continue
    const { properties } = content.schema
    if (!isObject(properties) || properties.status === undefined) continue
    // 200 and 201 have the same shape and share a name.
    properties.code = { type: 'integer', description: 'The HTTP status.' }
    const envelope: JsonObject = { ...content.schema }
    const wanted = chooseEnvelopeName(operation, properties)
    const name = isSame(components[wanted], envelope) ? wanted : `${toCapitalized(operation.operationId)}Response`
    components[name] = envelope
    content.schema = toSchemaReference(name)
  }
}

function chooseEnvelopeName({ operationId }: Operation, { data, meta }: JsonObject): string {
  if (data === undefined) return 'MessageResponse'
  const items = isObject(data) ? data.items : undefined
  const name = getComponentName(data) ?? getComponentName(items)
  if (name === undefined) return `${toCapitalized(operationId)}Response`
  if (getComponentName(data) !== undefined) return `${name}Response`
  return isPaging(meta) ? `${name}Page` : `${name}ListResponse`
}

const isPaging = (meta: Json | undefined): boolean =>
  getComponentName(meta) === 'ListMeta' ||
  (isObject(meta) && isObject(meta.properties) && 'current_page' in meta.properties)
