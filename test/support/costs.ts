/** Measures what a test file costs: processor time, and how many users, services, programs and browsers it started. */

import { subscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'

/** Processor time in seconds, and numbers of what was started. */
export interface Costs {
  /** Of this process. */
  worker: number
  /** Of programs that this process started and that have ended; 0 where the system does not say (only Linux does). */
  children: number
  /** Of the browser that the files of this process share. */
  chromium: number
  /** In databases of PostgreSQL, by which its processor time is divided. */
  transactions: number
  users: number
  services: number
  programs: number
  browsers: number
}

/** The name of the file with the costs of a test file, as JSON. */
export const costsFile = 'costs.json'

/** The beginning of the names of files with the processor seconds of browsers that the system does not count, as JSON. */
export const uncountedFile = 'uncounted'

/** What this process started since its own start. */
const started = { transactions: 0, users: 0, services: 0, programs: 0, browsers: 0 }

// Node announces each program here, whichever module starts it.
subscribe('child_process', () => void started.programs++)

export function addCost(kind: Exclude<keyof typeof started, 'programs'>, amount = 1): void {
  started[kind] += amount
}

/** Returns the costs of this process so far. */
export function readCosts(chromium = 0): Costs {
  const { user, system } = process.cpuUsage()
  return { worker: (user + system) / 1_000_000, children: readTimes('self')?.children ?? 0, chromium, ...started }
}

export function subtractCosts(end: Costs, begin: Costs): Costs {
  return Object.fromEntries(
    Object.entries(end).map(([kind, value]) => [kind, value - begin[kind as keyof Costs]]),
  ) as unknown as Costs
}

/** Ticks of a processor in a second, which is the same on every Linux that Node supports. */
const ticksPerSecond = 100

interface ProcessTimes {
  parent: number
  own: number
  /** Of its children that have ended. */
  children: number
}

/** See proc_pid_stat(5). Returns undefined for a process that has ended, and where the system does not say. */
function readTimes(pid: number | 'self'): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces; field 3 follows it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const seconds = (field: number) => (fields[field - 3] ?? 0) / ticksPerSecond
    return { parent: fields[1] ?? 0, own: seconds(14) + seconds(15), children: seconds(16) + seconds(17) }
  } catch {
    return undefined
  }
}

/** Returns the programs that this process has started and that run; none where the system does not say. */
export function listChildren(): number[] {
  if (process.platform !== 'linux') return []
  return listProcesses().filter((pid) => readTimes(pid)?.parent === process.pid)
}

const listProcesses = () => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** Returns the processor seconds of a running program and its descendants; 0 where the system does not say. */
export function readTreeSeconds(root: number | undefined): number {
  if (process.platform !== 'linux' || root === undefined) return 0
  const pids = listProcesses()
  const times = new Map(pids.flatMap((pid) => [[pid, readTimes(pid)] as const]))
  const isWithin = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isWithin(times.get(pid)?.parent))
  return pids
    .filter(isWithin)
    .reduce((sum, pid) => sum + (times.get(pid)?.own ?? 0) + (times.get(pid)?.children ?? 0), 0)
}
