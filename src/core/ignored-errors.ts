/**
 * Errors after which the program goes on: each is counted and published, so that none of them is silent. The service logs
 * them, and has their number in its metrics.
 */

import { channel } from 'node:diagnostics_channel'

export interface IgnoredError {
  /** What failed, as a noun: `write-ahead log`. */
  where: string
  error: unknown
}

const published = channel('research-platform.ignored-error')
const counts = new Map<string, number>()

/** Counts and publishes an error that nobody is told of. */
export function noteIgnored(where: string, error: unknown) {
  counts.set(where, (counts.get(where) ?? 0) + 1)
  published.publish({ where, error } satisfies IgnoredError)
}

/** Returns a function for `catch()`: notes the error, and goes on with the value. */
export function ignoreError(where: string): (error: unknown) => undefined
export function ignoreError<Value>(where: string, instead: Value): (error: unknown) => Value
export function ignoreError<Value>(where: string, instead?: Value) {
  return (error: unknown) => {
    noteIgnored(where, error)
    return instead
  }
}

/** How many errors this thread has ignored, by what failed. */
export const countIgnored = (): ReadonlyMap<string, number> => counts

/** Calls the listener for each error that is ignored from now on. Returns a function that ends this. */
export function onIgnoredError(listener: (ignored: IgnoredError) => void): () => void {
  const listen = (message: unknown) => listener(message as IgnoredError)
  published.subscribe(listen)
  return () => void published.unsubscribe(listen)
}
