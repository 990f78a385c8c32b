/** Recognizes errors of a full disk, from the system or from a database. */

/** ENOSPC and EDQUOT of the system, `disk_full` of PostgreSQL. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE when the shared-memory file cannot grow. */
const sqliteCodes: readonly unknown[] = [13, 4874]

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && codes.includes(error.code)) ||
    ('errcode' in error && sqliteCodes.includes(error.errcode)) ||
    isDiskFull(error.cause))
