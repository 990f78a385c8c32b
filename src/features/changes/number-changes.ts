/**
 * Numbers the changes of objects in the order of their commits, and writes what each audience sees of them. Who may see an object
 * is read from the rights on it at that moment, and compared with who saw it when it was last told.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#context.ts'
import type { Clock } from '#core/time.ts'
import type { Connection } from '#database/database.ts'
import type { ChangeAct } from '#database/tables/changes.ts'
import { allRights } from './kinds.ts'
import {
  type ChangedObject,
  changedObjects,
  formerMarks,
  kindQueries,
  objectAudiences,
  type StoredAudience,
} from './object-queries.ts'
import { changes, numbers } from './queries.ts'

/** Marks of one transaction, which others wait for on the embedded database. */
const batchSize = 500

/** The part of a change that only decides who sees the object. No user reads it. */
const access = 'access'

interface Work {
  db: Connection
  clock: Clock
}
type Waiting = Awaited<ReturnType<typeof changedObjects.waiting.all>>

/** An object of a batch. */
interface Changed {
  kind: string
  object_id: string
  /** The groups of fields that changed; null for those that all who see the object may see. */
  parts: Set<string | null>
  parent_id: number | null
  before: Audiences
  after: Set<string>
}

/** Who has which permission on an object: `public`, `user:ID` and groups, with the permission in front unless it is `read`. */
type Audiences = ReadonlySet<string>
const noViewers: Audiences = new Set()

/** Numbers all changes that are committed. */
export async function recordChangeNumbers(ctx: Context): Promise<void> {
  while ((await changedObjects.any.maybe(ctx, {})) !== null) {
    await ctx.db.transaction((db) => numberBatch({ db, clock: ctx.clock }), { locksFirst: true })
    // On SQLite many batches might run without yielding to the event loop.
    await nextTurn()
  }
}

async function numberBatch(tx: Work): Promise<void> {
  const { last } = await numbers.lock.one(tx, {})
  await takeOverFormerMarks(tx)
  const waiting = await changedObjects.waiting.all(tx, { limit: batchSize })
  const { objects, ids } = await collectObjects(tx, waiting)
  await readAudiences(tx, objects)
  const occurred_at = tx.clock.now()
  const told = objects.map((object) => ({ object, acts: listActs(object) })).filter(({ acts }) => acts.length > 0)
  const rows = told.flatMap(({ object: { kind, object_id, parent_id }, acts }, index) =>
    acts.map((act) => ({ ...act, kind, object_id, parent_id, number: last + 1 + index, occurred_at })),
  )
  if (rows.length > 0) await changes.add.run(tx, { rows })
  await numbers.setLast.run(tx, { last: last + told.length })
  await saveAudiences(tx, objects)
  await changedObjects.remove.run(tx, { ids })
}

/** Takes over the marks of the last release; a user may hear once more of an object that changed before the upgrade. */
async function takeOverFormerMarks(tx: Work): Promise<void> {
  if ((await formerMarks.any.maybe(tx, {})) === null) return
  await formerMarks.storeAudiences.run(tx, {})
  await formerMarks.takeOver.run(tx, {})
  await formerMarks.remove.run(tx, {})
}

const keyOf = ({ kind, object_id }: { kind: string; object_id: string }) => `${kind} ${object_id}`

/** Returns each object once, in the order in which they changed first themselves, and the marks that name them. */
async function collectObjects(tx: Work, waiting: Waiting): Promise<{ objects: Changed[]; ids: number[] }> {
  const ids: number[] = []
  const objects = new Map<string, Changed>()
  const add = (kind: string, object_id: string, part: string | null) => {
    const key = keyOf({ kind, object_id })
    const object = objects.get(key) ?? {
      kind,
      object_id,
      parts: new Set(),
      parent_id: null,
      before: noViewers,
      after: new Set(),
    }
    // Until then only who sees it may have changed, so it comes after what changed before it.
    if (part !== access && [...object.parts].every((known) => known === access)) objects.delete(key)
    objects.set(key, object)
    object.parts.add(part)
  }
  for (const { id, kind, object_id, part, after_id } of waiting) {
    if (after_id !== null && objects.size >= batchSize) break
    ids.push(id)
    if (after_id === null || part === null) add(kind, object_id, part)
    else
      for (const child of await listReferring(tx, { kind, object_id, part, after_id })) add(kind, String(child), access)
  }
  return { objects: [...objects.values()], ids }
}

