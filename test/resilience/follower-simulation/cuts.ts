/**
 * Cuts the connections of this process to its database at a statement chosen by chance. To the database it is the kill of the process: what
 * is not committed is lost. The modules need not be loaded again, which takes most of the time of an instance that is started and killed.
 */

import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** The connections of the instance that runs. */
const embedded = new Set<DatabaseSync>()
const clients = new Set<pg.Client>()
let remaining = Number.POSITIVE_INFINITY
let isOver = false
let onCut: () => void = () => undefined

export const isCut = (): boolean => isOver

/** Cuts the connections after so many statements. `end` keeps the instance from opening others. */
export function cutAfter(statements: number, end: () => void): void {
  isOver = false
  remaining = statements
  onCut = end
}

/** Lets the connections that are opened from now on live. */
export function renew(): void {
  embedded.clear()
  clients.clear()
  isOver = false
  remaining = Number.POSITIVE_INFINITY
}

function cut() {
  isOver = true
  for (const db of embedded) if (db.isOpen) db.close()
  for (const client of clients) client.connection.stream.destroy()
  onCut()
}

type Method = (this: unknown, ...given: unknown[]) => unknown

/** Replaces a method by one that gets the former one. */
function replace(prototype: object, name: string, create: (former: Method) => Method) {
  Reflect.set(prototype, name, create(Reflect.get(prototype, name) as Method))
}

/** Runs a statement of the embedded engine, unless the connections were cut or are cut before it. */
const runUnlessCut = (former: Method): Method =>
  function (...given) {
    if (this instanceof DatabaseSync) embedded.add(this)
    if (!isOver && --remaining < 0) cut()
    if (isOver) throw new Error('The connection is cut.')
    return former.apply(this, given)
  }

for (const name of ['all', 'get', 'run']) replace(StatementSync.prototype, name, runUnlessCut)
replace(DatabaseSync.prototype, 'exec', runUnlessCut)
// One that is cut has failed for its caller, whether it was sent or not: the driver says so.
replace(
  pg.Client.prototype,
  'query',
  (former) =>
    function (...given) {
      if (this instanceof pg.Client) clients.add(this)
      const isLast = !isOver && --remaining < 0
      const isSent = Math.random() < 0.5
      if (isLast && !isSent) cut()
      const result = former.apply(this, given)
      if (isLast && isSent) setImmediate(cut)
      return result
    },
)
