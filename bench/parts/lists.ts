/**
 * Filtered lists of each domain and creations, beside a bare server that does the same by hand, and the same lists with
 * many more rows.
 */

import { mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Load } from '../load-process.ts'
import { buildResearchers } from '../search/build.ts'
import { owners, prepareContent, readers } from '../support/content.ts'
import { copyData, createFolder, getToken } from '../support/data.ts'
import { formatMilliseconds, formatRatio, formatWhole, getMedian, printTable } from '../support/figures.ts'
import { type Loader, startLoader } from '../support/load.ts'
import type { Options, Part } from '../support/part.ts'
import { startFilledPostgres } from '../support/postgres.ts'
import { type Server, startBarePostgresServer, startBareServer, startService } from '../support/servers.ts'

const few = 2_000
const many = 1_000_000
const connections = 32
const warmUp = 2
const samples = 300

const lists = [
  '/job-posts?employment_type=full_time',
  '/courses?level=beginner',
  '/courses?category=botany',
  '/projects?status=active',
  '/projects?status=active&field=botany',
  '/exams?category=botany',
]
/** Served from the search index in a thread. `bench -- search` has them with a million researchers. */
const researcherLists = [
  '/researchers?verified=true',
  '/researchers?field=robotics',
  '/researchers?country=kenya&verified=true',
]
/** Also with two filters of which no index serves both. */
const flat = [
  ...lists,
  '/job-posts?employment_type=contract&experience_level=lead',
  '/courses?category=botany&price=free',
]

const description = [
  'We are looking for a person who likes to measure plants in the field and to write about them afterwards. The work takes',
  'place in the mountains from April until October, with two colleagues, a tent and a mule. You know how to keep a notebook,',
  'how to identify grasses, sedges and rushes, and how to explain to visitors why all of that matters to them.',
].join(' ')

const creations = [
  { path: '/job-posts', sender: 1, body: { title: 'Field botanist', description, skills: ['R', 'Botany'] } },
  {
    path: '/courses',
    sender: 1 + owners / 2,
    body: { title: 'Grasses and sedges', description, category: 'botany', level: 'beginner' },
  },
  {
    path: '/projects',
    sender: 1,
    body: { title: 'A flora of the Alps', description, field: 'botany', visibility: 'public' },
  },
]

export const filteredLists: Part = {
  name: 'lists',
  about: 'filtered lists and creations beside a bare server, and filtered lists at 1,000,000 rows',
  async run(options) {
    if (options.database === 'postgres') return compareCreations(options)
    const researchers = createFolder(options.folder, 'researchers')
    await buildResearchers(researchers, few, () => undefined)
    await compareWithBare(options, researchers, researcherLists.map(read), 1)
    const data = createFolder(options.folder, 'lists')
    await prepareContent(data, few)
    await compareWithBare(options, data, [...lists.map(read), ...creations.map(write)], readers)
    await compareSizes(options, data)
  },
}

const read = (path: string): Request => ({ method: 'GET', path })
const write = ({ path, sender, body }: (typeof creations)[number]): Request => ({
  method: 'POST',
  path,
  sender,
  bodies: Array.from({ length: owners / 2 }, () => JSON.stringify(body)),
})

/**
 * Creations on a PostgreSQL that syncs each commit, beside a server that runs the same statements by hand, and one that
 * adds one row, which search would not find.
 */
async function compareCreations(options: Options) {
  const data = createFolder(options.folder, 'lists')
  await prepareContent(data, few)
  const postgres = await startFilledPostgres(data)
  const urls = [await postgres.copy('complete'), await postgres.copy('service'), postgres.url] as const
  const folders = ['complete', 'service', 'rows'].map((name) => createFolder(options.folder, name))
  for (const path of folders) mkdirSync(path, { recursive: true })
  const [complete = '', service = '', rows = ''] = folders
  const subjects = [
    await startBarePostgresServer(complete, urls[0], 'complete'),
    await startService({ dataDir: service, settings: { DATABASE_URL: urls[1] } }),
    await startBarePostgresServer(rows, urls[2]),
  ]
  try {
    await compareAll({ subjects, others: ['one row'] }, creations.map(write), readers, options)
  } finally {
    await postgres.stop()
  }
}

