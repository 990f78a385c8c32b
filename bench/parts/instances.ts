/** One, two and four instances on one PostgreSQL, behind a proxy that sends each request to the next of them. */

import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { get } from 'node:http'
import { createFolder, getToken, prepareData } from '../support/data.ts'
import {
  formatMilliseconds,
  formatRatio,
  formatWhole,
  getMedian,
  getPercentile,
  printTable,
} from '../support/figures.ts'
import { type Loader, startLoader } from '../support/load.ts'
import type { Options, Part } from '../support/part.ts'
import { queryOnce, startFilledPostgres } from '../support/postgres.ts'
import { type Server, startRoundRobinProxy, startService } from '../support/servers.ts'
import { throttle } from '../support/throttle.ts'

const counts = [1, 2, 4]
const most = Math.max(...counts)
/** For each instance, so that none waits for a request and all have the same load. */
const connectionsEach = 100
const owners = 2_000
const notificationsEach = 100
/** Of a processor, for each instance: the load, the proxy and the database share the machine with them. */
const share = 0.2
const warmUp = 2
const invitations = 40

const endpoints = [
  { method: 'GET', path: '/auth/me' },
  { method: 'GET', path: '/notifications' },
  { method: 'GET', path: '/job-posts' },
  { method: 'PUT', path: '/notifications/{n}/read' },
] as const

/** Notifications that were used and changes that were acknowledged, by the load on all clusters. */
interface Progress {
  /** The first notification that no request has changed yet. */
  next: number
  acknowledged: number
}

interface Cluster {
  instances: readonly Server[]
  /** What the load is sent to. */
  url: string
}

interface Measurement {
  perSecond: number
  /** Processor time of each instance, in milliseconds. */
  used: number[]
}

export const instances: Part = {
  name: 'instances',
  about: '1, 2 and 4 instances on one PostgreSQL behind a round-robin proxy; needs Linux',
  async run(options) {
    const data = createFolder(options.folder, 'instances')
    await prepareData(data, { users: owners, owners, notifications: owners * notificationsEach })
    const postgres = await startFilledPostgres(data)
    const loader = startLoader()
    const started: Server[] = []
    const proxies: Server[] = []
    const progress: Progress = { next: 0, acknowledged: 0 }
    try {
      for (let number = 1; number <= most; number++) started.push(await startInstance(options, number, postgres.url))
      // Compiled code, open connections and prepared statements are not what is compared.
      for (const instance of started)
        for (const endpoint of endpoints)
          await sendLoad({ loader, progress, endpoint, seconds: warmUp }, { instances: [instance], url: instance.url })
      const clusters: Cluster[] = []
      for (const count of counts) {
        const part = started.slice(0, count)
        const proxy = await startRoundRobinProxy(options.folder, part)
        proxies.push(proxy)
        clusters.push({ instances: part, url: proxy.url })
      }
      for (const endpoint of endpoints)
        printResults(endpoint, await compare(clusters, { loader, progress, endpoint }, options))
      await checkNothingLost(postgres.url, progress)
      await measureStreams(started)
    } finally {
      loader.stop()
      await Promise.all([...proxies, ...started].map((server) => server.stop()))
      await postgres.stop()
    }
  },
}

function printResults({ method, path }: Endpoint, results: Measurement[][]) {
  const one = getMedian(results[0]?.map(({ perSecond }) => perSecond) ?? [])
  const rows = results.map((rounds, index) => {
    const perSecond = getMedian(rounds.map((round) => round.perSecond))
    const used =
      rounds[0]?.used.map((_, place) => rounds.reduce((sum, round) => sum + (round.used[place] ?? 0), 0)) ?? []
    return [
      String(counts[index]),
      formatWhole(perSecond),
      formatRatio(perSecond / one),
      used.map(formatWhole).join(' '),
    ]
  })
  const title = `${method} ${path}, each instance with at most ${share} of a processor`
  printTable(title, ['instances', 'requests/s', 'of one', 'processor milliseconds of each'], rows)
}

