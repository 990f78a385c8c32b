/** What the worst bodies cost at each operation and each page. */

import type { Person, TestApp } from '../support/app.ts'
import { measureProcessor } from '../support/processor-time.ts'
import { type Route, somebody, type Walk } from './walk.ts'
import { createForms, createJsonBodies, createMultipartForms } from './worst-bodies.ts'

export interface Cost {
  /** Like `POST /auth/login`. */
  name: string
  /** What the body is made of. */
  kind: string
  who: 'anonymous' | 'signed in'
  status: number
  /** Processor time of the thread of the service and of this client in milliseconds of an undisturbed processor, the least of the tries. */
  ms: number
  /** What it may take. */
  limitMs: number
  /** Growth of resident memory in bytes, the least of the tries. */
  memory: number
}

interface Trial {
  kind: string
  path: string
  sent: { headers: Record<string, string>; body: string } | { body: FormData }
}

const maxMs = 50
/**
 * Where the goal is not reached: bodies of a megabyte that are all undeclared fields, brackets or empty items. Most of it is the time to parse
 * them, and only accounts send them.
 */
const largestKinds = ['fields', 'depth', 'empty items']
const maxLargestMs = 600
export const maxMemory = 32 * 1024 * 1024
const formBytes = 60_000
/** Some operations take more, such as imports of files, which have tests of their own. */
const maxBytes = 1024 * 1024
/** The fields of the API that forms of pages get, so many that all pages together take seconds. */
const maxFieldNames = 100

export const describeCost = ({ name, kind, who, status, ms, memory }: Cost) =>
  `${name}, ${kind}, ${who}: ${status}, ${ms.toFixed(0)} ms, ${(memory / 2 ** 20).toFixed(0)} MB`

/** Sends the request until it costs little, at most ten times. */
async function measureCost(
  client: Person | TestApp['anonymous'],
  method: string,
  { path, sent }: Trial,
  limitMs: number,
): Promise<Pick<Cost, 'status' | 'ms' | 'memory'>> {
  const cost = { status: 0, memory: Number.POSITIVE_INFINITY }
  const request = async () => {
    const memory = process.memoryUsage.rss()
    cost.status = (await client.send(method, path, sent)).status
    cost.memory = Math.min(cost.memory, Math.max(0, process.memoryUsage.rss() - memory))
  }
  const ms = await measureProcessor(request, { limitMs, isDone: () => cost.memory <= maxMemory })
  return { ...cost, ms }
}

/** The path of a route with parameters that lead to nothing. */
const fillPath = ({ url, parameters }: Route): string =>
  url.replace(/:(\w+)|\*/g, (_, name = '') => (parameters[name]?.type === 'string' ? 'x' : '1'))

type ListTrials = (route: Route, token: string | null) => Iterable<Trial>

async function measureRoutes({ app }: Walk, routes: readonly Route[], list: ListTrials): Promise<Cost[]> {
  const admin = await somebody(app, 'admin')
  const clients = [
    ['anonymous', app.anonymous, null],
    ['signed in', admin, admin.token],
  ] as const
  const costs: Cost[] = []
  for (const route of routes)
    for (const [who, client, token] of clients)
      for (const trial of list(route, token)) {
        const { name, method } = route
        const limitMs = who === 'signed in' && largestKinds.includes(trial.kind) ? maxLargestMs : maxMs
        costs.push({ name, kind: trial.kind, who, limitMs, ...(await measureCost(client, method, trial, limitMs)) })
      }
  return costs
}

/** Measures the operations that take a body. */
export async function measureOperations(walked: Walk): Promise<Cost[]> {
  const { paths } = JSON.parse((await walked.app.anonymous.get('/openapi.json')).text) as {
    paths: Record<string, Record<string, { 'x-max-body-bytes'?: number }>>
  }
  const getLimit = ({ url, method }: Route) =>
    paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.['x-max-body-bytes'] ?? formBytes
  function* list(route: Route): Generator<Trial> {
    const { body = {} } = route
    const path = fillPath(route)
    if (body.form === true)
      for (const [kind, form] of createMultipartForms(body)) yield { kind, path, sent: { body: form } }
    else
      for (const [kind, json] of createJsonBodies(body, Math.min(getLimit(route), maxBytes) - 100))
        yield { kind, path, sent: { headers: { 'content-type': 'application/json' }, body: json } }
  }
  return measureRoutes(
    walked,
    walked.routes.filter(({ body }) => body !== undefined),
    list,
  )
}

/** Measures the pages that take a form. */
export function measurePages(walked: Walk): Promise<Cost[]> {
  const names = [...new Set(walked.routes.flatMap(({ body }) => Object.keys(body?.properties ?? {})))]
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  function* list(route: Route, token: string | null): Generator<Trial> {
    const headers = token === null ? form : { ...form, cookie: `session=${token}` }
    for (const [kind, body] of createForms(names.slice(0, maxFieldNames), formBytes))
      yield { kind, path: fillPath(route), sent: { headers, body } }
  }
  const pages = walked.routes.filter(({ method, url }) => method === 'POST' && url.startsWith('/app/'))
  return measureRoutes(walked, pages, list)
}
