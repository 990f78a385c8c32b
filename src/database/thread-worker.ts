/** What runs in the thread of `thread.ts`: loads the module that is asked, and lets it answer. */

import { workerData } from 'piscina'
import { Problem } from '../core/problem.ts'
import type { Connection } from './database.ts'
import type { Outcome, Place } from './thread.ts'

interface Asked {
  module: string
  name: string
  given: unknown
}

type Answer = (reach: { db: Connection }, given: unknown) => Promise<unknown>

const db = connection(workerData as Place)

/** Each engine is loaded only where it is used. */
async function connection(place: Place): Promise<Connection> {
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
    const value = await answers[name]?.({ db: await db }, given)
    return { value }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { status, message, retryAfter } = error
    return { refused: { status, message, ...(retryAfter === undefined ? {} : { retryAfter }) } }
  }
}
