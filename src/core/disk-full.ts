/** Knows an error that says the disk is full, whoever says it. */

/** ENOSPC and EDQUOT from the system, `disk_full` from PostgreSQL. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE when the index of the log cannot grow. */
const sqliteCodes: readonly unknown[] = [13, 4874]

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && codes.includes(error.code)) ||
    ('errcode' in error && sqliteCodes.includes(error.errcode)) ||
    isDiskFull(error.cause))
