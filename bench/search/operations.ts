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

const asking =
  (query: string): Call =>
  (server) =>
    ask(server, query)

const getting =
  (path: string): Call =>
  ({ url }) =>
    answered(fetch(`${url}${path}`, { headers }))

let saves = 0
const saving: Call = ({ url }) => {
  const body = JSON.stringify({
    bio: `Now works on something else entirely, number ${saves++}, with great care and few tools.`,
  })
  return answered(fetch(`${url}/researchers/me`, { method: 'PUT', headers, body }))
}

const buildPath = (q: string) => `/search/suggestions?q=${encodeURIComponent(q)}`

export interface Operation {
  name: string
  calls: readonly Call[]
  /** Each client sends these in turn without a pause. */
  clients: number
}

const operation = (name: string, calls: readonly Call[], clients = 1): Operation => ({ name, calls, clients })

export const operations: readonly Operation[] = [
  operation('GET /health/live', [getting('/health/live')]),
  operation('POST /search/intelligent', [...relevance.map(({ query }) => query), ...broad].map(asking)),
  operation('… broad queries', broad.map(asking)),
  operation('… by four at once', [...relevance.map(({ query }) => query), ...broad].map(asking), 4),
  operation(
    'GET /search/suggestions',
    typed.map((q) => getting(buildPath(q))),
  ),
  operation(
    'GET /researchers',
    lists.map((query) => getting(`/researchers${query}`)),
  ),
  operation(
    '… with filters',
    filtered.map((query) => getting(`/researchers${query}`)),
  ),
  operation('PUT /researchers/me', [saving]),
]

async function ask({ url }: Server, query: string): Promise<Result[]> {
  const body = JSON.stringify({ query })
  const { data } = await answered(fetch(`${url}/search/intelligent`, { method: 'POST', headers, body }))
  return data.researchers
}

async function answered(reply: Promise<Response>) {
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