async function startInstance({ folder }: Options, number: number, url: string): Promise<Server> {
  const dataDir = createFolder(folder, `instance ${number}`)
  mkdirSync(dataDir, { recursive: true })
  // The files would be in a bucket; nothing here has a file.
  return startService({ dataDir, settings: { DATABASE_URL: url } })
}

type Endpoint = (typeof endpoints)[number]

interface Work {
  loader: Loader
  progress: Progress
  endpoint: Endpoint
}

/** Returns the requests per second. */
async function sendLoad(
  { loader, progress, endpoint, seconds }: Work & { seconds: number },
  { instances, url }: Cluster,
) {
  const { method, path } = endpoint
  const connections = connectionsEach * instances.length
  const load = { url, seconds, connections, method, path, owners, first: progress.next }
  const { failed, next, requests, perSecond } = await loader.send(load)
  if (failed > 0) throw new Error(`${failed} requests of ${method} ${path} failed.`)
  if (next > owners * notificationsEach) throw new Error('There were not enough notifications.')
  if (method === 'PUT') progress.acknowledged += requests
  progress.next = next
  return perSecond
}

/** Measures the clusters in turn, several rounds of them, and returns the rounds of each cluster. */
async function compare(
  clusters: readonly Cluster[],
  work: Work,
  { seconds, rounds }: Options,
): Promise<Measurement[][]> {
  const results: Measurement[][] = clusters.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, cluster] of clusters.entries())
      results[index]?.push(await measure(cluster, { ...work, seconds }))
  return results
}

async function measure(cluster: Cluster, work: Work & { seconds: number }): Promise<Measurement> {
  const pids = cluster.instances.map(({ pid }) => pid)
  const release = throttle(pids, share)
  try {
    await sendLoad({ ...work, seconds: warmUp }, cluster)
    const observe = () => Promise.all(cluster.instances.map((server) => server.observe()))
    await observe()
    const perSecond = await sendLoad(work, cluster)
    return { perSecond, used: (await observe()).map(({ cpu }) => cpu) }
  } finally {
    release()
  }
}

/** Requests that were under way when the load ended may be done, without an acknowledgement. */
async function checkNothingLost(url: string, { next, acknowledged }: Progress) {
  const [counted] = await queryOnce(url, 'select count(*)::int as total from notifications where read')
  const total = Number(counted?.total)
  console.log(
    `\n  Changes: ${formatWhole(next)} sent, ${formatWhole(acknowledged)} acknowledged, ${formatWhole(total)} stored.`,
  )
  if (total < acknowledged || total > next) throw new Error('Changes were lost, or made twice.')
}

/** A user is invited through one instance, and the stream of the user at another one tells of it. */
async function measureStreams(servers: readonly Server[]) {
  const [first] = servers
  if (first === undefined) return
  const create = { title: 'A flora of the Alps', visibility: 'public' }
  const { data: project } = await post(`${first.url}/projects`, 1, create)
  const delays: number[] = []
  for (let number = 0; number < invitations; number++) {
    const user = 2 + number
    const server = servers[number % servers.length] ?? first
    const other = servers[(number + 1) % servers.length] ?? first
    const stream = await openStream(`${other.url}/notifications/stream`, user)
    const begin = performance.now()
    await post(`${server.url}/projects/${project.id}/collaborators`, 1, { user_id: user })
    await stream.told
    delays.push(performance.now() - begin)
    stream.close()
  }
  printTable(
    `From a request at one instance to the event in a stream of another, ${invitations} times`,
    ['', 'median', '95 %'],
    [['invitation', formatMilliseconds(getMedian(delays)), formatMilliseconds(getPercentile(delays, 95))]],
  )
}

async function post(url: string, user: number, body: object) {
  const headers = { authorization: `Bearer ${getToken(user)}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${url} was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as { data: { id: number } }
}

async function openStream(url: string, user: number) {
  const request = get(url, { headers: { authorization: `Bearer ${getToken(user)}` } })
  const [response] = await once(request, 'response')
  let text = ''
  const told = new Promise<void>((resolve) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('event: ')) resolve()
    })
  })
  return { told, close: () => request.destroy() }
}
