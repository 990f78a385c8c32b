/** How long a start on an existing database takes, and how much memory the service holds when nobody asks. */

import { setTimeout as pause } from 'node:timers/promises'
import { folderFor, prepareData } from '../support/data.ts'
import { median, milliseconds, printTable, whole } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { startService } from '../support/servers.ts'

const starts = 7
const idleFor = 10_000

export const start: Part = {
  name: 'start',
  about: 'time to the first answer on an existing database, and idle memory',
  async run({ folder, against }) {
    const roots = against === null ? [undefined] : [undefined, against]
    const rows: string[][] = []
    for (const root of roots) rows.push(...(await rowsOf(folder, root)))
    printTable('Start and idle memory', ['', 'median', 'worst', 'target'], rows)
  },
}

async function rowsOf(folder: Options['folder'], root: string | undefined): Promise<string[][]> {
  const settings = { dataDir: folderFor(folder, `start ${root}`), observed: false, ...(root ? { root } : {}) }
  await prepareData(settings.dataDir, { users: 100, owners: 100, notifications: 3_000 })
  const times: number[] = []
  const memory: number[] = []
  const startOnce = async (idle: number) => {
    const service = await startService(settings)
    times.push(service.startedIn)
    if (idle > 0) memory.push(await pause(idle).then(() => residentMegabytes(service.url)))
    await service.stop()
  }
  // The first one compiles; it runs long enough to keep what it compiled.
  await startOnce(3_000)
  times.length = 0
  memory.length = 0
  for (let one = 0; one < starts; one++) await startOnce(one < starts - 1 ? 0 : idleFor)

  const where = root === undefined ? '' : `, ${root}`
  return [
    [
      `From spawn to the first 200${where}`,
      milliseconds(median(times)),
      milliseconds(Math.max(...times)),
      '< 700 ms',
    ],
    [`Resident memory after 10 s${where}`, `${whole(median(memory))} MB`, '', '< 120 MB'],
  ]
}

/** As the service's own metrics tell it: the same on every system. */
async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(metrics) ?? []
  return Number(bytes) / 1024 / 1024
}
