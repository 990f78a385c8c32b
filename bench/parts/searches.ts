/** Throughput and memory of searches with one word, by one client and by several. */

import { setTimeout as pause } from 'node:timers/promises'
import { buildResearchers } from '../search/build.ts'
import { createPerson } from '../search/people.ts'
import type { Person } from '../search/person.ts'
import { copyData, createFolder, removeUnknownMigrations } from '../support/data.ts'
import { formatRatio, formatWhole, getMedian, printTable } from '../support/figures.ts'
import { type Loader, startLoader } from '../support/load.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const researchers = 5_000
const clients = [1, 4, 16]
const warmUpSeconds = 3

interface Subject {
  name: string
  server: Server
}

interface Sample {
  perSecond: number
  /** Milliseconds of processor time per search. */
  cpu: number
}

export const searches: Part = {
  name: 'searches',
  about: `searches a second with one word at ${formatWhole(researchers)} researchers, and the memory of the process`,
  async run(options) {
    const data = createFolder(options.folder, 'searches')
    await buildResearchers(data, researchers, () => undefined, createAuthor)
    const subjects = await startSubjects(options, data)
    const loader = startLoader()
    try {
      const rows: string[][] = []
      for (const connections of clients) rows.push(...(await compare(loader, subjects, { ...options, connections })))
      printTable('Searches with one word', ['clients', 'server', 'searches/s', 'ratio', 'ms of processor'], rows)
      const memory = await Promise.all(subjects.map(async ({ name, server }) => [name, await readMemory(server)]))
      printTable('Memory of the process afterwards', ['server', 'MB'], memory)
    } finally {
      loader.stop()
      await Promise.all(subjects.map(({ server }) => server.stop()))
    }
  },
}

const colleagues = 20

/** A person who also wrote what others wrote, because real researchers have dozens of publications. */
const createAuthor = (index: number): Person => ({
  ...createPerson(index),
  publications: Array.from({ length: colleagues }, (_, other) => createPerson(index + other)).flatMap(
    ({ publications }) => publications,
  ),
})

const readMemory = async (server: Server) => formatWhole((await server.observe()).memory / 1e6)

async function startSubjects({ folder, against }: Options, data: string): Promise<Subject[]> {
  const start = async (name: string, root?: string): Promise<Subject> => {
    const dataDir = copyData(data, createFolder(folder, `searches ${name}`))
    if (root !== undefined) removeUnknownMigrations(dataDir, root)
    return { name, server: await startService({ dataDir, ...(root === undefined ? {} : { root }) }) }
  }
  return [...(against === null ? [] : [await start(against, against)]), await start('service')]
}

/** Every word of the names, fields, skills and institutions of some people once, in an order that does not repeat. */
const words = [
  ...new Set(
    Array.from({ length: 400 }, (_, index) => createPerson(index * 7)).flatMap(
      ({ name, fields, skills, institution, country }) =>
        [name, ...fields, ...skills, institution, country].flatMap((text) => text.toLowerCase().split(/\s+/)),
    ),
  ),
].filter((word) => word.length > 2)
const bodies = words.map((query) => JSON.stringify({ query }))

async function compare(
  loader: Loader,
  subjects: readonly Subject[],
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<string[][]> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]))
  for (const subject of subjects) await measure(loader, subject, connections, warmUpSeconds)
  for (let round = 0; round < rounds; round++)
    for (const [subject, mine] of samples) mine.push(await measure(loader, subject, connections, seconds))
  const [first = []] = samples.values()
  return Array.from(samples, ([{ name }, mine], index) => [
    index === 0 ? String(connections) : '',
    name,
    formatWhole(getMedian(mine.map(({ perSecond }) => perSecond))),
    index === 0
      ? ''
      : formatRatio(getMedian(mine.map(({ perSecond }, round) => perSecond / (first[round]?.perSecond ?? Number.NaN)))),
    getMedian(mine.map(({ cpu }) => cpu)).toFixed(2),
  ])
}

async function measure(
  loader: Loader,
  { name, server }: Subject,
  connections: number,
  seconds: number,
): Promise<Sample> {
  await server.observe()
  const outcome = await loader.send({
    url: server.url,
    seconds,
    connections,
    method: 'POST',
    path: '/search/intelligent',
    bodies,
    owners: 1,
    first: 0,
  })
  const { cpu } = await server.observe()
  if (outcome.failed > 0) throw new Error(`${outcome.failed} searches of "${name}" failed.`)
  await pause(200)
  return { perSecond: outcome.perSecond, cpu: cpu / outcome.requests }
}
