/** The duration of a start on an existing database, and the memory of an idle service. */

import { setTimeout as pause } from 'node:timers/promises'
import { createFolder, prepareData } from '../support/data.ts'
import { formatMilliseconds, formatWhole, getMedian, printTable } from '../support/figures.ts'
import { readResidentMegabytes } from '../support/memory.ts'
import type { Part } from '../support/part.ts'
import { startService } from '../support/servers.ts'

const starts = 7
const idleFor = 10_000
/** The first start compiles the code and writes the compile cache shortly afterwards. */
const compileFor = 3_000

export const start: Part = {
  name: 'start',
  about: 'time to the first answer on an existing database, and idle memory',
  async run({ folder, against }) {
    const dataDir = createFolder(folder, 'start')
    await prepareData(dataDir, { users: 100, owners: 100, notifications: 3_000 })
    const roots = against === null ? [undefined] : [undefined, against]
    const times = new Map(roots.map((root): [string | undefined, number[]] => [root, []]))
    for (const root of roots) await startAndStop(dataDir, root, compileFor)
    for (let one = 0; one < starts; one++)
      for (const [root, mine] of times) mine.push((await startAndStop(dataDir, root, 0)).startedIn)

    const rows: string[][] = []
    for (const [root, mine] of times) {
      const { megabytes } = await startAndStop(dataDir, root, idleFor)
      const where = root === undefined ? '' : `, ${root}`
      rows.push([`From spawn to the first 200${where}`, formatMilliseconds(getMedian(mine)), '< 700 ms'])
      rows.push([`Resident memory after ${idleFor / 1_000} s${where}`, `${formatWhole(megabytes)} MB`, '< 120 MB'])
    }
    printTable(`Median of ${starts} starts, and idle memory`, ['', '', 'target'], rows)
  },
}

/** Starts the service by the command of `npm start`, and ends it after the given number of milliseconds. */
async function startAndStop(dataDir: string, root: string | undefined, length: number) {
  const service = await startService({ dataDir, observed: false, ...(root === undefined ? {} : { root }) })
  await pause(length)
  const megabytes = await readResidentMegabytes(service.pid)
  await service.stop()
  return { startedIn: service.startedIn, megabytes }
}
