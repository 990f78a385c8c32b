/** Transactions that others came between are run again. */

import { setTimeout as pause } from 'node:timers/promises'
import { UniqueViolation } from '../database.ts'
import { isConflict, rethrowConflict } from './errors.ts'

/** Attempts at one transaction; then the caller gets 503. */
const maxAttempts = 40
/** Of transactions that store the same unique value at the same moment, one ends with each attempt of the others. */
const maxUniqueAttempts = 6

/**
 * A unique value that a concurrent transaction has just stored is found before its conflict is: another attempt sees that row, and says what
 * is true then (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html). One that was taken before fails each time.
 */
function getMaxAttempts(error: unknown): number {
  if (isConflict(error)) return maxAttempts
  return error instanceof UniqueViolation ? maxUniqueAttempts : 1
}

/** Runs the transaction again, with growing pauses, while concurrent ones come between. Rejects with 503 in the end. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (attempts >= getMaxAttempts(error)) return rethrowConflict(error)
      // Full jitter, so that colliding transactions do not collide again.
      await pause(Math.random() * Math.min(2 ** attempts, 250))
    }
  }
}
