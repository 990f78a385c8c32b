/**
 * Fields that an operation does not declare. They are ignored, so that clients may send more, with three exceptions: under
 * `/admin` a filter or a field that is misspelt must not act on everything, nor may one of an object that allows no further
 * properties, such as the filter of an action, and nowhere may a request be carried out for another person than it names.
 */

import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { type FieldErrors, refuseInvalid } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import type { Shape } from './normalizer.ts'

/** The maximum number of messages, and the characters of a name in them. */
const maxFields = 20
const longestName = 100

/** Names of the person that a request acts on. */
const persons = ['user_id', 'owner_id', 'recruiter_id', 'instructor_id', 'learner_id', 'student_id', 'applicant_id']

/** Every change under `/admin` takes a reason, in the body or the query. */
const reason = 'reason'

interface Part {
  schema: Shape
  method: string
  url: string
  httpPart: string
}

/** Returns a function that lists the fields of the input that are refused. */
export function compileUnknownFields({ schema, method, url, httpPart }: Part): (input: unknown) => FieldErrors {
  if (httpPart !== 'body' && httpPart !== 'querystring') return () => ({})
  const declared = new Set(Object.keys(schema.properties ?? {}))
  if (isAdminPath(url)) {
    const accepted = method === 'GET' || method === 'HEAD' ? [] : [reason]
    return (input) => describe([...listUnknown(schema, input, '')].filter((name) => !accepted.includes(name)))
  }
  // A PUT may send back the whole object that it changes.
  const refused = method === 'PUT' && httpPart === 'body' ? [] : persons.filter((name) => !declared.has(name))
  const closed = Object.entries(schema.properties ?? {}).filter(
    ([, { additionalProperties }]) => additionalProperties === false,
  )
  return (input) => {
    if (!isRecord(input) || Object.keys(input).length === 0) return {}
    const unknown = closed.flatMap(([name, shape]) => [...listUnknown(shape, input[name], `${name}.`)])
    return describe([...refused.filter((name) => Object.hasOwn(input, name)), ...unknown])
  }
}

/** Whether the path, which may be below a base path, is for administrators. */
const isAdminPath = (url: string): boolean => /(^|\/)admin\//.test(url)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yields the names of undeclared fields; nested ones with dots. */
function* listUnknown(
  { properties, patternProperties, items }: Shape,
  input: unknown,
  path: string,
): Generator<string> {
  if (Array.isArray(input) && items !== undefined)
    for (const [index, item] of input.entries()) yield* listUnknown(items, item, `${path}${index}.`)
  if (!isRecord(input) || properties === undefined || patternProperties !== undefined) return
  for (const [name, value] of Object.entries(input)) {
    const known = properties[name] ?? properties[name.replace(/\[\]$/, '')]
    if (known === undefined) yield `${path}${name}`.slice(0, longestName)
    else yield* listUnknown(known, value, `${path}${name}.`)
  }
}

const describe = (names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    names.slice(0, maxFields).map((name) => [name, [fill('The field {name} is not accepted here.', { name })]]),
  )

/**
 * Refuses fields also where an operation declares no query or no body: the name of another person everywhere, and any field under `/admin`.
 * Routes without a description, such as pages, read what they know.
 */
export function addUnknownFieldChecks(route: RouteOptions): void {
  const { schema, url } = route
  const isAdmin = isAdminPath(url)
  if (schema?.operationId === undefined && !isAdmin) return
  if (isAdmin) route.schema = { ...schema, querystring: schema?.querystring ?? Type.Object({}) }
  const hasQuery = route.schema?.querystring !== undefined
  const hasBody = schema?.body !== undefined || route.method === 'GET'
  if (hasQuery && hasBody) return
  const { query: findInQuery, body: findInBody } = isAdmin ? undeclaredForAdmins : undeclared
  const check = ({ query, body }: FastifyRequest, _: FastifyReply, done: () => void) => {
    refuseInvalid({ ...(hasQuery ? {} : findInQuery(query)), ...(hasBody ? {} : findInBody(body)) })
    done()
  }
  route.preHandler = [check, ...[route.preHandler ?? []].flat()]
}

/** What is refused where nothing is declared, in paths for all and in those for administrators. */
const [undeclared, undeclaredForAdmins] = ['/', '/admin/'].map((url) => ({
  query: compileUnknownFields({ schema: { properties: {} }, method: 'POST', url, httpPart: 'querystring' }),
  body: compileUnknownFields({ schema: { properties: {} }, method: 'POST', url, httpPart: 'body' }),
})) as [UndeclaredFields, UndeclaredFields]

type UndeclaredFields = Record<'query' | 'body', ReturnType<typeof compileUnknownFields>>
