/** A worker thread of `worker-client.ts`: imports the module of a job and runs the function that the job names. */

import { workerData } from 'node:worker_threads'
import { createUnavailable, Problem } from '#core/problem.ts'
import { type Connection, DatabaseError } from './database.ts'
import type { DatabaseLocation, JobResult } from './worker-client.ts'
import { workerThreads } from './worker-threads.ts'

/** The most connections to PostgreSQL that all threads together open. */
const connections = 4

interface Message {
  module: string
  name: string
  input: unknown
}

const unreachable = createUnavailable('The database cannot be reached at the moment, please try again.', 2)

type WorkerFunction = (ctx: { db: Connection }, input: unknown) => Promise<unknown>

let connected: Promise<Connection> | undefined

/** Returns the connection of this thread. A connection that failed is opened again by the next job. */
function getConnection(): Promise<Connection> {
  connected ??= connect(workerData as DatabaseLocation).catch((error: unknown) => {
    connected = undefined
    throw error instanceof DatabaseError ? unreachable : error
  })
  return connected
}

/** Imports the engine here, because each engine is loaded only where it is used. */
async function connect(location: DatabaseLocation): Promise<Connection> {
  if ('url' in location) {
    const { openPostgres } = await import('./postgres/engine.ts')
    return openPostgres(location.url, { connections: Math.max(1, Math.floor(connections / workerThreads)) })
  }
  if (location.lockMemory !== undefined) {
    const { ThreadWriter } = await import('./sqlite/thread-writer.ts')
    return new ThreadWriter(location.path, location.lockMemory)
  }
  const { frugal, openConnection } = await import('./sqlite/connection.ts')
  return openConnection(location.path, true, frugal)
}

/** Runs a function of the module's export `workerFunctions`. */
export async function runJob({ module, name, input }: Message): Promise<JobResult> {
  const { workerFunctions } = (await import(module)) as { workerFunctions: Record<string, WorkerFunction> }
  try {
    return { value: await workerFunctions[name]?.({ db: await getConnection() }, input) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { status, sentence, retryAfter } = error
    return { problem: { status, sentence, ...(retryAfter === undefined ? {} : { retryAfter }) } }
  }
}
