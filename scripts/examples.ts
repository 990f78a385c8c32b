/**
 * Part of `npm run generate -- --examples`: writes `src/http/description/examples.json`, an example for each schema of the API, taken from the
 * requests and responses of the demonstration, the journeys and the authorization matrix.
 */

import '#node-version.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { expandOperations } from '#http/description/references.ts'
import type { Recorded } from '#test/support/recording.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'research-platform-examples-'))
const recording = join(folder, 'recorded')
/** The largest number of list items, and of characters in a text, that an example shows. */
const maxRows = 2
const longestText = 240
/** Values of hostile tests are poor examples. */
const strange =
  /[^\P{Cc}\n]|<script|x{20}|\.\.\/|\\[ut]|\p{Extended_Pictographic}|word[0-9a-f]{8}| {2}|"(yes|on)"|1e\d/u
const repeated = /(.{1,2})\1{8}/u

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface Schema {
  $ref?: string
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
}
type Schemas = Record<string, Schema>
type Content = Record<string, { schema?: Schema }>
interface Described {
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

try {
  const tests = [
    '--no-check',
    '--database',
    'sqlite',
    'test/journeys',
    'contract/authorization',
    'routes.test',
    'identities/credentials',
    'accounts/new-devices',
    'payments/confirmation',
  ]
  const { status } = spawnSync(process.execPath, ['scripts/test.ts', ...tests], {
    cwd: root,
    env: { ...process.env, RECORD_EXAMPLES: recording },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The tests failed, so no example was written.')
  const examples = choose(readFileSync(recording, 'utf8').trimEnd().split('\n'))
  const file = join(root, 'src/http/description/examples.json')
  writeFileSync(file, `${stringify(examples, { indent: 1, maxLength: 160 })}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/** Chooses the best recorded example of each schema. */
function choose(lines: string[]): Record<string, Json> {
  const { paths, components } = expandOperations(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')))
  const schemas: Schemas = components.schemas
  const operations = Object.entries<Record<string, Described>>(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody, responses }]) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        hasParameter: path.includes('{'),
        form: schemas[getName(requestBody?.content['multipart/form-data']?.schema?.$ref ?? '')],
        bodyName: getName(Object.values(requestBody?.content ?? {})[0]?.schema?.$ref ?? ''),
        answers: Object.fromEntries(
          Object.entries(responses).map(([status, { content }]) => [
            status,
            getName(content?.['application/json']?.schema?.$ref ?? ''),
          ]),
        ),
      })),
    )
    .sort((a, b) => Number(a.hasParameter) - Number(b.hasParameter))

  const best = new Map<string, { example: Json; value: number }>()
  const consider = (name: string, example: Json, value: number) => {
    if (value > (best.get(name)?.value ?? -1)) best.set(name, { example, value })
  }
  for (const line of lines) {
    const recorded: Recorded = JSON.parse(line)
    const [path = ''] = recorded.path.split('?')
    const operation = operations.find(({ method, pattern }) => method === recorded.method && pattern.test(path))
    if (operation === undefined) continue
    const value = rate(recorded)
    const { request, response } = recorded
    if (request !== undefined) {
      const body = operation.form ? readForm(request, operation.form) : (request as Json)
      consider(operation.bodyName, clean(body, 'request'), value)
    }
    if (isSuccess(response))
      for (const { name, example } of listNamed(operation.answers[recorded.status], response, schemas))
        consider(name, clean(example, ''), value)
  }
  return Object.fromEntries(
    [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { example }]) => [name, example]),
  )
}

interface NamedExample {
  name: string
  example: Json
}

/** Returns the part of the answer that has a name of its own: the resource, the first row of a list, or the whole answer. */
function listNamed(envelope: string | undefined, answer: { [key: string]: Json }, schemas: Schemas): NamedExample[] {
  if (!envelope || envelope === 'MessageResponse') return []
  const { $ref, items } = schemas[envelope]?.properties?.data ?? {}
  if ($ref !== undefined) return [{ name: getName($ref), example: answer.data ?? null }]
  if (items?.$ref === undefined) return [{ name: envelope, example: answer }]
  const [first] = Array.isArray(answer.data) ? answer.data : []
  return first === undefined ? [] : [{ name: getName(items.$ref), example: first }]
}

// A function, because it is used above, while the script runs.
function getName(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

function isSuccess(response: unknown): response is { [key: string]: Json } {
  return typeof response === 'object' && response !== null && 'status' in response && response.status === 'success'
}

/** More filled fields make a better example. */
function rate({ request, response }: Recorded): number {
  const text = JSON.stringify([request, response])
  if (text.length > 20_000 || strange.test(text) || repeated.test(text)) return 0
  const countFilled = (value: unknown, depth = 0): number => {
    if (value === null || value === '' || depth > 4) return 0
    if (Array.isArray(value))
      return value.slice(0, maxRows).reduce<number>((sum, one) => sum + countFilled(one, depth + 1), 0)
    if (typeof value === 'object')
      return Object.values(value).reduce<number>((sum, one) => sum + countFilled(one, depth + 1), 0)
    return 1
  }
  // Real words are longer than those that tests make up.
  return 4 * countFilled(request) + countFilled(response) + Math.min(text.length, 4_000) / 200
}

/** Converts the text fields of a form to the types of its schema. */
function readForm(request: unknown, { properties = {} }: Schema): Json {
  const fields = Object.entries(request as Record<string, string>).filter(([name]) => name in properties)
  return Object.fromEntries(
    fields.map(([name, text]) => {
      const type = [properties[name]?.type].flat()[0]
      if (type === 'integer' || type === 'number') return [name, Number(text)]
      if (type === 'boolean') return [name, text === 'true' || text === '1']
      if (type === 'array') return [name, listIn(text)]
      return [name, type === 'object' ? JSON.parse(text) : text]
    }),
  )
}

/** A list in a form is JSON, whose items are text as well, or one text. */
function listIn(text: string): string[] {
  if (!text.startsWith('[')) return [text]
  return JSON.parse(text).map((one: Json) => (typeof one === 'string' ? one : JSON.stringify(one)))
}

function clean(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.slice(0, maxRows).map((one) => clean(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        // An example leaves out what a request may leave out.
        .filter(([, one]) => one !== null || name !== 'request')
        .map(([key, one]) => [key, clean(one, key)]),
    )
  return typeof value === 'string' ? cleanText(value, name) : value
}

/** An example shows no paths of this machine and no secrets. */
function cleanText(text: string, name: string): string {
  if (/^(password|password_confirmation|current_password)$/.test(name)) return 'correct horse battery staple'
  if (/^(token|ticket)$/.test(name)) return text.startsWith('rps_') ? `rps_${'…'}` : '…'
  const plain = text
    .replace(/rpk_\w{42}/g, 'rpk_…')
    .replace(/http:\/\/(127\.0\.0\.1:\d+|api\.test)/g, 'https://api.example.org')
    .replace(/person-[0-9a-f]+@/g, 'ada@')
    .replace(/http:\/\/app\.test/g, 'https://app.example.org')
    .replace(/(signature|state|nonce|code_challenge)=[\w-]+/g, '$1=…')
  return plain.length > longestText ? `${plain.slice(0, longestText)}…` : plain
}
