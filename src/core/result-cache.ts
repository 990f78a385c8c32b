/** Keeps the last results of expensive computations within a number of bytes. */

import { LRUCache } from 'lru-cache'

/** Returns the result that is kept for the key, or computes it: once for callers who ask at the same time. */
export type ResultCache<Result> = (key: string, compute: () => Promise<Result>) => Promise<Result>

/** Results are kept for `lifetimeMs`, and without it until there is no more room. */
export function createResultCache<Result extends string | Uint8Array>(
  maxBytes: number,
  lifetimeMs = 0,
): ResultCache<Result> {
  const results = new LRUCache<string, Result>({
    maxSize: maxBytes,
    ttl: lifetimeMs,
    sizeCalculation: (result, key) => countBytes(result) + countBytes(key),
  })
  const running = new Map<string, Promise<Result>>()
  return (key, compute) => {
    const known = results.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const begun = running.get(key)
    if (begun !== undefined) return begun
    const result = compute()
      .then((value) => {
        results.set(key, value)
        return value
      })
      .finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}

/** A character takes one byte or two. */
const countBytes = (value: string | Uint8Array) => (typeof value === 'string' ? 2 * value.length : value.byteLength)
