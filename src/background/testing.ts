/** What the tests of background work share: a platform on a fresh database, with a clock and a log they hold. */

import { setTimeout as pause } from 'node:timers/promises'
import { type FakeClock, fakeClock } from '../../test/support/clock.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { type MailTransport, mailboxTransport } from '../adapters/mail/transport.ts'
import { createPasswords } from '../adapters/passwords.ts'
import { readConfig } from '../config.ts'
import { inTransaction, type Platform, systemContext, type Transaction } from '../context.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/index.ts'
import { prepare } from '../database/prepare.ts'
import { startWorker, type Worker } from './worker.ts'
import type { Task } from './tasks.ts'

interface Entry {
  level: 'info' | 'warn' | 'error'
  message: string
  fields: object
}

interface Instance {
  db?: Database
  mail?: MailTransport
  atOnce?: number
  /** By default never, so that the test says when it looks for tasks. */
  poll?: number
}

const never = 2 ** 31 - 1

/** One database and any number of instances of the service on it, which end with the test. */
export async function background(test: { after(end: () => Promise<void>): void }) {
  const { db, config, drop } = await freshDatabase()
  const clock: FakeClock = fakeClock()
  const logged: Entry[] = []
  const ends: (() => Promise<void>)[] = []
  test.after(async () => {
    for (const end of ends) await end()
    await drop()
  })
  const entry = (level: Entry['level']) => (fields: object, message: string) => logged.push({ level, fields, message })
  const log = { info: entry('info'), warn: entry('warn'), error: entry('error') }
  const environment = { NODE_ENV: 'test', DATA_DIR: config.dataDir, PUBLIC_URL: 'https://api.example.org/v1' }

  const platform = (wake: () => void, instance: Instance = {}): Platform => ({
    db: instance.db ?? db,
    clock,
    config: readConfig(environment),
    log,
    mail: instance.mail ?? mailboxTransport,
    passwords: createPasswords(),
    wake,
  })

  return {
    db,
    clock,
    logged,
    platform,
    /** Another connection to the same database, as another instance has. */
    async connected() {
      const another = await openDatabase(config)
      ends.push(() => another.close())
      return another
    },
    worker(tasks: readonly Task[], instance: Instance = {}): Worker {
      const options = { poll: instance.poll ?? never, atOnce: instance.atOnce ?? 8 }
      const worker = startWorker(platform(() => worker.wake(), instance), tasks, options)
      ends.unshift(() => worker.stop(0))
      return worker
    },
    /** Runs the work in a transaction; no worker is woken, so the test says when tasks run. */
    inTransaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      inTransaction(systemContext(platform(() => undefined)), work),
    tasks: () => allTasks.all({ db }, {}),
  }
}

const allTasks = prepare((q) =>
  q.selectFrom('tasks').select(['id', 'kind', 'payload', 'run_at', 'attempts', 'last_error', 'dead_at']).orderBy('id'))

/** Resolves when the condition holds; fails after five seconds. */
export async function until(condition: () => Promise<boolean> | boolean) {
  for (let tries = 0; tries < 2_500; tries++) {
    if (await condition()) return
    await pause(2)
  }
  throw new Error('What the test waits for did not happen.')
}
