/** Numbers marked changes in the order of their commits, and writes what each audience sees of them. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#context.ts'
import type { Clock } from '#core/time.ts'
import type { Connection } from '#database/database.ts'
import type { ChangeAct } from '#database/tables/changes.ts'
import { type ChangeRow, changes, marks, numbers } from './queries.ts'

/** Marks of one transaction, which others wait for on the embedded database. */
const batchSize = 500

type Mark = Awaited<ReturnType<typeof marks.waiting.all>>[number]

/** Whether an audience could see the object before the change, and can after it. */
interface Sight {
  before: boolean
  after: boolean
}

interface ChangedObject extends Pick<ChangeRow, 'kind' | 'object_id' | 'parent_id'> {
  sights: Map<string, Sight>
}

/** Numbers all changes that are committed. */
export async function recordChangeNumbers(ctx: Context): Promise<void> {
  while ((await marks.any.maybe(ctx, {})) !== null) {
    await ctx.db.transaction((db) => numberBatch({ db, clock: ctx.clock }), { locksFirst: true })
    // On SQLite many batches might run without yielding to the event loop.
    await nextTurn()
  }
}

async function numberBatch(tx: { db: Connection; clock: Clock }): Promise<void> {
  const { last } = await numbers.lock.one(tx, {})
  const waiting = await marks.waiting.all(tx, { most: batchSize })
  const occurred_at = tx.clock.now()
  const perObject = combineMarks(waiting)
    .map(toSeenActs)
    .filter((seen) => seen.length > 0)
  const rows = perObject.flatMap((seen, index) =>
    seen.map((row) => ({ ...row, number: last + 1 + index, occurred_at })),
  )
  if (rows.length > 0) await changes.add.run(tx, { rows })
  await numbers.setLast.run(tx, { last: last + perObject.length })
  await marks.remove.run(tx, { ids: waiting.map(({ id }) => id) })
}

const splitAudiences = (list: string) => list.split(' ').filter((audience) => audience !== '')

/** Combines marks of the same object to one change: what was seen before the first, and after the last. */
function combineMarks(waiting: readonly Mark[]): ChangedObject[] {
  const objects = new Map<string, ChangedObject>()
  for (const { kind, object_id, parent_id, audience_before, audience_after } of waiting) {
    const key = `${kind} ${object_id}`
    const object = objects.get(key) ?? { kind, object_id, parent_id, sights: new Map() }
    objects.set(key, object)
    const [before, after] = [new Set(splitAudiences(audience_before)), new Set(splitAudiences(audience_after))]
    for (const audience of before.union(after)) {
      const first = object.sights.get(audience)?.before ?? before.has(audience)
      object.sights.set(audience, { before: first, after: after.has(audience) })
    }
  }
  return [...objects.values()]
}

function toSeenActs({ sights, ...object }: ChangedObject) {
  const acts = new Map([...sights].flatMap(([audience, sight]) => toAct(audience, sight)))
  const ofAll = acts.get('public')
  // What is told to all need not be told to single users.
  return [...acts].flatMap(([audience, act]) =>
    audience !== 'public' && act === ofAll ? [] : [{ ...object, audience, act }],
  )
}

function toAct(audience: string, { before, after }: Sight): [string, ChangeAct][] {
  if (before) return [[audience, after ? 'updated' : 'deleted']]
  return after ? [[audience, 'created']] : []
}
