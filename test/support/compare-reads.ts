/** Sends every GET of the API description to two services, and says where the answers differ in value. */

import { readFile } from 'node:fs/promises'
import { expandOperations } from '#http/description/references.ts'
import { descriptionFile } from '../contract/description.ts'

/** Finds values of the parameters of a path, a row for each read. */
export type FindParameters = (path: string) => readonly Record<string, string | number>[]

export interface Service {
  address: string
  /** What its own links begin with. */
  publicUrl: string
}

export interface Reader {
  /** The name of the person; `stranger` without tokens. */
  name: string
  /** The tokens at the old and at the new service; null without. */
  tokens: readonly [string | null, string | null]
}

export interface Difference {
  operation: string
  reader: string
  path: string
  /** Where in the body, such as `data[].title`; `status` or `type` before it. */
  field: string
  was: unknown
  is: unknown
}

/** What must differ: reasons with the operations, or with those of their fields, that differ for them. */
export type ExpectedDifferences = Record<string, readonly string[]>

/** Returns the differences that are not expected, one of each field of an operation. */
export function listUnexpected(differences: readonly Difference[], expected: ExpectedDifferences): Difference[] {
  const names = new Set(Object.values(expected).flat())
  const others = differences.filter(
    ({ operation, field }) => !names.has(operation) && !names.has(`${operation} ${field}`),
  )
  return [...new Map(others.map((one) => [`${one.operation} ${one.field}`, one])).values()]
}

interface Operation {
  id: string
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
}

interface Schema {
  $ref?: string
  enum?: string[]
}

async function listReads(): Promise<Operation[]> {
  const { paths, components } = expandOperations(JSON.parse(await readFile(descriptionFile, 'utf8')))
  const findSchema = (schema: Schema): Schema => components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  return Object.entries<Record<string, { operationId: string; parameters?: Operation['parameters'] }>>(paths).flatMap(
    ([path, { get }]) => {
      if (get === undefined) return []
      const parameters = (get.parameters ?? []).map((one) => ({ ...one, schema: findSchema(one.schema) }))
      return [{ id: get.operationId, path, parameters }]
    },
  )
}

/** Fills the parameters of the path; those with an `enum` have each of its values. */
function listPaths({ path, parameters }: Operation, find: FindParameters): string[] {
  if (!path.includes('{')) return [path]
  const paths = find(path).map((row) =>
    path.replace(/\{(\w+)\}/g, (given, name) => (row[name] === undefined ? given : encodeURIComponent(row[name]))),
  )
  return parameters
    .filter((parameter) => parameter.in === 'path' && parameter.schema.enum !== undefined)
    .reduce(
      (all, { name, schema }) =>
        all.flatMap((one) => (schema.enum ?? []).map((value) => one.replace(`{${name}}`, value))),
      paths,
    )
    .filter((one) => !one.includes('{'))
}

const timeoutMs = 60_000

/** Returns the answer without what differs between two services: their addresses, signatures and names of files. */
export async function read({ address, publicUrl }: Service, token: string | null, path: string) {
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
  const reply = await fetch(address + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  const type = (reply.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (reply.status === 429 || reply.status >= 500) throw new Error(`${path} of ${address} answered ${reply.status}.`)
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (type === 'application/pdf' || type === 'image/png')
    return { status: reply.status, type, body: bytes.toString('base64') }
  const text = hideSignatures(bytes.toString('utf8').replaceAll(publicUrl, '').replaceAll(address, ''))
  return { status: reply.status, type, body: /json$/.test(type) ? JSON.parse(text) : text }
}

/** Links are signed for a time, and files have names that cannot be guessed. */
const hideSignatures = (text: string) =>
  text
    .replace(/([?&]|&amp;)(expires|signature|key|hidden|ticket)=[\w.%-]*/g, '$1$2=')
    .replace(/\/files\/(public|private)\/(?:[\w-]+\/)*[\w-]{32}(?![\w-])/g, '/files/$1/…')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields that differ; all rows of a list are one. */
function findDifferences(was: unknown, is: unknown, field = ''): { field: string; was: unknown; is: unknown }[] {
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length !== is.length) return [{ field: `${field}[]`, was: was.length, is: is.length }]
    return was.flatMap((value, index) => findDifferences(value, is[index], `${field}[]`))
  }
  if (isObject(was) && isObject(is))
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
      findDifferences(was[name], is[name], field === '' ? name : `${field}.${name}`),
    )
  return Object.is(was, is) ? [] : [{ field, was, is }]
}

interface Services {
  old: Service
  fresh: Service
}

async function compareRead(services: Services, { tokens }: Reader, path: string) {
  const [was, is] = await Promise.all([read(services.old, tokens[0], path), read(services.fresh, tokens[1], path)])
  if (was.status !== is.status) return [{ field: 'status', was: was.status, is: is.status }]
  if (was.type !== is.type) return [{ field: 'type', was: was.type, is: is.type }]
  return findDifferences(was.body, is.body)
}

/** Sends the reads as each of the readers; streams, which do not end, are left out. */
export async function compareReads(
  services: Services,
  readers: readonly Reader[],
  find: FindParameters,
): Promise<{ compared: number; differences: Difference[] }> {
  const differences: Difference[] = []
  let compared = 0
  const operations = (await listReads()).filter(({ path }) => !path.endsWith('/stream'))
  const reads = operations.flatMap((operation) =>
    listPaths(operation, find).map((path) => ({ id: operation.id, path })),
  )
  for (const { id: operation, path } of reads)
    for (const reader of readers) {
      const found = await compareRead(services, reader, path)
      differences.push(...found.map((one) => ({ operation, reader: reader.name, path, ...one })))
      compared++
    }
  return { compared, differences }
}