/** Returns the next objects that refer to another one, and leaves those after them to a later batch. */
async function listReferring(tx: Work, { kind, object_id, part, after_id }: ChangedObject): Promise<number[]> {
  const rows = await kindQueries
    .get(kind)
    ?.referring.get(part ?? '')
    ?.all(tx, { object_id: Number(object_id), after_id: after_id ?? 0, limit: batchSize })
  const ids = rows?.map(({ id }) => id) ?? []
  if (ids.length === batchSize)
    await changedObjects.add.run(tx, { rows: [{ kind, object_id, part, after_id: ids.at(-1) ?? 0 }] })
  return ids
}

/** Reads who saw each object, and who may see it now: one query, and one for each kind, sent to the database together. */
async function readAudiences(tx: Work, objects: readonly Changed[]): Promise<void> {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]))
  const asked = objects.map(({ kind, object_id }) => ({ kind, object_id }))
  const [known, ...seen] = await Promise.all([
    objectAudiences.of.all(tx, { objects: asked }),
    ...[...Map.groupBy(objects, ({ kind }) => kind)].map(async ([kind, some]) => {
      const ids = some.map(({ object_id }) => (/^\d+$/.test(object_id) ? Number(object_id) : object_id))
      const rows = (await kindQueries.get(kind)?.audience.all(tx, { ids })) ?? []
      return rows.map((row) => ({ ...row, kind, object_id: String(row.object_id) }))
    }),
  ])
  for (const stored of known) {
    const object = byKey.get(keyOf(stored))
    if (object === undefined) continue
    object.before = new Set(stored.audience.split(' ').filter((audience) => audience !== ''))
    object.parent_id = stored.parent_id
  }
  for (const row of seen.flat()) {
    const object = byKey.get(keyOf(row))
    if (object === undefined) continue
    object.after.add(row.audience)
    object.parent_id = row.parent_id
  }
}

interface SeenAct {
  audience: string
  act: ChangeAct
}

const rightsOf = new Map(allRights.map((rights) => [rights.kind, rights]))

/** Returns what each audience sees of a change. What is told to all is not told to single users. */
function listActs({ kind, parts, before, after }: Changed): SeenAct[] {
  const partsOf = rightsOf.get(kind)?.parts ?? {}
  const mayReadChange = (audience: string) =>
    parts.has(null) || [...parts].some((part) => part !== null && after.has(`${partsOf[part]}/${audience}`))
  const sees = (audiences: Audiences, audience: string) => audiences.has(audience) || audiences.has('public')
  const toAct = (audience: string): ChangeAct | null => {
    if (!sees(before, audience)) return 'created'
    if (!sees(after, audience)) return 'deleted'
    return mayReadChange(audience) ? 'updated' : null
  }
  const readers = [...before.union(after)].filter((audience) => !audience.includes('/'))
  const ofAll = readers.includes('public') ? toAct('public') : null
  return readers.flatMap((audience) => {
    if (audience === 'public') return ofAll === null ? [] : [{ audience, act: ofAll }]
    // Users who see it as before read the act of all, too, and would take it for theirs.
    const act = toAct(audience) ?? (ofAll === null ? null : 'updated')
    return act === null || act === ofAll ? [] : [{ audience, act }]
  })
}

/** Stores who sees the objects now, and marks those that inherit a permission that users got or lost. */
async function saveAudiences(tx: Work, objects: readonly Changed[]): Promise<void> {
  const changed = objects.filter(({ before, after }) => before.symmetricDifference(after).size > 0)
  const [seen, gone] = [changed.filter(({ after }) => after.size > 0), changed.filter(({ after }) => after.size === 0)]
  const rows = seen.map(
    ({ kind, object_id, parent_id, after }): StoredAudience => ({
      kind,
      object_id,
      parent_id,
      audience: [...after].join(' '),
    }),
  )
  if (rows.length > 0) await objectAudiences.save.run(tx, { rows })
  const removed = gone.map(({ kind, object_id }) => ({ kind, object_id }))
  if (removed.length > 0) await objectAudiences.remove.run(tx, { objects: removed })
  const dependent = changed.flatMap(listDependent)
  if (dependent.length > 0) await changedObjects.add.run(tx, { rows: dependent })
}

/** Returns which other objects may be seen by other users because of the change. A new object has none yet. */
function listDependent({ kind, object_id, before, after }: Changed): ChangedObject[] {
  if (before.size === 0) return []
  const moved = new Set([...before.symmetricDifference(after)].map(toPermission))
  return allRights.flatMap((child) => {
    const columns = child.origins
      .filter((origin) => origin.kind === kind && moved.has(origin.permission))
      .map(({ column }) => column)
    return [...new Set(columns)].map((part) => ({ kind: child.kind, object_id, part, after_id: 0 }))
  })
}

const toPermission = (audience: string) => (audience.includes('/') ? (audience.split('/')[0] ?? '') : 'read')
