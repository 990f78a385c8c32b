/** Metrics of this instance: the write-ahead log of the embedded database, and errors after which the program goes on. */

import type { Counter, Gauge, Registry } from 'prom-client'
import { countIgnored } from '#core/ignored-errors.ts'
import type { LogState } from '#database/database.ts'

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
