/** Speaks HTTP to a service under test, and holds every answer against what its route declares. */

import assert from 'node:assert/strict'
import { Ajv } from 'ajv'
import openapi from '../../openapi.json' with { type: 'json' }

/** The envelope, with whatever is in it; tests say what they expect. */
export interface Reply {
  status: number
  headers: Headers
  message: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape, and fails where they differ
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  meta: any
  errors: Record<string, string[]>
  text: string
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  delete(path: string, headers?: Record<string, string>): Promise<Reply>
  send(method: string, path: string, init?: RequestInit): Promise<Reply>
}

/** A client that sends the token, when there is one. */
export function clientOf(address: string, token: string | null): Client {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(`${address}${path}`, { ...init, method, headers, redirect: 'manual' })
    const [type = ''] = response.headers.get('content-type')?.split(';') ?? []
    const text = await textOf(response, type)
    const body = type === 'application/json' && text !== '' ? JSON.parse(text) : {}
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      message: body.message ?? '',
      data: body.data,
      meta: body.meta,
      errors: body.errors ?? {},
      text,
    }
    checkAnswer(method, path, { status: reply.status, type, text, body })
    return reply
  }
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      body === undefined
        ? send(method, path, { headers })
        : send(method, path, {
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          })
  return {
    get: (path, headers = {}) => send('GET', path, { headers }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    send,
  }
}

/** All of the answer; of one that does not end, nothing. */
async function textOf(response: Response, type: string): Promise<string> {
  if (type !== 'text/event-stream') return response.text()
  await response.body?.cancel()
  return ''
}

interface Operation {
  responses: Record<string, Declared>
}

interface Declared {
  content?: Record<string, { schema?: object }>
}

const { paths, components } = openapi as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: object
}

const routes = Object.entries(paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      name: `${method.toUpperCase()} ${path}`,
      problems: new Map(Object.entries(responses).map(([status, one]) => [Number(status), problemsOf(one)])),
    })),
  )
  // Literal paths come before those with parameters, as in the router.
  .sort((a, b) => Number(a.name.includes('{')) - Number(b.name.includes('{')))

interface Answer {
  status: number
  type: string
  text: string
  /** The text, read as JSON when it is. */
  body: unknown
}

/**
 * Fails on an answer that its route does not declare, or that has another shape than declared. The declarations are the
 * committed ones: after a change of the contract, `npm run openapi` comes first.
 */
export function checkAnswer(method: string, path: string, { status, type, text, body }: Answer) {
  const [plain = ''] = path.split('?')
  const route = routes.find((one) => one.method === method && one.pattern.test(plain))
  if (route === undefined) return
  const problemOf = route.problems.get(status)
  assert.ok(problemOf, `${route.name} does not declare the answer ${status}: ${text}`)
  const problem = problemOf(type, body)
  assert.ok(problem === null, `${route.name} ${status} differs from its schema: ${problem} in ${text}`)
}

let shared: Ajv | undefined

function ajv(): Ajv {
  shared ??= new Ajv({
    strict: false,
    allErrors: true,
    // What is in the document is checked by a test of its own, not once more by every test file.
    meta: false,
    validateSchema: false,
    formats: { 'date-time': true, email: true, date: true, time: true, 'web-address': true },
  }).addSchema({ $id: 'api', components })
  return shared
}

/** By their text: most refusals look alike, and compiling is slow. */
const compiled = new Map<string, ReturnType<Ajv['compile']>>()

function validatorOf(schema: object): ReturnType<Ajv['compile']> {
  const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
  const validate = compiled.get(absolute) ?? ajv().compile(JSON.parse(absolute))
  compiled.set(absolute, validate)
  return validate
}

/** Says what is wrong with an answer of the type; what it should be is compiled when first asked. */
function problemsOf({ content = {} }: Declared): (type: string, body: unknown) => string | null {
  const { schema } = content['application/json'] ?? {}
  if (schema === undefined) return () => null
  let validate: ReturnType<Ajv['compile']> | undefined
  return (type, body) => {
    // A page or a file, where the route declares one.
    if (type !== 'application/json' && type in content) return null
    validate ??= validatorOf(schema)
    return validate(body) ? null : ajv().errorsText(validate.errors)
  }
}
