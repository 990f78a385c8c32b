/** Settings for where data is stored: all that a backup needs. */

import { resolve } from 'node:path'
import type { Settings } from '#core/settings.ts'

export interface DataLocation {
  dataDir: string
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** Whether files are stored in `dataDir` or in a bucket. */
  storage: 'disk' | 's3'
}

export const readLocation = (settings: Settings): DataLocation => ({
  dataDir: resolve(settings.optional('DATA_DIR') ?? './data'),
  databaseUrl: settings.url('DATABASE_URL', 'postgres:', 'postgresql:'),
  storage: settings.oneOf('STORAGE', ['disk', 's3'], 'disk'),
})
