/** Metrics of this instance: the write-ahead log of the embedded database, followers, and errors after which the program goes on. */

import type { Counter, Gauge, Registry } from 'prom-client'
import { countIgnored, ignoreError } from '#core/ignored-errors.ts'
import type { LogState } from '#database/database.ts'
import { type FollowerFigures, type FollowerMonitor, isAlarming } from '#platform/followers/monitor.ts'

/** The counters of processor time by prom-client, which begin when they are registered. */
const processorTimes = {
  process_cpu_user_seconds_total: ({ user }: NodeJS.CpuUsage) => user,
  process_cpu_system_seconds_total: ({ system }: NodeJS.CpuUsage) => system,
  process_cpu_seconds_total: ({ user, system }: NodeJS.CpuUsage) => user + system,
}

let ofProcess: Registry | undefined

/**
 * Returns the metrics of the process, whose processor time includes what it used before. They are the same for all services of a process, because
 * what observes one is never given up, and would keep each service that has ended.
 */
export function getProcessMetrics({ collectDefaultMetrics, Registry }: typeof import('prom-client')): Registry {
  if (ofProcess !== undefined) return ofProcess
  ofProcess = new Registry()
  const before = process.cpuUsage()
  collectDefaultMetrics({ register: ofProcess })
  for (const [name, choose] of Object.entries(processorTimes))
    (ofProcess.getSingleMetric(name) as Counter).inc(choose(before) / 1_000_000)
  return ofProcess
}

/** PostgreSQL has its own log, and figures of it. */
export function addLogGauges(registry: Registry, log: LogState | null, create: typeof Gauge) {
  if (log === null) return
  const add = (name: string, help: string, measure: () => number | null) =>
    new create({
      name,
      help,
      registers: [registry],
      collect() {
        const value = measure()
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  add('sqlite_log_bytes', 'The size of the write-ahead log.', () => log.bytes)
  add(
    'sqlite_log_last_copy_timestamp_seconds',
    'When the write-ahead log was last copied into the database file.',
    () => (log.lastCopy === null ? null : log.lastCopy / 1_000),
  )
  add('sqlite_log_failed_copies', 'Copies of the write-ahead log that failed since the start.', () => log.failedCopies)
}

/** How far the followers of the journal are, and the number that operators are alerted of. */
export function addFollowerGauges(registry: Registry, followers: FollowerMonitor, create: typeof Gauge) {
  const gauges: readonly [name: string, help: string, measure: (figures: FollowerFigures) => number][] = [
    ['follower_lag_rows', 'Changes that a follower of the journal has not read.', ({ lag_rows }) => lag_rows],
    ['follower_lag_seconds', 'For how long a follower has not read a change.', ({ lag_seconds }) => lag_seconds],
    ['follower_read_rows_total', 'Changes that a follower has read in this process.', ({ read_rows }) => read_rows],
    ['follower_failures', 'Failures of a follower in a row, at this instance.', ({ failures }) => failures],
  ]
  let read: Promise<FollowerFigures[]> | undefined
  /** Read once for the gauges of one scrape. */
  const readOnce = () => {
    read ??= followers
      .read()
      .catch(ignoreError('metrics', []))
      .finally(() => {
        read = undefined
      })
    return read
  }
  for (const [name, help, measure] of gauges)
    new create({
      name,
      help,
      labelNames: ['follower'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const figures of await readOnce()) this.set({ follower: figures.name }, measure(figures))
      },
    })
  new create({
    name: 'followers_alarming',
    help: 'Followers that are behind for more than five minutes, or have failed five times in a row.',
    registers: [registry],
    async collect() {
      this.set((await readOnce()).filter(isAlarming).length)
    },
  })
}

export function addIgnoredErrors(registry: Registry, create: typeof Counter) {
  new create({
    name: 'errors_ignored_total',
    help: 'Errors after which the program went on, by what failed.',
    labelNames: ['where'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [where, count] of countIgnored()) this.inc({ where }, count)
    },
  })
}
