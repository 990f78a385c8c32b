/**
 * Numbers the changes of objects in the order of their commits, and writes what each audience sees of them. Who may see an object
 * is read from the rights on it at that moment, and compared with who saw it when it was last told.
 */

import type { Clock } from '#core/time.ts'
import type { ChangeAct } from '#database/tables/changes.ts'
import type { Change } from '#platform/followers/follower.ts'
import { type Audiences, type BatchObject, collectChanges, getKey, type Reading } from './change-collection.ts'
import { allRights } from './kinds.ts'
import {
  type ChangedObject,
  changedObjects,
  kindQueries,
  objectAudiences,
  type StoredAudience,
} from './object-queries.ts'
import { changes, numbers } from './queries.ts'

interface Work extends Reading {
  clock: Clock
}

/** Numbers changes of the journal, and some objects that others have changed for. */
export async function recordNumbers(tx: Work, journaled: readonly Change[]): Promise<void> {
  const { last } = await numbers.lock.one(tx, {})
  const { objects, ids } = await collectChanges(tx, journaled)
  await readAudiences(tx, objects)
  const occurred_at = tx.clock.now()
  const told = objects.map((object) => ({ object, acts: listActs(object) })).filter(({ acts }) => acts.length > 0)
  const rows = told.flatMap(({ object: { kind, object_id, parent_id }, acts }, index) =>
    acts.map((act) => ({ ...act, kind, object_id, parent_id, number: last + 1 + index, occurred_at })),
  )
  if (rows.length > 0) await changes.add.run(tx, { rows })
  await numbers.setLast.run(tx, { last: last + told.length })
  await saveAudiences(tx, objects)
  if (ids.length > 0) await changedObjects.remove.run(tx, { ids })
}

/** Reads who saw each object, and who may see it now: one query, and one for each kind, sent to the database together. */
async function readAudiences(tx: Work, objects: readonly BatchObject[]): Promise<void> {
  const byKey = new Map(objects.map((object) => [getKey(object), object]))
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
    const object = byKey.get(getKey(stored))
    if (object === undefined) continue
    object.before = new Set(stored.audience.split(' ').filter((audience) => audience !== ''))
    object.parent_id = stored.parent_id
  }
  for (const row of seen.flat()) {
    const object = byKey.get(getKey(row))
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
function listActs({ kind, parts, before, after }: BatchObject): SeenAct[] {
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
async function saveAudiences(tx: Work, objects: readonly BatchObject[]): Promise<void> {
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
function listDependent({ kind, object_id, before, after }: BatchObject): ChangedObject[] {
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
