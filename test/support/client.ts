/** An HTTP client that checks every response against the API description. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { Ajv, type ValidateFunction } from 'ajv'
import { expandOperations } from '#http/description/references.ts'
import openapi from '../../openapi.json' with { type: 'json' }
import { record } from './recording.ts'

/** The envelope with any data; tests check the rest. */
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

export interface Sent {
  headers?: Record<string, string>
  /** A text is sent unchanged; a form as multipart/form-data, or as the type of its content. */
  body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer> | Blob
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  delete(path: string, headers?: Record<string, string>): Promise<Reply>
  send(method: string, path: string, init?: Sent): Promise<Reply>
}

/**
 * A client that sends the token, if any, and the other headers with every request. The answers of another release are not checked: they have
 * a description of their own.
 */
export function createClient(
  address: string,
  token: string | null,
  more: Record<string, string> = {},
  { isOtherRelease = false } = {},
): Client {
  const own = { 'user-agent': 'node', ...more, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
  const send = async (method: string, path: string, init: Sent = {}): Promise<Reply> => {
    const response = await exchange(`${address}${path}`, method, {
      ...init,
      headers: { ...own, ...init.headers },
    })
    const { statusCode: status = 0, headers } = response
    const [type = ''] = headers['content-type']?.split(';') ?? []
    const text = await describeBody(response, type)
    const body = type === 'application/json' && text !== '' ? JSON.parse(text) : {}
    if (!isOtherRelease) checkAnswer(method, path, { status, type, text, body })
    record({ method, path, request: init.body, status, response: body })
    return {
      status,
      get headers() {
        return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      },
      message: body.message ?? '',
      data: body.data,
      meta: body.meta,
      errors: body.errors ?? {},
      text,
    }
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

const agent = new Agent({ keepAlive: true })

/** Replaces `fetch` with a fifth of its processor time, because the tests send tens of thousands of requests. */
async function exchange(url: string, method: string, { headers = {}, body }: Sent): Promise<IncomingMessage> {
  const form = body === undefined || typeof body === 'string' ? undefined : new Response(body)
  const own = form ? Object.fromEntries(form.headers) : {}
  const sent = request(url, { method, agent, headers: { ...own, ...headers } })
  sent.end(form ? Buffer.from(await form.arrayBuffer()) : body)
  const [response] = await once(sent, 'response')
  // A later failure of the connection is reported by the response.
  sent.on('error', () => undefined)
  return response
}

/** The whole response; nothing for one that does not end. */
async function describeBody(response: IncomingMessage, type: string): Promise<string> {
  if (type === 'text/event-stream') {
    response.destroy()
    return ''
  }
  let text = ''
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  await once(response, 'end')
  return text
}

interface Operation {
  responses: Record<string, Declared>
}

interface Declared {
  content?: Record<string, { schema?: object }>
}

const { paths, components } = expandOperations(openapi) as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: object
}

const allRoutes = Object.entries(paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      key: getKey(method.toUpperCase(), path),
      name: `${method.toUpperCase()} ${path}`,
      problems: new Map(Object.entries(responses).map(([status, one]) => [Number(status), listProblems(one)])),
    })),
  )
  // Literal paths precede those with parameters, as in the router.
  .sort((a, b) => Number(a.name.includes('{')) - Number(b.name.includes('{')))

/** Returns what a request shares with few routes: its method and the first part of its path. */
function getKey(method: string, path: string): string {
  return `${method} ${path.split('/', 2)[1]}`
}

const routes = Map.groupBy(allRoutes, ({ key }) => key)

interface Answer {
  status: number
  type: string
  text: string
  /** The body, parsed if it is JSON. */
  body: unknown
}

/**
 * Fails for a response that its route does not declare, or of another shape. The committed description is used, so run
 * `npm run generate` after a change.
 */
export function checkAnswer(method: string, path: string, { status, type, text, body }: Answer) {
  const [plain = ''] = path.split('?')
  const route = routes.get(getKey(method, plain))?.find(({ pattern }) => pattern.test(plain))
  if (route === undefined) return
  const declared = route.problems.get(status)
  assert.ok(declared, `${route.name} does not declare the answer ${status}: ${text}`)
  const problem = declared(type, body)
  assert.ok(problem === null, `${route.name} ${status} differs from its schema: ${problem} in ${text}`)
}

let shared: Ajv | undefined

function ajv(): Ajv {
  shared ??= new Ajv({
    strict: false,
    allErrors: true,
    // Another test checks the description itself.
    meta: false,
    validateSchema: false,
    // Most validators run a few times only.
    code: { optimize: false },
    formats: { 'date-time': true, email: true, date: true, time: true, 'web-address': true, uri: true },
  }).addSchema({ $id: 'api', components })
  return shared
}

/** Cached by text, because most error schemas are equal and compiling is slow. */
const compiled = new Map<string, ValidateFunction>()

function getValidator(schema: object): ValidateFunction {
  const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
  const validate = compiled.get(absolute) ?? ajv().compile(JSON.parse(absolute))
  compiled.set(absolute, validate)
  return validate
}

/** Returns what is wrong with a response; its schema is compiled on first use. */
function listProblems({ content = {} }: Declared): (type: string, body: unknown) => string | null {
  const { schema } = content['application/json'] ?? {}
  if (schema === undefined) return () => null
  let validate: ValidateFunction | undefined
  return (type, body) => {
    // A page or a file, where the route declares one.
    if (type !== 'application/json' && type in content) return null
    validate ??= getValidator(schema)
    return validate(body) ? null : ajv().errorsText(validate.errors)
  }
}
