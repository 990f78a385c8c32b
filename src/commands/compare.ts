/** Sends the same reads to an old and a new service, and prints how the answers differ in status and shape. */

import { readFile } from 'node:fs/promises'
import { OperatorError } from '#core/operator-error.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/** The reads, and those about the rows that they list. */
const reads: Record<string, readonly string[]> = {
  '/auth/me': ['/users/{id}/activity'],
  '/users': [],
  '/researchers': ['/researchers/details/{id}', '/researchers/{id}/team'],
  '/search/categories': [],
  '/search/popular': [],
  '/job-posts': ['/job-posts/{id}/applicants'],
  '/courses': ['/courses/{id}/lessons', '/courses/{id}/progress'],
  '/courses/enrolled': [],
  '/projects': ['/projects/{id}/versions', '/projects/{id}/milestones', '/projects/{id}/collaborators'],
  '/exams': ['/exams/{id}', '/exams/{id}/study-materials'],
  '/exam-attempts': ['/exam-attempts/{id}'],
  '/certificates': ['/certificates/{id}'],
  '/subscriptions/plans': [],
  '/subscriptions/current': [],
  '/payment-methods': [],
  '/billing/history': [],
  '/notifications': [],
  '/notifications/unread-count': [],
  '/profile/eligibility': [],
}

/** Rows of a list whose own reads are compared. */
const rowsOfList = 3
const timeoutMs = 30_000

interface Answer {
  status: number
  body: unknown
}

interface Pair {
  old: string
  new: string
}

export async function runCompare(invocation: Invocation): Promise<ExitCode> {
  const { values } = parseOptions(invocation, {
    options: { old: { type: 'string' }, new: { type: 'string' }, tokens: { type: 'string' } },
  })
  const { old, new: fresh, tokens } = values
  if (old === undefined || fresh === undefined || tokens === undefined)
    throw new OperatorError(`Name --old, --new and --tokens.\n\n${usage}`)
  const services = { old: readAddress(old), new: readAddress(fresh) }
  let [compared, differing] = [0, 0]
  for (const [index, token] of (await readTokens(tokens)).entries()) {
    for await (const { path, differences } of compareReads(services, token)) {
      compared++
      if (differences.length > 0) differing++
      for (const difference of differences)
        printLine(invocation.stdout, `GET ${path} (token ${index + 1}): ${difference}`)
    }
  }
  printLine(invocation.stdout, `${compared} reads were compared, ${differing} differ.`)
  return differing === 0 ? 0 : 1
}

function readAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new OperatorError(`${text} is no address like https://example.org/api.`)
  return text.replace(/(?<!\/)\/+$/, '')
}

/** A line has the token of both services, or that of the old and that of the new one. */
async function readTokens(file: string): Promise<Pair[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`The file ${file} cannot be read.`)
  })
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/))
  const pairs = lines.flatMap(([old, fresh]) => (old ? [{ old, new: fresh ?? old }] : []))
  if (pairs.length === 0) throw new OperatorError(`The file ${file} has no tokens, one a line.`)
  return pairs
}

async function* compareReads(services: Pair, token: Pair) {
  for (const [path, further] of Object.entries(reads)) {
    const first = await compareRead(services, token, path)
    if (first === null) continue
    yield { path, differences: first.differences }
    for (const id of listIds(first.old.body))
      for (const template of further) {
        const own = template.replace('{id}', String(id))
        const read = await compareRead(services, token, own)
        if (read !== null) yield { path: own, differences: read.differences }
      }
  }
}

/** Returns null for a path that the old service does not have. */
async function compareRead(services: Pair, token: Pair, path: string) {
  const [old, fresh] = await Promise.all([send(services.old, token.old, path), send(services.new, token.new, path)])
  if (old.status === 404) return null
  if (old.status !== fresh.status) return { old, differences: [`the status was ${old.status} and is ${fresh.status}`] }
  return { old, differences: compareShapes(old.body, fresh.body) }
}

async function send(service: string, token: string, path: string): Promise<Answer> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(service + path, { headers, signal, redirect: 'manual' })
    // A body that is no JSON is compared by its status alone.
    return { status: response.status, body: await response.json().catch(() => null) }
  } catch (error) {
    throw new OperatorError(`${service}${path} does not answer: ${error instanceof Error ? error.message : error}.`)
  }
}

/** The ids of the first rows, or of the one object. */
function listIds(body: unknown): number[] {
  const data = isObject(body) ? body.data : null
  const rows: unknown[] = Array.isArray(data) ? data.slice(0, rowsOfList) : [data]
  return rows.flatMap((row) => (isObject(row) && typeof row.id === 'number' ? [row.id] : []))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const describeType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : `a ${typeof value}`

/** Returns what the old answer has and the new one has not. Null stands for any type, and further fields are none. */
function compareShapes(old: unknown, fresh: unknown, path = ''): string[] {
  if (old === null || fresh === null) return []
  const [was, is] = [describeType(old), describeType(fresh)]
  if (was !== is) return [`${path || 'the answer'} was ${was} and is ${is}`]
  if (Array.isArray(old) && Array.isArray(fresh))
    return old.length === 0 || fresh.length === 0 ? [] : compareShapes(old[0], fresh[0], `${path}[]`)
  if (!isObject(old) || !isObject(fresh)) return []
  return Object.entries(old).flatMap(([name, value]) => {
    const inner = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(fresh, name)
      ? compareShapes(value, fresh[name], inner)
      : [`${inner} was ${describeType(value)} and is missing`]
  })
}
