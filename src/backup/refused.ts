/** Why there is no backup, or why nothing was restored: one sentence for the operator. */

export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupRefused'
  }
}

/** What the disk says, as a sentence: no room, no right, no such folder. Everything else is a mistake of ours. */
export const toBackupError = (what: string) => (error: unknown) => {
  if (error instanceof Error && ('syscall' in error || 'errcode' in error))
    throw new BackupRefused(`${what}: ${error.message}.`, { cause: error })
  throw error
}
