/**
 * A database whose long reads and searches run in the process: the threads of each of hundreds of services would load their modules anew. Its
 * connections keep their plans, because its tables stay small: to plan again is an eighth of what the tests cost PostgreSQL.
 */

import type { FunctionName, ResultOf } from '#core/worker-module.ts'
import type { Connection, Database, WorkerJob } from '#database/database.ts'
import { openDatabase } from '#service/open-database.ts'

const longestTimerMs = 2 ** 31 - 1

export const openThreadlessDatabase: typeof openDatabase = async (config) =>
  keepInProcess(await openDatabase({ ...config, plansKeptMs: longestTimerMs }))

function keepInProcess(db: Database): Database {
  // Searches keep what they have read by its connection, which is another one than that of the service.
  const connection: Connection = { engine: db.engine, all: db.all, run: db.run }
  return {
    ...db,
    allInBackground: db.all,
    readSnapshot: (work) => db.readSnapshot((snapshot) => work(keepInProcess(snapshot))),
    async runInWorker<Functions, Name extends FunctionName<Functions>>({
      module,
      name,
      input,
    }: WorkerJob<Functions, Name>) {
      const { workerFunctions } = await import(module.url.href)
      // Threads receive and return copies too.
      const result = await workerFunctions[name]({ db: connection }, structuredClone(input))
      return structuredClone(result) as ResultOf<Functions, Name>
    },
  }
}
