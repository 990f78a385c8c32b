/** How well the search answers, and how fast, at a thousand, a hundred thousand and a million researchers. */

import { buildResearchers } from '../search/build.ts'
import { type Result, relevance } from '../search/relevance.ts'
import { folderFor, tokenOf } from '../support/data.ts'
import { milliseconds, percentile, printTable, whole } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const scales = [1_000, 100_000, 1_000_000]
const headers = { authorization: `Bearer ${tokenOf(1)}`, 'content-type': 'application/json' }

/** What everybody types sooner or later: words that very many profiles have. */
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

export const search: Part = {
  name: 'search',
  about: 'relevance and latency of the search at 1,000, 100,000 and 1,000,000 researchers',
  async run(options) {
    const rows: string[][] = []
    for (const count of process.env.BENCH_RESEARCHERS ? [Number(process.env.BENCH_RESEARCHERS)] : scales)
      rows.push(...(await rowsAt(options, count)))
    printTable('Search', ['', 'relevance', 'p50', 'p95', 'worst', 'longest delay'], rows)
  },
}

async function rowsAt({ folder }: Options, count: number): Promise<string[][]> {
  const dataDir = folderFor(folder, `search ${count}`)
  const began = performance.now()
  await buildResearchers(dataDir, count)
  console.log(`${whole(count)} researchers made in ${whole((performance.now() - began) / 1000)} s`)
  const server = await startService({ dataDir })
  try {
    const share = `${((await shareAnswered(server, count)) * 100).toFixed(1)} %`
    const rows: string[][] = []
    for (const [name, calls] of operations)
      rows.push([
        `${name} at ${whole(count)}`,
        rows.length === 0 ? share : '',
        ...(await measured(server, calls)),
      ])
    return rows
  } finally {
    await server.stop()
  }
}

type Call = (server: Server) => Promise<unknown>

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

const pathOf = (q: string) => `/search/suggestions?q=${encodeURIComponent(q)}`

const operations: readonly [name: string, calls: readonly Call[]][] = [
  ['POST /search/intelligent', [...relevance.map(({ query }) => query), ...broad].map(asking)],
  ['… broad queries', broad.map(asking)],
  ['GET /search/suggestions', typed.map((q) => getting(pathOf(q)))],
  ['GET /researchers', lists.map((query) => getting(`/researchers${query}`))],
  ['… with filters', filtered.map((query) => getting(`/researchers${query}`))],
  ['PUT /researchers/me', [saving]],
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

async function shareAnswered(server: Server, count: number): Promise<number> {
  const asked = relevance.filter(({ answerable }) => answerable(count))
  let answered = 0
  for (const { query, holds } of asked) {
    if (holds(await ask(server, query))) answered++
    else console.log(`  not answered: ${query}`)
  }
  return answered / asked.length
}

const rounds = 8

async function measured(server: Server, calls: readonly Call[]): Promise<string[]> {
  for (const call of calls) await call(server)
  await server.observe()
  const times: number[] = []
  const most = Math.max(rounds, Math.ceil(100 / calls.length))
  for (let round = 0; round < most; round++)
    for (const call of calls) {
      const began = performance.now()
      await call(server)
      times.push(performance.now() - began)
    }
  const { longestDelay } = await server.observe()
  return [
    ...[50, 95, 100].map((percent) => milliseconds(percentile(times, percent))),
    milliseconds(longestDelay),
  ]
}
