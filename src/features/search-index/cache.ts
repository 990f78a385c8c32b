import type { Connection } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { type Bitmap, chunkSize } from './bitmaps.ts'
import { versions } from './pending-queries.ts'

/** Bytes of each kind that are kept for the next search. */
const maxBytes = 96 * 1024 * 1024

/** A cache that drops what was used least recently. Nobody may change what is kept. */
class ByteLimitedCache<K, V> {
  readonly #values = new Map<K, V>()
  readonly #bytesOf: (value: V) => number
  #bytes = 0

  constructor(bytesOf: (value: V) => number) {
    this.#bytesOf = bytesOf
  }

  get(key: K): V | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  set(key: K, value: V) {
    this.delete(key)
    this.#values.set(key, value)
    this.#bytes += this.#bytesOf(value)
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: K) {
    const value = this.#values.get(key)
    if (value !== undefined && this.#values.delete(key)) this.#bytes -= this.#bytesOf(value)
  }
}

export interface IndexCache {
  readonly version: number
  readonly sets: ByteLimitedCache<string, Bitmap>
  readonly blocks: ByteLimitedCache<number, Uint8Array>
  /** False once the sets have moved on: what was read before must not be kept then. */
  isCurrent(): boolean
}

const caches = new WeakMap<object, IndexCache>()

const emptySets = (): IndexCache['sets'] =>
  new ByteLimitedCache((set) => 200 + set.size * (chunkSize / 8 + 100))
const emptyBlocks = (): IndexCache['blocks'] => new ByteLimitedCache((block) => 200 + block.length)

function createCache(
  db: Connection,
  version: number,
  sets = emptySets(),
  blocks = emptyBlocks(),
): IndexCache {
  const memory: IndexCache = { version, sets, blocks, isCurrent: () => caches.get(db) === memory }
  caches.set(db, memory)
  return memory
}

/** What is known of the sets and facets of the database at their present version. */
export async function getCache(ctx: WithConnection): Promise<IndexCache> {
  const { db } = ctx
  const known = caches.get(db) ?? createCache(db, 0)
  const [current] = await versions.current.all(ctx, {})
  if ((current?.version ?? 0) <= known.version) return known
  const changes = await versions.after.all(ctx, { version: known.version })
  const latest = caches.get(db) ?? known
  const version = changes.at(-1)?.version ?? 0
  if (version <= latest.version) return latest
  if (changes[0]?.version !== known.version + 1) return createCache(db, version)
  const memory = createCache(db, version, latest.sets, latest.blocks)
  for (const { keys, blocks } of changes) {
    for (const key of keys) memory.sets.delete(key)
    for (const block of blocks) memory.blocks.delete(block)
  }
  return memory
}
