/** Speaks HTTP to a service under test, and holds every answer against what its route declares. */

import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Service } from '../../src/service.ts'

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

type Check = (method: string, path: string, reply: Reply) => void

/** A client that sends the token, when there is one. */
export function clientOf(address: string, token: string | null, check: Check): Client {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Reply> => {
    const headers = new Headers(init.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(`${address}${path}`, { ...init, method, headers, redirect: 'manual' })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body = isJson && text !== '' ? JSON.parse(text) : {}
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      message: body.message ?? '',
      data: body.data,
      meta: body.meta,
      errors: body.errors ?? {},
      text,
    }
    check(method, path, reply)
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

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

interface Described {
  pattern: RegExp
  method: string
  name: string
  operation: Operation
}

/** Fails on an answer that its route does not declare, or that has another shape than declared. */
export function answerCheck({ server }: Service): Check {
  const document = server.swagger() as unknown as {
    paths: Record<string, Record<string, Operation>>
    components: object
  }
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { 'date-time': true, email: true, date: true, time: true, 'web-address': true },
  })
  ajv.addSchema({ $id: 'api', components: document.components })
  const routes: Described[] = Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        method: method.toUpperCase(),
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )
    // Literal paths come before those with parameters, as in the router.
    .sort((a, b) => Number(a.name.includes('{')) - Number(b.name.includes('{')))
  const validators = new Map<string, ValidateFunction>()

  return (method, path, { status, text, headers }) => {
    const [plain = ''] = path.split('?')
    const route = routes.find((one) => one.method === method && one.pattern.test(plain))
    if (route === undefined) return
    const declared = route.operation.responses[String(status)]
    assert.ok(declared, `${route.name} does not declare the answer ${status}: ${text}`)
    const [type = ''] = (headers.get('content-type') ?? '').split(';')
    // A page or a file, where the route declares one.
    if (type !== 'application/json' && declared.content?.[type]) return
    const schema = declared.content?.['application/json']?.schema
    if (schema === undefined) return
    const key = `${route.name} ${status}`
    const validate = validators.get(key) ?? ajv.compile(absolute(schema))
    validators.set(key, validate)
    assert.ok(
      validate(JSON.parse(text)),
      `${key} differs from its schema: ${ajv.errorsText(validate.errors)} in ${text}`,
    )
  }
}

const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'))
