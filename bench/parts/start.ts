/** The duration of a start on an existing database and what it is spent on, and the memory of an idle service. */

import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadedModule, Phase } from '../start-observer.ts'
import { createFolder, prepareData } from '../support/data.ts'
import { formatMilliseconds, formatWhole, getMedian, printTable } from '../support/figures.ts'
import { readMemoryParts } from '../support/memory.ts'
import type { Part } from '../support/part.ts'
import { startFilledPostgres } from '../support/postgres.ts'
import { startService } from '../support/servers.ts'

const starts = 7
const idleFor = 10_000
/** The first start compiles the code and writes the compile cache shortly afterwards. */
const compileFor = 3_000
/** The packages and folders that are printed; the others are one row. */
const maxGroups = 25

export const start: Part = {
  name: 'start',
  about: 'time to the first answer on an existing database by phase and by package, and idle memory',
  async run({ folder, against }) {
    const dataDir = createFolder(folder, 'start')
    await prepareData(dataDir, { users: 100, owners: 100, notifications: 3_000 })
    const postgres = await startFilledPostgres(dataDir)
    try {
      await measureStarts(dataDir, against)
      await analyzeStart('SQLite', dataDir, {})
      const onPostgres = createFolder(folder, 'start-postgres')
      mkdirSync(onPostgres)
      await analyzeStart('PostgreSQL', onPostgres, { DATABASE_URL: postgres.url })
    } finally {
      await postgres.stop()
    }
  },
}

async function measureStarts(dataDir: string, against: string | null) {
  const roots = against === null ? [undefined] : [undefined, against]
  const times = new Map(roots.map((root): [string | undefined, number[]] => [root, []]))
  for (const root of roots) await startAndStop(dataDir, root, compileFor)
  for (let one = 0; one < starts; one++)
    for (const [root, mine] of times) mine.push((await startAndStop(dataDir, root, 0)).startedIn)

  const rows: string[][] = []
  for (const [root, mine] of times) {
    const { parts } = await startAndStop(dataDir, root, idleFor)
    const where = root === undefined ? '' : `, ${root}`
    rows.push([`From spawn to the first 200${where}`, formatMilliseconds(getMedian(mine)), '< 1000 ms'])
    rows.push([`Resident memory after ${idleFor / 1_000} s${where}`, `${formatWhole(parts.resident)} MB`, '< 100 MB'])
    rows.push([`Of it what is no file, such as heaps${where}`, `${formatWhole(parts.own)} MB`, ''])
    rows.push([`Worker threads then${where}`, formatWhole(parts.workerThreads), '0'])
  }
  printTable(`Median of ${starts} starts on SQLite, and idle memory`, ['', '', 'target'], rows)
}

/** Starts the service by the command of `npm start`, and ends it after the given number of milliseconds. */
async function startAndStop(dataDir: string, root: string | undefined, length: number) {
  const service = await startService({ dataDir, observed: false, ...(root === undefined ? {} : { root }) })
  await pause(length)
  const parts = await readMemoryParts(service.pid)
  await service.stop()
  return { startedIn: service.startedIn, parts }
}

/** Prints what one start costs. The observer that sees it costs a tenth more. */
async function analyzeStart(engine: string, dataDir: string, settings: Record<string, string>) {
  // What only this database needs is compiled first.
  await (await startService({ dataDir, settings, timed: true })).stop()
  const service = await startService({ dataDir, settings, timed: true })
  const { phases, modules } = await service.readStart()
  await service.stop()
  const heads = ['', 'ms', 'processor ms', 'heap MB', 'resident MB']
  printTable(`One start on ${engine} by phase; memory at the end of each, with garbage`, heads, listPhases(phases))
  const title = `One start on ${engine}: modules by package and folder, by the time until the next one was read`
  printTable(title, ['', 'modules', 'source kB', 'ms'], listGroups(modules))
}

const formatMegabytes = (bytes: number) => formatWhole(bytes / 1024 / 1024)

const listPhases = (phases: readonly Phase[]) =>
  phases.map(({ name, at, processor, heap, resident }, index) => {
    const before = phases[index - 1] ?? { at: 0, processor: 0 }
    const spent = [at - before.at, processor - before.processor].map(formatWhole)
    return [name, ...spent, formatMegabytes(heap), formatMegabytes(resident)]
  })

function listGroups(modules: readonly LoadedModule[]): string[][] {
  const groups = [...Map.groupBy(modules, ({ url }) => nameGroup(url))].map(([name, own]) => ({ name, ...sum(own) }))
  const costliest = groups.toSorted((a, b) => b.duration - a.duration).slice(0, maxGroups)
  const others = modules.filter(({ url }) => !costliest.some(({ name }) => name === nameGroup(url)))
  return [...costliest, { name: 'all others', ...sum(others) }, { name: 'together', ...sum(modules) }].map(
    ({ name, count, size, duration }) => [name, formatWhole(count), formatWhole(size / 1024), formatWhole(duration)],
  )
}

const sum = (modules: readonly LoadedModule[]) => ({
  count: modules.length,
  size: modules.reduce((total, { size }) => total + size, 0),
  duration: modules.reduce((total, { duration }) => total + duration, 0),
})

/** Returns the package, or the folder of the project, of a module. */
function nameGroup(url: string): string {
  if (url.startsWith('node:')) return 'Node'
  const inPackage = url.split('/node_modules/').at(-1)
  if (url.includes('/node_modules/') && inPackage !== undefined)
    return inPackage.split('/', inPackage.startsWith('@') ? 2 : 1).join('/')
  return /\/((?:packages|src\/(?:features|pages|database|adapters)|src)\/[^/]+)\/[^/]/.exec(url)?.[1] ?? 'src'
}
