/** Measures what a test file costs: processor time, and how many users, services, programs and browsers it started. */

import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'

/** Processor time in seconds, and numbers of what was started. */
export interface Costs {
  /** Of this process. */
  worker: number
  /** Of programs that this process started and that have ended; 0 where the system does not say (only Linux does). */
  children: number
  /** The time that PostgreSQL spent on statements in databases of this process, which includes waiting for locks. */
  statements: number
  users: number
  services: number
  programs: number
  browsers: number
}

/** The name of the file with the costs of a test file, as JSON. */
export const costsFile = 'costs.json'

/** What this process started since its own start. */
const started = { statements: 0, users: 0, services: 0, programs: 0, browsers: 0 }

// Node announces each program here, whichever module starts it.
subscribe('child_process', () => void started.programs++)

export function addCost(kind: Exclude<keyof typeof started, 'programs'>, amount = 1): void {
  started[kind] += amount
}

/** Returns the costs of this process so far. */
export function readCosts(): Costs {
  const { user, system } = process.cpuUsage()
  return { worker: (user + system) / 1_000_000, children: readChildrenSeconds(), ...started }
}

export function subtractCosts(end: Costs, begin: Costs): Costs {
  return Object.fromEntries(
    Object.entries(end).map(([kind, value]) => [kind, value - begin[kind as keyof Costs]]),
  ) as unknown as Costs
}

/** Ticks of a processor in a second, which is the same on every Linux that Node supports. */
const ticksPerSecond = 100

/** See proc_pid_stat(5): fields 16 and 17, of which the first after the name in parentheses is field 3. */
function readChildrenSeconds(): number {
  if (process.platform !== 'linux') return 0
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}
