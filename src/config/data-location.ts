/** Settings for where data is stored: all that a backup needs. */

import { resolve } from 'node:path'
import type { Settings } from '#core/settings.ts'
import { readS3Settings, type S3Config } from './external-services.ts'

export interface DataLocation {
  dataDir: string
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** Whether files are stored in `dataDir` or in a bucket. */
  storage: 'disk' | 's3'
  /** The bucket; null for files in `dataDir`. */
  s3: S3Config | null
}

export function readLocation(settings: Settings): DataLocation {
  const storage = settings.oneOf('STORAGE', ['disk', 's3'], 'disk')
  return {
    dataDir: resolve(settings.optional('DATA_DIR') ?? './data'),
    databaseUrl: settings.url('DATABASE_URL', 'postgres:', 'postgresql:'),
    storage,
    s3: storage === 's3' ? readS3Settings(settings) : null,
  }
}
