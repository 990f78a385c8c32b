import type { Context } from '../../context.ts'
import { addTo, type Bitmap, difference, has, readChunk, setOf, unite } from './bitmaps.ts'
import { type Entry, keyOf } from './entries.ts'
import { type Pending, pending, postings } from './queries.ts'
import type { Sight } from './request.ts'

/** The index as it is at one moment. */
export interface Snapshot {
  changed: readonly Pending[]
  /** The sets of the keys, of those whom the asker may see. */
  setsOf(keys: readonly string[]): Promise<ReadonlyMap<string, Bitmap>>
}

/**
 * What is pending is read first: whatever is brought into the sets after that is then taken from the pending entries,
 * so that a change is seen once and never missed.
 */
export async function snapshot(ctx: Context, sight: Sight): Promise<Snapshot> {
  const changed = await pending.all.all(ctx, {})
  const changedIds = setOf(changed.map(({ researcher_id }) => researcher_id))
  const current = changed.flatMap(({ researcher_id, after }) =>
    after === null ? [] : [{ id: researcher_id, keys: new Set(after.keys) }],
  )
  const seesPrivate = sight === 'everything' || sight.researchers.length > 0

  return {
    changed,
    async setsOf(keys) {
      const wanted = [...new Set(keys)]
      const read = seesPrivate ? [...wanted, ...wanted.map(keyOf.private)] : wanted
      const stored = new Map<string, Bitmap>(read.map((key) => [key, new Map()]))
      for (const { key, chunk, docs } of await postings.ofKeys.all(ctx, { keys: read })) {
        const set = stored.get(key)
        if (set) readChunk(set, chunk, docs)
      }
      const present = (key: string) => {
        const set = difference(stored.get(key) ?? new Map(), changedIds)
        for (const { id, keys: mine } of current) if (mine.has(key)) addTo(set, id)
        return set
      }
      return new Map(wanted.map((key) => [key, merged(present, key, sight)]))
    },
  }
}

function merged(present: (key: string) => Bitmap, key: string, sight: Sight): Bitmap {
  const set = present(key)
  if (sight !== 'everything' && sight.researchers.length === 0) return set
  const hidden = present(keyOf.private(key))
  if (sight === 'everything') return unite(set, hidden)
  for (const id of sight.researchers) if (has(hidden, id)) addTo(set, id)
  return set
}

/** The entries that differ from the sets, for what is counted beside them. */
export const changedEntries = (changed: readonly Pending[], set: Bitmap): Entry[] =>
  changed.flatMap(({ researcher_id, after }) => (after && has(set, researcher_id) ? [after] : []))
