/** A database whose long reads and searches run in the process: the threads of each of hundreds of services would load their modules anew. */

import type { FunctionName, ResultOf } from '#core/worker-module.ts'
import type { Connection, Database, WorkerJob } from '#database/database.ts'
import { openDatabase } from '#service/open-database.ts'

export const openThreadlessDatabase: typeof openDatabase = async (config) => keepInProcess(await openDatabase(config))

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
