/** Limits the memory of a process and of those that it starts, as `MemoryMax` of systemd does. Needs Linux and root. */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = '/sys/fs/cgroup'

export interface ControlGroup {
  /** A command that runs the command behind it within the group. */
  command: string[]
  /** The most memory that was used, in MiB, with the cached pages of files. */
  readPeak(): number
  /** How many processes the system ended because memory was missing. */
  countKills(): number
  /** Resolves when all processes of the group have ended and it is gone. */
  remove(): Promise<void>
}

/** Creates a group with so much memory, in MiB, and no swap space. */
export function createControlGroup(megabytes: number): ControlGroup {
  // Version 1 has a tree for each resource, https://docs.kernel.org/admin-guide/cgroup-v1/memory.html
  const isFirst = existsSync(join(root, 'memory/memory.limit_in_bytes'))
  const path = join(root, isFirst ? 'memory' : '', `research-platform-${process.pid}`)
  const read = (file: string) => readFileSync(join(path, file), 'utf8')
  try {
    mkdirSync(path)
    writeFileSync(join(path, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(megabytes * 1024 ** 2))
    if (!isFirst) writeFileSync(join(path, 'memory.swap.max'), '0')
  } catch (error) {
    throw new Error(`The memory cannot be limited here: ${error instanceof Error ? error.message : error}.`)
  }
  return {
    // The shell joins the group and becomes the program, so the program never runs without the limit.
    command: ['sh', '-c', `echo $$ > '${join(path, 'cgroup.procs')}' && exec "$@"`, 'sh'],
    readPeak: () => Number(read(isFirst ? 'memory.max_usage_in_bytes' : 'memory.peak')) / 1024 ** 2,
    countKills: () => Number(/oom_kill (\d+)/.exec(read(isFirst ? 'memory.oom_control' : 'memory.events'))?.[1] ?? 0),
    remove: () => removeFolder(path),
  }
}

async function removeFolder(path: string) {
  const deadline = Date.now() + 10_000
  while (existsSync(path))
    try {
      rmdirSync(path)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(20)
    }
}

export const describeUse = (group: ControlGroup) =>
  `at most ${Math.round(group.readPeak())} were used, with cached files; ${group.countKills()} processes were ended by the system`
