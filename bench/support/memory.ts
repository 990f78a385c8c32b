/** Measures the memory of a service. */

import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Server } from './servers.ts'

/** As reported by the system; reading the service's own metrics would cost it 5 MB. */
export async function readResidentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

/** The parts of the resident memory of a process, in megabytes, and its worker threads. */
export interface MemoryParts {
  resident: number
  /** What the process has made. The rest is mapped from files, most of it the program of Node, and the system can drop it. */
  own: number
  workerThreads: number
}

/** Linux only. */
export async function readMemoryParts(pid: number): Promise<MemoryParts> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]) / 1024
  const threads = await readdir(`/proc/${pid}/task`)
  const names = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/comm`, 'utf8').catch(() => '')))
  const workerThreads = names.filter((name) => name.startsWith('WorkerThread')).length
  return { resident: read('Rss'), own: read('Anonymous'), workerThreads }
}

/** The memory of the service and its processes, in megabytes; pages that they share count once. */
async function readMemory({ pid }: Server): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = all.flatMap(([id = 0, parent]) => (id === pid || parent === pid ? [id] : []))
  const sizes = await Promise.all(own.map(readProportionalKilobytes))
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
}

/** Linux only. 0 for a process that has just ended. */
async function readProportionalKilobytes(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
}

/** Returns by how many megabytes the memory has grown at most during the work. */
export async function measureGrowth(server: Server, work: () => Promise<unknown>): Promise<number> {
  const before = await readMemory(server)
  let most = before
  let running = true
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await readMemory(server))
      await pause(50)
    }
  })()
  await work().finally(() => {
    running = false
  })
  await watching
  return most - before
}
