import { StorageUnreachable } from '#adapters/storage/storage.ts'
import { OperatorError } from '#core/operator-error.ts'

/** A backup or a restore that cannot be done; the message is one sentence for the operator. */
export class BackupError extends OperatorError {}

/**
 * Maps errors of the disk (full, no permission, no such folder), of PostgreSQL and of the bucket to a `BackupError`. Other
 * errors are rethrown.
 */
export const toBackupError = (what: string) => (error: unknown) => {
  const reason = findReason(error)
  throw reason === null ? error : new BackupError(`${what}: ${reason.replace(/\.$/, '')}.`, { cause: error })
}

/** The reason that a system gave, which the storage may have wrapped in errors of its own. */
function findReason(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof OperatorError) return null
  const isOfSystem = ['syscall', 'errcode', 'severity', '$metadata'].some((name) => name in error)
  if (isOfSystem || error instanceof StorageUnreachable) return error.message || error.name
  return findReason(error.cause)
}
