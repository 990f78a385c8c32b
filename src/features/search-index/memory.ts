import type { Connection } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { type Bitmap, chunkSize } from './bitmaps.ts'
import { versions } from './pending/queries.ts'

/** Bytes of each kind that are kept for the next search. */
const mostBytes = 96 * 1024 * 1024

/** A cache that drops what was used least recently. Nobody may change what is kept. */
class Recent<K, V> {
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

  keep(key: K, value: V) {
    this.drop(key)
    this.#values.set(key, value)
    this.#bytes += this.#bytesOf(value)
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= mostBytes) return
      this.drop(oldest)
    }
  }

  drop(key: K) {
    const value = this.#values.get(key)
    if (value !== undefined && this.#values.delete(key)) this.#bytes -= this.#bytesOf(value)
  }
}

export interface Memory {
  readonly version: number
  readonly sets: Recent<string, Bitmap>
  readonly blocks: Recent<number, Uint8Array>
  /** False once the sets have moved on: what was read before must not be kept then. */
  holds(): boolean
}

const memories = new WeakMap<object, Memory>()

const emptySets = (): Memory['sets'] => new Recent((set) => 200 + set.size * (chunkSize / 8 + 100))
const emptyBlocks = (): Memory['blocks'] => new Recent((block) => 200 + block.length)

function remember(db: Connection, version: number, sets = emptySets(), blocks = emptyBlocks()): Memory {
  const memory: Memory = { version, sets, blocks, holds: () => memories.get(db) === memory }
  memories.set(db, memory)
  return memory
}

/** What is known of the sets and facets of the database at their present version. */
export async function memoryOf(reach: WithConnection): Promise<Memory> {
  const { db } = reach
  const known = memories.get(db) ?? remember(db, 0)
  const [current] = await versions.current.all(reach, {})
  if ((current?.version ?? 0) <= known.version) return known
  const changes = await versions.after.all(reach, { version: known.version })
  const latest = memories.get(db) ?? known
  const version = changes.at(-1)?.version ?? 0
  if (version <= latest.version) return latest
  if (changes[0]?.version !== known.version + 1) return remember(db, version)
  const memory = remember(db, version, latest.sets, latest.blocks)
  for (const { keys, blocks } of changes) {
    for (const key of keys) memory.sets.drop(key)
    for (const block of blocks) memory.blocks.drop(block)
  }
  return memory
}
