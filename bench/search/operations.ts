/** The requests of the search benchmark, and how their responses are judged. */

import { getToken } from '../support/data.ts'
import type { Server } from '../support/servers.ts'
import { type Result, relevance } from './relevance.ts'

const headers = { authorization: `Bearer ${getToken(1)}`, 'content-type': 'application/json' }

/** Words that occur in very many profiles. */
const broad = [
  '',
  'research',
  'python',
  'university',
  'methods for small teams',
  'verified',
  'kenya',
  'machine learning python',
]
const typed = [
  'm',
  'ma',
  'mach',
  'machine le',
  'python',
  'univ',
  'university of n',
  'kam',
  'wangari',
  'sor',
  'pyton',
  'xq',
]
const lists = ['', '?sort=name', '?sort=recent', '?sort=experience']
const filtered = [
  '?country=Kenya',
  '?skill=Python&verified=true',
  '?field=Robotics&sort=name',
  '?min_experience=30&sort=experience',
]

export type Call = (server: Server) => Promise<unknown>

const createSearch =
  (query: string): Call =>
  (server) =>
    ask(server, query)

const createGet =
  (path: string): Call =>
  ({ url }) =>
    calculateRelevance(fetch(`${url}${path}`, { headers }))

let saves = 0
const createSave: Call = ({ url }) => {
  const body = JSON.stringify({
    bio: `Now works on something else entirely, number ${saves++}, with great care and few tools.`,
  })
  return calculateRelevance(fetch(`${url}/researchers/me`, { method: 'PUT', headers, body }))
}

const buildPath = (q: string) => `/search/suggestions?q=${encodeURIComponent(q)}`

export interface Operation {
  name: string
  calls: readonly Call[]
  /** Each client sends these in turn without a pause. */
  clients: number
}

const createOperation = (name: string, calls: readonly Call[], clients = 1): Operation => ({ name, calls, clients })

export const operations: readonly Operation[] = [
  createOperation('GET /health/live', [createGet('/health/live')]),
  createOperation('POST /search/intelligent', [...relevance.map(({ query }) => query), ...broad].map(createSearch)),
  createOperation('… broad queries', broad.map(createSearch)),
  createOperation('… by four at once', [...relevance.map(({ query }) => query), ...broad].map(createSearch), 4),
  createOperation(
    'GET /search/suggestions',
    typed.map((q) => createGet(buildPath(q))),
  ),
  createOperation(
    'GET /researchers',
    lists.map((query) => createGet(`/researchers${query}`)),
  ),
  createOperation(
    '… with filters',
    filtered.map((query) => createGet(`/researchers${query}`)),
  ),
  createOperation('PUT /researchers/me', [createSave]),
]

async function ask({ url }: Server, query: string): Promise<Result[]> {
  const body = JSON.stringify({ query })
  const { data } = await calculateRelevance(fetch(`${url}/search/intelligent`, { method: 'POST', headers, body }))
  return data.researchers
}

async function calculateRelevance(reply: Promise<Response>) {
  const response = await reply
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { data: { researchers: Result[] } }
}

/** The share of queries with a correct answer, among the queries that have one. */
export async function shareAnswered(server: Server, count: number): Promise<number> {
  const asked = relevance.filter(({ answerable }) => answerable(count))
  let answered = 0
  for (const { query, holds } of asked) {
    if (holds(await ask(server, query))) answered++
    else console.log(`  not answered: ${query}`)
  }
  return answered / asked.length
}
