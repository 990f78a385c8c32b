/** Shared by tests of background work: instances on one database, and recording tasks. */

import { setTimeout as pause } from 'node:timers/promises'
import { noIdentityProviders } from '#adapters/identity/providers.ts'
import { type MailTransport, mailboxTransport } from '#adapters/mail/transport.ts'
import { createPasswords } from '#adapters/passwords.ts'
import { joinGateways } from '#adapters/payments/gateways.ts'
import { createSandboxGateway } from '#adapters/payments/sandbox.ts'
import { noWorkRegistries } from '#adapters/registries/registries.ts'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import { readConfig } from '#config.ts'
import { type Context, createSystemContext, type Platform, runInTransaction, type Transaction } from '#context.ts'
import type { Clock } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import type { DatabaseConfig } from '#database/index.ts'
import { prepare } from '#database/query/prepare.ts'
import { addTask, defineTask, type Task } from '#platform/tasks.ts'
import { startWorker, type Worker } from '#platform/worker.ts'
import { openDatabase } from '#service/open-database.ts'
import { extractTextHere } from './extract-text.ts'
import { hangLimitMs } from './hang-limit.ts'

interface Entry {
  level: 'info' | 'warn' | 'error'
  message: string
  fields: object
}

interface Instance {
  db?: Database
  mail?: MailTransport
  atOnce?: number
  /** Never by default, so that the test decides when tasks are polled. */
  poll?: number
}

const never = 2 ** 31 - 1

interface Ending {
  after(end: () => Promise<void>): void
}

interface Fresh {
  db: Database
  config: DatabaseConfig
  drop(): Promise<void>
}

/** Any number of instances on a fresh database, stopped at the end of the test. */
export function createBackground<C extends Clock>(test: Ending, { db, config, drop }: Fresh, clock: C) {
  const logged: Entry[] = []
  const ends: (() => Promise<void>)[] = []
  test.after(async () => {
    for (const end of ends) await end()
    await drop()
  })
  const createEntry = (level: Entry['level']) => (fields: object, message: string) =>
    logged.push({ level, fields, message })
  const log = { info: createEntry('info'), warn: createEntry('warn'), error: createEntry('error') }
  const environment = {
    NODE_ENV: 'test',
    SANDBOX: 'public',
    DATA_DIR: config.dataDir,
    PUBLIC_URL: 'https://api.example.org/v1',
  }

  const platform = (wake: () => void, instance: Instance = {}): Platform => ({
    db: instance.db ?? db,
    clock,
    config: readConfig(environment),
    log,
    mail: instance.mail ?? mailboxTransport,
    passwords: createPasswords(),
    extractText: extractTextHere,
    identity: noIdentityProviders,
    registries: noWorkRegistries,
    storage: createStorage({ dataDir: config.dataDir, s3: null }),
    payments: joinGateways([createSandboxGateway(clock, 'a secret of the tests')]),
    wake,
    runDueWork: async () => undefined,
    findNextDue: async () => null,
    emitEvidenceChanged: async () => undefined,
    emitEmailVerified: async () => undefined,
    emitCompanyChanged: async () => undefined,
  })

  return {
    db,
    clock,
    logged,
    platform,
    /** Another connection to the same database, like another instance. */
    async connectPlatform() {
      const another = await openDatabase(config)
      ends.push(() => another.close())
      return another
    },
    worker(tasks: readonly Task[], instance: Instance = {}): Worker {
      const options = { poll: instance.poll ?? never, atOnce: instance.atOnce ?? 8 }
      const worker = startWorker(
        platform(() => worker.wake(), instance),
        tasks,
        options,
      )
      ends.unshift(() => worker.stop(0))
      return worker
    },
    /** Runs the work in a transaction without waking a worker, so that the test decides when tasks run. */
    inTransaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      runInTransaction(createSystemContext(platform(() => undefined)), work),
    tasks: () => allTasks.all({ db }, {}),
  }
}

const allTasks = prepare((q) =>
  q.selectFrom('tasks').select(['id', 'kind', 'payload', 'run_at', 'attempts', 'last_error', 'dead_at']).orderBy('id'),
)

/** A task that records the numbers in its payloads and runs the given work. */
export function createRecordingTask(
  act: (ctx: Context, n: number) => Promise<void> | void = () => undefined,
  maxAttempts = 12,
) {
  const ran: number[] = []
  const task = defineTask<{ n: number }>({
    kind: 'noting',
    maxAttempts,
    async handle(ctx, { n }) {
      ran.push(n)
      await act(ctx, n)
    },
  })
  const queue =
    (...numbers: number[]) =>
    async (tx: Transaction) => {
      for (const n of numbers) await addTask(tx, task, { n })
    }
  return { ran, task, queue }
}

/** Work that waits until the test releases it. */
export function createBlocker() {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const act = () => {
    begun.resolve()
    return gate.promise
  }
  return { act, begun: begun.promise, release: gate.resolve }
}

/** Resolves when the condition holds; fails after five seconds. */
export async function waitUntil(condition: () => Promise<boolean> | boolean) {
  // Shortly before the whole file is ended, so that the error names the line that waits.
  const deadline = performance.now() + hangLimitMs - 60_000
  while (performance.now() < deadline) {
    if (await condition()) return
    await pause(2)
  }
  throw new Error('What the test waits for did not happen.')
}
