/** The meaning of PostgreSQL's errors: conflicts that another attempt resolves, and a server that is createUnavailable. */

import { createUnavailable } from '#core/problem.ts'
import { UniqueViolation } from '../database.ts'

// Error codes, https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505'
/**
 * What another attempt may do without: a serialization failure, a deadlock, and no shared memory for locks, which is the
 * case while a long transaction keeps the predicate locks of all the transactions beside it.
 */
const conflictCodes = /^(40001|40P01|53200)$/

export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Error codes of a server that is createUnavailable or overloaded: connection exceptions, shutdown, socket errors, a session
 * that was idle in a transaction for too long. A full disk is not among them, see `core/disk-full.ts`.
 */
const connectionErrorCodes = /^(08|57P0|25P03|53(?!100)|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
/** A statement or the wait for a lock took longer than its time limit. */
const timeLimitCodes = /^(57014|55P03)$/
const connectionErrorMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/

export const isConflict = (error: unknown) => conflictCodes.test(getErrorCode(error))

/** Throws 503 for a conflict, and any other error as it is. */
export function rethrowConflict(error: unknown): never {
  throw isConflict(error) ? createUnavailable('The database is busy, please try again.', 1) : error
}

/** Throws conflicts and unknown errors as they are. */
export function rethrow(error: unknown): never {
  const code = getErrorCode(error)
  if (conflictCodes.test(code)) throw error
  if (code === uniqueViolation && error instanceof Error && 'constraint' in error)
    throw new UniqueViolation(String(error.constraint), { cause: error })
  if (connectionErrorCodes.test(code) || (error instanceof Error && connectionErrorMessages.test(error.message)))
    throw createUnavailable('The database cannot be reached at the moment, please try again.', 2)
  if (timeLimitCodes.test(code)) throw createUnavailable('The database is busy, please try again.', 2)
  throw error
}
