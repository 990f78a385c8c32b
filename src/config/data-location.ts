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

/** How a running service uses PostgreSQL. */
export interface ConnectionSettings {
  /** The most connections of an instance. */
  databaseConnections: number
  /** A read replica of `databaseUrl`. */
  databaseReadUrl: string | null
}

const readPostgresUrl = (settings: Settings, name: string) => settings.url(name, 'postgres:', 'postgresql:')

export function readConnectionSettings(settings: Settings): ConnectionSettings {
  const databaseReadUrl = readPostgresUrl(settings, 'DATABASE_READ_URL')
  if (databaseReadUrl !== null && settings.optional('DATABASE_URL') === undefined)
    settings.errors.push('DATABASE_READ_URL needs DATABASE_URL, the address of the server that it is a replica of.')
  return { databaseReadUrl, databaseConnections: settings.integer('DATABASE_CONNECTIONS', 16, 2, 1_000) }
}

export function readLocation(settings: Settings): DataLocation {
  const storage = settings.oneOf('STORAGE', ['disk', 's3'], 'disk')
  return {
    dataDir: resolve(settings.optional('DATA_DIR') ?? './data'),
    databaseUrl: readPostgresUrl(settings, 'DATABASE_URL'),
    storage,
    s3: storage === 's3' ? readS3Settings(settings) : null,
  }
}
