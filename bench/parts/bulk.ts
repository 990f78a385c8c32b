/** What others notice while the data of another system is imported into the running service, and when all that follows is done. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { getDatabasePath } from '#database/index.ts'
import { type ExportSize, lastWord, writeExport } from '../bulk/export.ts'
import { measureReads, type Read, type Times } from '../bulk/probe.ts'
import { createFolder, getToken, prepareData } from '../support/data.ts'
import {
  formatMilliseconds,
  formatRatio,
  formatWhole,
  getMedian,
  getPercentile,
  printTable,
} from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { queryOnce, startFilledPostgres } from '../support/postgres.ts'
import { type Server, serviceSettings, startService } from '../support/servers.ts'

const size: ExportSize = { users: 10_000, notifications: 300_000, posts: 2_000, researchers: 5_000 }
const quietSeconds = 15
const longestWaitMs = 15 * 60_000
/** Users of the service with a token, some of whom have saved a search. */
const owners = 100
const searchers = 20

const live: Read = { name: 'GET /health/live', path: '/health/live', everyMs: 20 }
const search = { query: 'machine learning', limit: 10 }
const reads: readonly Read[] = [
  { name: 'GET /notifications', path: '/notifications', everyMs: 100 },
  { name: 'GET /job-posts', path: '/job-posts', everyMs: 100 },
  { name: 'GET /job-posts?search=', path: '/job-posts?search=statistics', everyMs: 250 },
  { name: 'GET /changes', path: '/changes?after=0&limit=20', everyMs: 250 },
  { name: 'POST /search/intelligent', path: '/search/intelligent', body: search, everyMs: 500 },
]

export const bulk: Part = {
  name: 'bulk',
  about: `an import of ${formatWhole(size.users)} users, ${formatWhole(size.notifications)} notifications, ${formatWhole(size.posts)} posts and ${formatWhole(size.researchers)} researchers into the running service (some minutes)`,
  async run(options) {
    const place = await preparePlace(options)
    const server = await startService({ dataDir: place.dataDir, settings: place.settings })
    try {
      await saveSearches(server)
      await measure(server, place)
    } finally {
      await server.stop()
      await place.close()
    }
  },
}

interface Place {
  dataDir: string
  exportFolder: string
  settings: Record<string, string>
  /** Returns the names of what still waits to be done. */
  listWaiting(): Promise<string[]>
  close(): Promise<void>
}

async function preparePlace({ folder, database }: Options): Promise<Place> {
  const dataDir = createFolder(folder, 'bulk')
  mkdirSync(dataDir)
  await prepareData(dataDir, { users: 1_000, notifications: 20_000, owners })
  const exportFolder = createFolder(folder, 'bulk export')
  await writeExport(exportFolder, size)
  const unlimited = new DatabaseSync(getDatabasePath(dataDir))
  unlimited.exec('update plans set candidate_searches = -1')
  unlimited.close()
  if (database === 'sqlite') {
    const db = new DatabaseSync(getDatabasePath(dataDir), { readOnly: true })
    const listWaiting = async () => listPending(async (query) => db.prepare(query).all())
    return { dataDir, exportFolder, settings: {}, listWaiting, close: async () => db.close() }
  }
  const postgres = await startFilledPostgres(dataDir)
  const listWaiting = () => listPending((query) => queryOnce(postgres.url, query))
  const settings = { DATABASE_URL: postgres.url }
  return { dataDir, exportFolder, settings, listWaiting, close: () => postgres.stop() }
}

/** What each table has while something that follows from a change is not done. */
const pending = {
  feed: 'select 1 as found from changed_objects limit 1',
  'list index': 'select 1 as found from search_list_changes limit 1',
  'saved searches': 'select 1 as found from saved_search_items where is_pending = true limit 1',
  'index of researchers': 'select 1 as found from search_pending union all select 1 from search_pending_2 limit 1',
  journal: 'select 1 as found from journal limit 1',
  tasks: 'select 1 as found from tasks where dead_at is null and run_at <= NOW limit 1',
}

async function listPending(read: (query: string) => Promise<object[]>): Promise<string[]> {
  const now = `'${new Date().toISOString()}'`
  const found = await Promise.all(
    Object.entries(pending).map(async ([name, query]) =>
      (await read(query.replace('NOW', now))).length > 0 ? [name] : [],
    ),
  )
  return found.flat()
}

