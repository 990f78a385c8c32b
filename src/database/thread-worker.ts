/** What runs in the thread of `thread.ts`: loads the module that is asked, and lets it answer. */

import { workerData } from 'piscina'
import { Problem, unavailable } from '#core/problem.ts'
import { type Connection, DatabaseUnusable } from './database.ts'
import type { Outcome, Place } from './thread.ts'

interface Asked {
  module: string
  name: string
  given: unknown
}

const unreachable = unavailable('The database cannot be reached at the moment, please try again.', 2)

type Answer = (reach: { db: Connection }, given: unknown) => Promise<unknown>

let connected: Promise<Connection> | undefined

/** The connection of this thread; one that cannot be made is tried again by the next question. */
function connection(): Promise<Connection> {
  connected ??= connect(workerData as Place).catch((error: unknown) => {
    connected = undefined
    throw error instanceof DatabaseUnusable ? unreachable : error
  })
  return connected
}

/** Each engine is loaded only where it is used. */
async function connect(place: Place): Promise<Connection> {
  if ('url' in place) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(place.url, { connections: 4 })
  }
  const { opened } = await import('./sqlite/connection.ts')
  return opened(place.path, true)
}

/** Answers by a function of the module's `answers`. */
export async function answer({ module, name, given }: Asked): Promise<Outcome> {
  const { answers } = (await import(module)) as { answers: Record<string, Answer> }
  try {
    return { value: await answers[name]?.({ db: await connection() }, given) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { status, message, retryAfter } = error
    return { refused: { status, message, ...(retryAfter === undefined ? {} : { retryAfter }) } }
  }
}
