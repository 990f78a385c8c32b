/** Writes what the client knows of the API: types of what goes in and out, and where each operation is. */

import { expandOperations } from '../../../src/http/description/references.ts'
import type { Content, Description, Operation, Parameter, Schema } from './description.ts'
import { generateExample, type Result } from './examples.ts'
import { block, components, formatComment, formatField, toType } from './types.ts'

const head = `// Generated from openapi.json by \`npm run generate\`; changes made here are lost.

import type { FileValue } from './forms.ts'
import type { Done, Page, Reply } from './replies.ts'
`

/** Names that the file needs for itself. */
const taken = new Set(['FileValue', 'Done', 'Page', 'Reply', 'Operations', 'Response', 'Record'])

interface Located {
  path: string
  method: string
  operation: Operation
}

/** The text of `src/contract.ts`, always the same for the same description. */
export function generateContract(description: Description): string {
  const {
    paths,
    components: { schemas },
  } = expandOperations(description)
  const located = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        path,
        method,
        operation: withEnvelopes(operation, schemas),
      })),
    )
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1))

  const types = located.map((one) => generateOperationTypes(one.operation, schemas))
  const places = located.map((one) => `  ${one.operation.operationId}: ${generatePlace(one)},\n`)
  return [
    head,
    ...generateNamedTypes(located, schemas),
    `/** The input and output types of each operation. */\nexport interface Operations {\n${types.join('')}}\n`,
    `/** The path of each operation, its parameters, and its response type if that is not JSON. */\nexport const operations = {\n${places.join('')}} as const\n`,
  ].join('\n')
}

/** The client takes envelopes off, so they are looked into where they are named. */
function withEnvelopes(operation: Operation, schemas: Record<string, Schema>): Operation {
  const responses = Object.entries(operation.responses).map(([status, answer]) => {
    const content = Object.entries(answer.content ?? {}).map(([type, { schema = {} }]) => {
      const name = schema.$ref?.slice(components.length) ?? ''
      const envelope = schemas[name]
      return [type, { schema: envelope?.properties?.status === undefined ? schema : envelope }]
    })
    return [status, { ...answer, ...(answer.content ? { content: Object.fromEntries(content) } : {}) }]
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}

/** The components that operations speak of. Refusals are not among them: every one becomes an `ApiProblem`. */
function generateNamedTypes(located: Located[], schemas: Record<string, Schema>): string[] {
  const used = new Set<string>()
  const find = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      find(JSON.stringify(schemas[name] ?? null))
    }
  }
  for (const { operation } of located)
    find(JSON.stringify([operation.parameters, operation.requestBody, ...listSuccesses(operation)]))
  return [...used].sort().map((name) => generateNamedType(name, schemas[name]))
}

function generateNamedType(name: string, schema: Schema | undefined): string {
  if (!schema) throw new Error(`The description refers to ${components}${name}, which is not there.`)
  if (taken.has(name) || !/^[A-Z]\w*$/.test(name))
    throw new Error(`The description has a component ${name}, which cannot be the name of a type here.`)
  const about = formatComment(schema.description, 0)
  const type = toType(schema, 0)
  return type.startsWith('{') && type.endsWith('\n}')
    ? `${about}export interface ${name} ${type}\n`
    : `${about}export type ${name} = ${type}\n`
}

function generateOperationTypes(operation: Operation, schemas: Record<string, Schema>): string {
  const reply = generateReply(operation)
  const example = `@example\n${generateExample(operation, getResult(reply), schemas)}`
  const about = [operation.summary, operation.description, example].filter(Boolean).join('\n\n')
  const fields = [
    formatField({ name: 'input', type: generateInput(operation), required: true }, 4),
    formatField({ name: 'reply', type: reply, required: true }, 4),
  ]
  return `${formatComment(about, 2)}  ${operation.operationId}: ${block(fields, 2)}\n`
}

function generateInput({ parameters = [], requestBody }: Operation): string {
  const fields = (['path', 'query'] as const).flatMap((place) => generateParameters(place, parameters))
  if (requestBody) {
    const [content = {}] = Object.values(requestBody.content)
    const type = toType(content.schema ?? {}, 6)
    fields.push(formatField({ name: 'body', type, required: requestBody.required ?? false }, 6))
  }
  return block(fields, 4)
}

function generateParameters(place: 'path' | 'query', parameters: Parameter[]): string[] {
  const here = parameters.filter((one) => one.in === place)
  if (here.length === 0) return []
  const fields = here.map(({ name, schema, required = false, description }) =>
    formatField({ name, type: toType(schema, 8), required, about: description }, 8),
  )
  const required = here.some((one) => one.required)
  return [formatField({ name: place, type: block(fields, 6), required }, 6)]
}

function generateReply(operation: Operation): string {
  if (isFileResponse(operation)) return 'Response'
  const bodies = listJsonResponses(operation).map(({ schema = {} }) => schema.properties ?? {})
  const replies = bodies.map(({ data, meta }) => {
    if (!data) return 'Done'
    if (!meta) return `Reply<${toType(data, 4)}>`
    return `Page<${toType(data.items ?? {}, 4)}, ${toType(meta, 4)}>`
  })
  return [...new Set(replies)].join(' | ')
}

/** What an example takes of a result of the type. */
function getResult(reply: string): Result {
  if (reply === 'Response') return 'response'
  if (reply.includes('Done')) return 'nothing'
  return reply.startsWith('Page<') ? 'page' : 'data'
}

const listSuccesses = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([, answer]) => answer)

const listJsonResponses = (operation: Operation): Content[] =>
  listSuccesses(operation).flatMap(({ content = {} }) => content['application/json'] ?? [])

/** A file, a page or a redirection, handed on as it is. */
const isFileResponse = (operation: Operation) => listJsonResponses(operation).length === 0

/** The service keeps the answers of these by their Idempotency-Key: it knows whose they are. */
const canBeKeyed = ({ security = [] }: Operation) => security.length > 0 && security.every((one) => 'bearer' in one)

function generatePlace({ path, method, operation }: Located): string {
  const takesForm = 'multipart/form-data' in (operation.requestBody?.content ?? {})
  const parts = [`method: '${method.toUpperCase()}'`, `path: '${path}'`]
  if (takesForm) parts.push(`takes: 'form'`)
  if (isFileResponse(operation)) parts.push(`answers: 'file'`)
  if (method === 'post' && canBeKeyed(operation)) parts.push('keyed: true')
  return `{ ${parts.join(', ')} }`
}
