/** Collects the next objects that changed: from the journal, and from what other objects have changed for them. */

import type { Connection } from '#database/database.ts'
import { access, found, shown } from '#database/derived/journal.ts'
import type { Change } from '#platform/followers/follower.ts'
import { type ChangedObject, changedObjects, formerMarks, kindQueries } from './object-queries.ts'

/** Objects that may have changed for another one, in one transaction, which others wait for on the embedded database. */
const batchSize = 100

export interface Reading {
  db: Connection
}

/** An object of a batch. */
export interface BatchObject {
  kind: string
  object_id: string
  /** The groups of fields that changed; null for those that all who see the object may see. */
  parts: Set<string | null>
  parent_id: number | null
  before: Audiences
  after: Set<string>
}

/** Who has which permission on an object: `public`, `user:ID` and groups, with the permission in front unless it is `read`. */
export type Audiences = ReadonlySet<string>
const noViewers: Audiences = new Set()

/** Takes over the marks of the last release; a user may hear once more of an object that changed before the upgrade. */
async function takeOverFormerMarks(tx: Reading): Promise<void> {
  if ((await formerMarks.any.maybe(tx, {})) === null) return
  await formerMarks.storeAudiences.run(tx, {})
  await formerMarks.takeOver.run(tx, {})
  await formerMarks.remove.run(tx, {})
}

export const getKey = ({ kind, object_id }: { kind: string; object_id: string }) => `${kind} ${object_id}`

interface ChangeCollection {
  objects: BatchObject[]
  /** The rows of `changed_objects` that name them. */
  ids: number[]
}

/**
 * Returns the objects that changed, each once, in the order in which they changed first themselves: some of those that other ones have
 * changed for, and those of the journal.
 */
export async function collectChanges(tx: Reading, journaled: readonly Change[]): Promise<ChangeCollection> {
  await takeOverFormerMarks(tx)
  const waiting = await changedObjects.waiting.all(tx, { limit: batchSize })
  const ids: number[] = []
  const objects = new Map<string, BatchObject>()
  for (const { id, kind, object_id, part, after_id } of waiting) {
    if (after_id !== null && objects.size >= batchSize) break
    ids.push(id)
    if (after_id === null || part === null) addObject(objects, { kind, object_id }, part)
    else
      for (const child of await listReferring(tx, { kind, object_id, part, after_id }))
        addObject(objects, { kind, object_id: String(child) }, access)
  }
  for (const { parts, ...named } of journaled) for (const part of listTold(parts)) addObject(objects, named, part)
  return { objects: [...objects.values()], ids }
}

/** Returns the groups of fields that the feed tells; null for those that all see. */
const listTold = (parts: string): (string | null)[] =>
  parts
    .split(' ')
    .filter((part) => part !== found)
    .map((part) => (part === shown ? null : part))

function addObject(
  objects: Map<string, BatchObject>,
  { kind, object_id }: Pick<BatchObject, 'kind' | 'object_id'>,
  part: string | null,
): void {
  const key = getKey({ kind, object_id })
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

/** Returns the next objects that refer to another one, and leaves those after them to a later batch. */
async function listReferring(tx: Reading, { kind, object_id, part, after_id }: ChangedObject): Promise<number[]> {
  const rows = await kindQueries
    .get(kind)
    ?.referring.get(part ?? '')
    ?.all(tx, { object_id: Number(object_id), after_id: after_id ?? 0, limit: batchSize })
  const ids = rows?.map(({ id }) => id) ?? []
  if (ids.length === batchSize)
    await changedObjects.add.run(tx, { rows: [{ kind, object_id, part, after_id: ids.at(-1) ?? 0 }] })
  return ids
}