async function saveSearches(server: Server) {
  for (let user = 1; user <= searchers; user++)
    for (const kind of ['job_posts', 'researchers'])
      await post(server, user, '/saved-searches', { kind, query: user % 2 === 0 ? 'statistics' : lastWord })
}

async function post({ url }: Server, user: number, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${getToken(user)}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

async function measure(server: Server, place: Place) {
  const all = [live, ...reads]
  // The first answers compile statements and load modules.
  await measureReads(server.url, all, pause(3_000))
  await server.observe()
  const quiet = await measureReads(server.url, all, pause(quietSeconds * 1_000))
  const quietWork = await server.observe()
  const importing = runImport(place)
  const during = await measureReads(server.url, all, importing)
  const duringWork = await server.observe()
  const following = waitUntilDone(place)
  const after = await measureReads(server.url, all, following)
  const afterWork = await server.observe()
  printTable(
    'Milliseconds of an answer: quiet, while the import runs, and until all that follows is done',
    ['', 'median', 'p95', 'most', 'median', 'ratio', 'p95', 'most', 'median', 'ratio', 'p95', 'most'],
    all.map(({ name }) => [
      name,
      ...describe(quiet, name),
      ...compare(during, quiet, name),
      ...compare(after, quiet, name),
    ]),
  )
  for (const { failures } of [quiet, during, after])
    for (const [what, count] of failures) console.log(`\n  ${count} failed: ${what}`)
  printTable(
    'The event loop of the service',
    ['', 'longest block', 'of it own work', 'processor'],
    [quietWork, duringWork, afterWork].map(({ longestDelay, longestWork, cpu }, index) => [
      ['quiet', 'import', 'after it'][index] ?? '',
      formatMilliseconds(longestDelay),
      formatMilliseconds(longestWork),
      `${(cpu / 1_000).toFixed(1)} s`,
    ]),
  )
  const rows = [...(await importing), ...(await following)]
  printTable(
    'Seconds',
    ['', ''],
    rows.map(([name, seconds]) => [name, seconds.toFixed(1)]),
  )
  await requireFound(server)
}

type Seconds = [name: string, seconds: number]

/** Runs the command of `npm run import`, and returns how long it took. */
async function runImport({ dataDir, exportFolder, settings }: Place): Promise<Seconds[]> {
  const root = join(import.meta.dirname, '../..')
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', 'import', '--', exportFolder], {
    cwd: root,
    env: { PATH: process.env.PATH, ...serviceSettings, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The import ended with ${code}.`)
  return [['import', secondsSince(began)]]
}

const secondsSince = (began: number) => (performance.now() - began) / 1_000

/** Returns how many seconds each work took that follows from the import. */
async function waitUntilDone({ listWaiting }: Place): Promise<Seconds[]> {
  const began = performance.now()
  const last = new Map<string, number>()
  let quietSince = began
  // A task may be queued by one that has just ended, so nothing may wait for two seconds.
  while (performance.now() - quietSince < 2_000) {
    for (const name of await listWaiting()) {
      last.set(name, secondsSince(began))
      quietSince = performance.now()
    }
    if (performance.now() - began > longestWaitMs) throw new Error(`Not done: ${[...last.keys()].join(', ')}.`)
    await pause(200)
  }
  return Object.keys(pending).map((name) => [`after it: ${name}`, last.get(name) ?? 0])
}

const describe = (times: Times, name: string) => {
  const some = times.answers.get(name) ?? []
  return [getMedian(some), getPercentile(some, 95), Math.max(...some)].map((one) => one.toFixed(1))
}

function compare(times: Times, quiet: Times, name: string): string[] {
  const [median = '', ...others] = describe(times, name)
  return [
    median,
    formatRatio(getMedian(times.answers.get(name) ?? []) / getMedian(quiet.answers.get(name) ?? [])),
    ...others,
  ]
}

/** Throws if what was imported last is not found. */
async function requireFound(server: Server) {
  const headers = { authorization: `Bearer ${getToken(1)}` }
  const posts = await (await fetch(`${server.url}/job-posts?search=${lastWord}`, { headers })).json()
  const people = await post(server, 1, '/search/intelligent', { query: lastWord, limit: 10 })
  for (const [what, answer] of Object.entries({ post: posts, researcher: people }))
    if (!JSON.stringify(answer).includes(lastWord)) throw new Error(`The last ${what} is not found.`)
}
