import { OperatorError } from '#core/operator-error.ts'

/** A backup or a restore that cannot be done; the message is one sentence for the operator. */
export class BackupError extends OperatorError {}

/** Maps errors of the disk (full, no permission, no such folder) to a `BackupError`. Other errors are rethrown. */
export const toBackupError = (what: string) => (error: unknown) => {
  if (error instanceof Error && ('syscall' in error || 'errcode' in error))
    throw new BackupError(`${what}: ${error.message}.`, { cause: error })
  throw error
}
