/** Whether what may not grow with the year stays within bounds: memory, the log of the database, tasks, followers, and the time of each list. */

import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { getDatabasePath } from '#database/index.ts'
import type { Scene } from './domain.ts'
import { listPaths } from './lists.ts'

const megabyte = 1024 * 1024
/** The log of SQLite may have this size between two checkpoints; readers that never pause must not make it grow. */
const logLimit = 64 * megabyte
/** Resident memory at the end beside that of the first quarter. */
const memoryFactor = 1.5
const memorySlack = 96 * megabyte
/** Processor time of a list at the end beside that at the beginning, in milliseconds; the system counts it in steps of ten. */
const timeFactor = 4
const timeSlackMs = 15
const timed = 6

interface Sample {
  memory: number
  log: number
}

export class Bounds {
  readonly #year: Scene
  readonly #before: Map<string, number>
  readonly #samples: Sample[] = []

  private constructor(year: Scene, before: Map<string, number>) {
    this.#year = year
    this.#before = before
  }

  static async begin(year: Scene): Promise<Bounds> {
    return new Bounds(year, await timeLists(year))
  }

  /** Between two rounds, when nobody acts. */
  async look() {
    const { world, config, admin } = this.#year
    const pid = await world.readPid()
    const memory = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    const log = config.databaseUrl === null ? readSize(`${getDatabasePath(config.dataDir)}-wal`) : 0
    this.#samples.push({ memory, log })
    const { data } = await admin.get('/admin/service')
    for (const { name, lag_rows, failures } of data.followers)
      assert.ok(
        lag_rows < 1_000 && failures === 0,
        `The follower ${name} is ${lag_rows} rows behind, with ${failures} failures.`,
      )
  }

  async end() {
    const { admin } = this.#year
    const waiting = (await admin.get('/admin/waiting')).data
    assert.deepEqual([waiting.dead_tasks, waiting.failed_mails], [0, 0], JSON.stringify(waiting))
    assert.ok(waiting.due_tasks < 50, JSON.stringify(waiting))
    const quarter = Math.ceil(this.#samples.length / 4)
    const [first, last] = [this.#samples.slice(0, quarter), this.#samples.slice(-quarter)].map((samples) =>
      Math.max(...samples.map(({ memory }) => memory)),
    )
    const log = Math.max(...this.#samples.map((sample) => sample.log))
    assert.ok(log <= logLimit, `The log of the database grew to ${log} bytes.`)
    assert.ok((last ?? 0) <= (first ?? 0) * memoryFactor + memorySlack, `Memory grew from ${first} to ${last} bytes.`)
    const slow = await this.#findSlow()
    assert.deepEqual(slow, [], 'Lists whose time grew')
    const toMegabytes = (value = 0) => Math.round(value / megabyte)
    return { logMegabytes: toMegabytes(log), memoryMegabytes: [toMegabytes(first), toMegabytes(last)] }
  }

  async #findSlow(): Promise<string[]> {
    const after = await timeLists(this.#year)
    return [...after].flatMap(([path, ms]) => {
      const before = this.#before.get(path)
      return before === undefined || ms <= before * timeFactor + timeSlackMs
        ? []
        : [`${path}: ${before} ms, then ${ms} ms`]
    })
  }
}

function readSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Returns the processor milliseconds of the service for one request of each list of an administrator. */
async function timeLists({ world, admin }: Scene): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const path of listPaths()) {
    if ((await admin.get(path)).status !== 200) continue
    const before = await world.readSeconds()
    for (let turn = 0; turn < timed; turn++) await admin.get(path)
    times.set(path, (((await world.readSeconds()) - before) * 1_000) / timed)
  }
  return times
}
