import type { WithConnection } from '#database/query/prepare.ts'
import { addTo, type Bitmap, difference, has, readChunk, setOf, union, unite } from './bitmaps.ts'
import { keyOf } from './entries.ts'
import { type Memory, memoryOf } from './memory.ts'
import { type Pending, pending } from './pending/queries.ts'
import { postings } from './queries.ts'
import type { Sight } from './request.ts'

/** The index as it is at one moment. */
export interface Snapshot {
  changed: readonly Pending[]
  memory: Memory
  /** The sets of the keys, of those whom the asker may see. */
  setsOf(keys: readonly string[]): Promise<ReadonlyMap<string, Bitmap>>
}

/**
 * What is pending is read first, then the version, then the sets. What is brought into the sets before the version is
 * read is forgotten by memory and read anew; what is brought in later is among the pending entries, and these decide.
 * The other way round, what came in between would be neither pending nor in the sets that memory still has.
 */
export async function snapshot(reach: WithConnection, sight: Sight): Promise<Snapshot> {
  const changed = await pending.all.all(reach, {})
  const memory = await memoryOf(reach)
  const changedIds = setOf(changed.map(({ researcher_id }) => researcher_id))
  const current = changed.flatMap(({ researcher_id, after }) =>
    after === null ? [] : [{ id: researcher_id, keys: new Set(after.keys) }],
  )
  const seesPrivate = sight === 'everything' || sight.researchers.length > 0

  return {
    changed,
    memory,
    async setsOf(keys) {
      const wanted = [...new Set(keys)]
      const read = seesPrivate ? [...wanted, ...wanted.map(keyOf.private)] : wanted
      const stored = new Map<string, Bitmap>(read.map((key) => [key, memory.sets.get(key) ?? new Map()]))
      const missing = read.filter((key) => memory.sets.get(key) === undefined)
      const rows = missing.length === 0 ? [] : await postings.ofKeys.all(reach, { keys: missing })
      for (const { key, chunk, docs } of rows) {
        const set = stored.get(key)
        if (set) readChunk(set, chunk, docs)
      }
      if (memory.holds()) for (const key of missing) memory.sets.keep(key, stored.get(key) ?? new Map())
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
  const known = present(key)
  if (sight !== 'everything' && sight.researchers.length === 0) return known
  const set = union([known])
  const hidden = present(keyOf.private(key))
  if (sight === 'everything') return unite(set, hidden)
  for (const id of sight.researchers) if (has(hidden, id)) addTo(set, id)
  return set
}
