/** The error of a backup or restore that cannot be done, with one sentence for the operator. */

export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupRefused'
  }
}

/** Maps errors of the disk (full, no permission, no such folder) to a `BackupRefused`. Other errors are rethrown. */
export const toBackupError = (what: string) => (error: unknown) => {
  if (error instanceof Error && ('syscall' in error || 'errcode' in error))
    throw new BackupRefused(`${what}: ${error.message}.`, { cause: error })
  throw error
}