async function compareWithBare(options: Options, data: string, requests: Request[], users: number) {
  const copy = (name: string) => copyData(data, createFolder(options.folder, `${name} of ${basename(data)}`))
  const subjects = [await startBareServer(copy('bare')), await startService({ dataDir: copy('service') })]
  const { against } = options
  if (against !== null) subjects.push(await startService({ dataDir: copy('against'), root: against }))
  await compareAll({ subjects, others: against === null ? [] : [against] }, requests, users, options)
}

/** Prints a table, and stops the servers: the bare one, the service and the others. */
async function compareAll(
  { subjects, others }: { subjects: Server[]; others: readonly string[] },
  requests: Request[],
  users: number,
  options: Options,
) {
  const loader = startLoader()
  try {
    const rows: string[][] = []
    for (const request of requests) rows.push(await compare(loader, subjects, { ...request, owners: users }, options))
    printTable(
      `Requests a second over ${connections} connections, at ${formatWhole(few)} rows`,
      ['', 'bare', 'service', 'of bare', ...others.flatMap((name) => [name, 'of bare'])],
      rows,
    )
  } finally {
    loader.stop()
    for (const server of subjects) await server.stop()
  }
}

type Request = Pick<Load, 'method' | 'path' | 'bodies' | 'sender'>

async function compare(
  loader: Loader,
  subjects: Server[],
  request: Request & Pick<Load, 'owners'>,
  { seconds, rounds }: Options,
) {
  const send = async (server: Server, time: number) => {
    const load = { url: server.url, seconds: time, connections, first: 0, ...request }
    const { failed, perSecond } = await loader.send(load)
    if (failed > 0) throw new Error(`${failed} requests of ${request.method} ${request.path} failed.`)
    return perSecond
  }
  if (request.method === 'GET') await requireSameTotal(subjects, request.path)
  for (const server of subjects) await send(server, warmUp)
  const measured: number[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of subjects.entries()) measured[index]?.push(await send(server, seconds))
  const [bare = [], ...others] = measured
  const ratioTo = (mine: number[]) => getMedian(mine.map((value, round) => value / (bare[round] ?? Number.NaN)))
  return [
    `${request.method} ${request.path}`,
    formatWhole(getMedian(bare)),
    ...others.flatMap((mine) => [formatWhole(getMedian(mine)), formatRatio(ratioTo(mine))]),
  ]
}

/** Throws unless all find the same number of items, more than a page. */
async function requireSameTotal(servers: Server[], path: string) {
  const totals = await Promise.all(servers.map(async (server) => (await ask(server, path, 1)).meta.total))
  if (new Set(totals).size > 1 || totals[0] <= 20) throw new Error(`The totals of ${path} are ${totals.join(', ')}.`)
}

/** Asks the small and the large database in turn, one request at a time. */
async function compareSizes({ folder }: Options, data: string) {
  const large = createFolder(folder, 'many')
  await prepareContent(large, many)
  const servers = [
    await startService({ dataDir: copyData(data, createFolder(folder, 'few')) }),
    await startService({ dataDir: large }),
  ]
  try {
    const rows: string[][] = []
    for (const path of flat) {
      const times: number[][] = servers.map(() => [])
      // The start of the server is not a delay of this list.
      for (const server of servers) await server.observe()
      for (let sample = 0; sample < 2 * samples; sample++)
        for (const [index, server] of servers.entries()) times[index]?.push(await measure(server, path))
      const observed = await Promise.all(servers.map((server) => server.observe()))
      const [small = 0, big = 0] = times.map((mine) => getMedian(mine.slice(samples)))
      rows.push([
        `GET ${path}`,
        formatMilliseconds(small),
        formatMilliseconds(big),
        formatRatio(big / small),
        formatMilliseconds(observed[1]?.longestDelay ?? 0),
      ])
    }
    printTable(
      'Latency of one request at a time',
      ['', `at ${formatWhole(few)}`, `at ${formatWhole(many)}`, 'ratio', 'longest delay'],
      rows,
    )
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** A user without content. */
const reader = 150

async function measure(server: Server, path: string): Promise<number> {
  const begin = performance.now()
  await ask(server, path, reader)
  return performance.now() - begin
}

async function ask({ url }: Server, path: string, user: number) {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${getToken(user)}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  return JSON.parse(text)
}
