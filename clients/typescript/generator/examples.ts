/** Writes an example of each operation as a call, from the examples of the description. */

import type { Description, Operation, Parameter, Schema } from './description.ts'
import { components } from './types.ts'

type Schemas = Description['components']['schemas']

const lineLimit = 100
const textLimit = 60
/** An id where the description has no example. */
const anyId = 7

/** How the result of a method is taken apart. */
export type Result = 'nothing' | 'data' | 'page' | 'response'

const beginnings: Record<Result, string> = {
  nothing: '',
  data: 'const { data } = ',
  page: 'const { data, meta } = ',
  response: 'const response = ',
}

/** Returns the lines of an example. Files are the variable `file`. */
export function generateExample(operation: Operation, result: Result, schemas: Schemas): string {
  const method = `${beginnings[result]}await api.${operation.operationId}`
  const call = `${method}(${formatInput(listParts(operation, schemas), lineLimit - method.length)})`
  const [content] = Object.values(operation.responses['200']?.content ?? {})
  return [call, ...generateChoice(content?.schema?.properties?.data ?? {}, schemas)].join('\n')
}

type Part = [name: string, fields: [name: string, value: string][]]

function listParts({ parameters = [], requestBody }: Operation, schemas: Schemas): Part[] {
  const located = (['path', 'query'] as const).map((place): Part => {
    const here = parameters.filter((parameter) => parameter.in === place)
    return [place, here.flatMap((one) => listParameter({ ...one, schema: findSchema(one.schema, schemas) }))]
  })
  const [content] = Object.values(requestBody?.content ?? {})
  const schema = findSchema(content?.schema ?? {}, schemas)
  const isNeeded = requestBody?.required ?? false
  const example = content?.example ?? schema.examples?.[0] ?? (isNeeded ? createSample(schema, schemas) : {}) ?? {}
  const fields = Object.entries(example).map(([name, value]): [string, string] => [
    name,
    formatField(value, findSchema(schema.properties?.[name] ?? {}, schemas)),
  ])
  return [...located, ['body', fields] satisfies Part].filter(
    ([name, { length }]) => length > 0 || (name === 'body' && isNeeded),
  )
}

/** Returns a value of the type of the schema, with what is required alone, where the description has no example. */
function createSample(schema: Schema, schemas: Schemas): unknown {
  const found = findSchema(schema, schemas)
  const [alternative] = found.anyOf ?? found.oneOf ?? []
  const [type] = [found.type ?? []].flat()
  if (found.examples !== undefined || found.enum !== undefined) return found.examples?.[0] ?? found.enum?.[0]
  if (found.const !== undefined) return found.const
  if (alternative !== undefined) return createSample(alternative, schemas)
  if (type === 'object') {
    const required = Object.entries(found.properties ?? {}).filter(([name]) => found.required?.includes(name))
    return Object.fromEntries(required.map(([name, property]) => [name, createSample(property, schemas)]))
  }
  if (type === 'array') return []
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? anyId : type === 'null' ? null : '…'
}

/** A parameter that is required, or the size of a page. */
function listParameter({ name, required = false, schema, example }: Parameter): [string, string][] {
  if (!required) return name === 'limit' ? [[name, '50']] : []
  const value = example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? (schema.type === 'integer' ? anyId : '…')
  return [[name, formatValue(value)]]
}

function formatInput(parts: Part[], width: number): string {
  if (parts.length === 0) return ''
  const formatPart = ([name, fields]: Part) =>
    fields.length === 0 ? `${name}: {}` : `${name}: { ${fields.map(formatProperty).join(', ')} }`
  const line = `{ ${parts.map(formatPart).join(', ')} }`
  if (line.length <= width) return line
  const lines = parts.map((part) =>
    formatPart(part).length <= lineLimit
      ? `  ${formatPart(part)},\n`
      : `  ${part[0]}: {\n${part[1].map((field) => `    ${formatProperty(field)},\n`).join('')}  },\n`,
  )
  return `{\n${lines.join('')}}`
}

const formatProperty = ([name, value]: [string, string]): string =>
  name === value ? name : `${formatKey(name)}: ${value}`

const formatKey = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : formatText(name))

/** A field of a body. The description names a file in brackets, such as `(cv.pdf)`. */
function formatField(value: unknown, schema: Schema): string {
  if (schema.format === 'binary') return 'file'
  if (Array.isArray(value) && schema.items?.format === 'binary') return `[${value.map(() => 'file').join(', ')}]`
  return formatValue(value)
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return formatText(value)
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => formatProperty([name, formatValue(inner)]))
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** A text on one line, cut where it is long. */
function formatText(text: string): string {
  const [line = ''] = text.split(/[\r\n]/)
  const short = line.length <= textLimit && line === text ? text : `${line.slice(0, textLimit)}…`
  return `'${short.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

const findSchema = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.slice(components.length)] ?? {})

/** Where the result is one of two objects, how they are told apart: by a boolean that is true in one of them. */
function generateChoice({ anyOf = [] }: Schema, schemas: Schemas): string[] {
  const alternatives = anyOf.map((schema) => findSchema(schema, schemas))
  const names = Object.keys(alternatives[0]?.properties ?? {})
  const has = (value: boolean) => (name: string) =>
    alternatives.find(({ properties }) => properties?.[name]?.enum?.every((one) => one === value))
  const name = names.find((candidate) => has(true)(candidate) && has(false)(candidate))
  const [yes, no] = name === undefined ? [] : [has(true)(name), has(false)(name)]
  if (name === undefined || !yes || !no) return []
  const listOwn = (schema: Schema, other: Schema) =>
    (schema.required ?? [])
      .filter((field) => other.properties?.[field] === undefined)
      .slice(0, 2)
      .map((field) => `data.${field}`)
      .join(', ')
  return [`if (data.${name}) console.log(${listOwn(yes, no)})`, `else console.log(${listOwn(no, yes)})`]
}
