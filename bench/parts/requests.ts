/** Throughput of three endpoints, compared with a bare server that does the same work. The two alternate. */

import { mkdirSync } from 'node:fs'
import type { Outcome } from '../load-process.ts'
import { copyData, createFolder, prepareData, removeUnknownMigrations } from '../support/data.ts'
import { formatRatio, formatWhole, getMedian, printTable } from '../support/figures.ts'
import { type Loader, startLoader } from '../support/load.ts'
import type { Options, Part } from '../support/part.ts'
import { startFilledPostgres } from '../support/postgres.ts'
import { type Server, startBarePostgresServer, startBareServer, startService } from '../support/servers.ts'

const connections = 40
const warmUp = 2
/** More changes per second than any measured server makes. */
const maxChanges = 20_000
const notificationsEach = 30

const endpoints = [
  { method: 'GET', path: '/auth/me', target: 0.75 },
  { method: 'GET', path: '/notifications', target: 0.8 },
  { method: 'PUT', path: '/notifications/{n}/read', target: 0.7 },
] as const
type Endpoint = (typeof endpoints)[number]

interface Subject {
  name: string
  server: Server
  /** The first notification that no request has changed yet. */
  next: number
}

/** The result of one subject for one endpoint in one round. */
interface Sample {
  perSecond: number
  /** Microseconds of processor time per request. */
  cpu: number
}

export const requests: Part = {
  name: 'requests',
  about: 'throughput beside a bare node:http server that does the same work by hand',
  async run(options) {
    const owners = Math.ceil((maxChanges * (warmUp + options.seconds * options.rounds)) / notificationsEach)
    const data = createFolder(options.folder, 'requests')
    await prepareData(data, { users: owners, owners, notifications: owners * notificationsEach })
    const { subjects, stop } = await chooseSubjects(options, data)
    const loader = startLoader()
    try {
      const rows: string[][] = []
      for (const endpoint of endpoints)
        rows.push(...(await compare(loader, subjects, { ...options, endpoint, owners })))
      printTable(
        `Requests a second over ${connections} connections, and processor time for one`,
        ['', 'server', 'requests/s', 'of bare', 'target', 'µs', 'of bare'],
        rows,
      )
    } finally {
      loader.stop()
      await Promise.all(subjects.map(({ server }) => server.stop()))
      await stop()
    }
  },
}

/** Starts the servers of the chosen database, and returns what stops the rest of it. */
async function chooseSubjects(options: Options, data: string) {
  if (options.database === 'postgres') return startPostgresSubjects(options, data)
  return { subjects: await startSubjects(options, data), stop: async () => undefined }
}

/** The same data on a PostgreSQL that syncs each commit; all servers share the machine with it. */
async function startPostgresSubjects({ folder }: Options, data: string) {
  const postgres = await startFilledPostgres(data)
  const second = await postgres.copy('service')
  const [bareFolder = '', serviceFolder = ''] = ['bare', 'service'].map((name) => createFolder(folder, name))
  for (const path of [bareFolder, serviceFolder]) mkdirSync(path, { recursive: true })
  const bare = await startBarePostgresServer(bareFolder, postgres.url)
  const service = await startService({ dataDir: serviceFolder, settings: { DATABASE_URL: second } })
  const subjects: Subject[] = [
    { name: 'bare, PostgreSQL', server: bare, next: 0 },
    { name: 'service, PostgreSQL', server: service, next: 0 },
  ]
  return { subjects, stop: () => postgres.stop() }
}

async function startSubjects({ folder, against }: Options, data: string): Promise<Subject[]> {
  const copy = (name: string) => copyData(data, createFolder(folder, name))
  const createServiceSubject = (name: string, settings: { logLevel?: string; root?: string }) => ({
    name,
    start: () => {
      const dataDir = copy(name)
      if (settings.root !== undefined) removeUnknownMigrations(dataDir, settings.root)
      return startService({ dataDir, ...settings })
    },
  })
  const starts = [
    { name: 'bare', start: () => startBareServer(copy('bare')) },
    createServiceSubject('service', {}),
    createServiceSubject('service, LOG_LEVEL=info', { logLevel: 'info' }),
    ...(against === null ? [] : [createServiceSubject(against, { root: against })]),
  ]
  return Promise.all(starts.map(async ({ name, start }) => ({ name, server: await start(), next: 0 })))
}

interface Comparison {
  endpoint: Endpoint
  owners: number
  seconds: number
  rounds: number
}

/** The rows of one endpoint. Every subject warms up first, then they alternate. */
async function compare(loader: Loader, subjects: Subject[], comparison: Comparison): Promise<string[][]> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]))
  for (const subject of subjects) await measure(loader, subject, { ...comparison, seconds: warmUp })
  for (let round = 0; round < comparison.rounds; round++)
    for (const [subject, mine] of samples) mine.push(await measure(loader, subject, comparison))

  const { method, path, target } = comparison.endpoint
  const [bare = []] = samples.values()
  return Array.from(samples, ([{ name }, mine], index) => [
    index === 0 ? `${method} ${path}` : '',
    name,
    formatWhole(getMedian(mine.map(({ perSecond }) => perSecond))),
    index === 0 ? '' : formatRatio(findMedianRatio(mine, bare, 'perSecond')),
    index === 0 ? '' : `≥ ${formatRatio(target)}`,
    formatWhole(getMedian(mine.map(({ cpu }) => cpu))),
    index === 0 ? '' : formatRatio(findMedianRatio(mine, bare, 'cpu')),
  ])
}

/** Compares within each round, because a disturbance of the machine affects both sides of a round. */
const findMedianRatio = (samples: Sample[], others: Sample[], figure: keyof Sample) =>
  getMedian(samples.map((sample, round) => sample[figure] / (others[round]?.[figure] ?? Number.NaN)))

async function measure(
  loader: Loader,
  subject: Subject,
  { endpoint: { method, path }, owners, seconds }: Comparison,
): Promise<Sample> {
  const { url } = subject.server
  await subject.server.observe()
  const outcome = await loader.send({
    url,
    seconds,
    connections,
    method,
    path,
    owners,
    first: subject.next,
  })
  const { cpu } = await subject.server.observe()
  check(subject, outcome, owners)
  subject.next = outcome.next
  return { perSecond: outcome.perSecond, cpu: (cpu * 1_000) / outcome.requests }
}

/** A refusal is faster than the work, and so is marking a notification that has already been read. */
function check({ name }: Subject, { failed, next }: Outcome, owners: number) {
  if (failed > 0) throw new Error(`${failed} requests to "${name}" failed.`)
  if (next > owners * notificationsEach) throw new Error(`There were not enough notifications for "${name}".`)
}
