/** Converts schemas to TypeScript types. */

import type { Schema } from './description.ts'

/** The JSON pointer prefix of the description's components. */
export const components = '#/components/schemas/'

/** Converts a schema to a type. Types of more than one line are indented by the given number of spaces. */
export function toType(schema: Schema, indent: number): string {
  if (schema.$ref) return getName(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return joinTypes(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return joinTypes(alternatives.map((one) => toType(one, indent)))
  if (schema.allOf) return schema.allOf.map((one) => groupType(toType(one, indent))).join(' & ')
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? 'unknown' : joinTypes(types.map((type) => toPlainType(type, schema, indent)))
}

function toPlainType(type: string, schema: Schema, indent: number): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return schema.format === 'binary' ? 'FileValue' : 'string'
    case 'array':
      return `${groupType(toType(schema.items ?? {}, indent))}[]`
    case 'object':
      return toObjectType(schema, indent)
    case 'boolean':
    case 'null':
      return type
    default:
      throw new Error(`The description has a type that is none: ${type}`)
  }
}

/** An optional property may also be undefined; the client leaves it out of the request. */
function toObjectType(schema: Schema, indent: number): string {
  const required = new Set(schema.required)
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    formatField(
      { name, type: toType(property, indent + 2), required: required.has(name), about: property.description },
      indent + 2,
    ),
  )
  const others = toIndexType(schema, indent)
  if (own.length === 0) return `Record<string, ${others ?? 'unknown'}>`
  if (others !== undefined && others !== 'unknown') return `${block(own, indent)} & Record<string, ${others}>`
  return block(others === undefined ? own : [...own, `${' '.repeat(indent + 2)}[name: string]: unknown\n`], indent)
}

/** The type of properties that the schema does not name, if it allows them. */
function toIndexType({ additionalProperties, patternProperties }: Schema, indent: number): string | undefined {
  const some = Object.values(patternProperties ?? {})
  if (typeof additionalProperties === 'object') some.push(additionalProperties)
  if (some.length > 0) return joinTypes(some.map((one) => toType(one, indent)))
  return additionalProperties === true ? 'unknown' : undefined
}

interface Field {
  name: string
  type: string
  required: boolean
  about?: string | undefined
}

/** One property of an interface, below its comment. */
export function formatField({ name, type, required, about }: Field, indent: number): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  const value = required ? `${key}: ${type}` : `${key}?: ${type} | undefined`
  return `${formatComment(about, indent)}${' '.repeat(indent)}${value}\n`
}

/** Fields in braces. */
export const block = (fields: string[], indent: number): string =>
  fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${' '.repeat(indent)}}`

/** A documentation comment, or nothing. */
export function formatComment(text: string | undefined, indent: number): string {
  if (!text) return ''
  const margin = ' '.repeat(indent)
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${margin}/** ${lines[0]} */\n`
  return `${margin}/**\n${lines.map((line) => `${margin} * ${line}`.trimEnd()).join('\n')}\n${margin} */\n`
}

const joinTypes = (types: string[]) => [...new Set(types)].join(' | ')
const groupType = (type: string) => (/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type)

function getName(reference: string): string {
  if (!reference.startsWith(components)) throw new Error(`The description refers to ${reference}`)
  return reference.slice(components.length)
}
