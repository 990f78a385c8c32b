/** Opens the configured storage on first use. */

import { join } from 'node:path'
import type { S3Settings } from './s3.ts'
import type { Storage, Store } from './storage.ts'

interface Settings {
  dataDir: string
  /** Null for the folder `files` in `dataDir`. */
  s3: S3Settings | null
}

export function createStorage({ dataDir, s3 }: Settings): Storage {
  // What is arriving lies here in either case.
  const folder = join(dataDir, 'files')
  let opened: Promise<Store> | undefined
  const storage = () => {
    opened ??= s3 === null ? openDisk(folder) : openS3(s3, folder)
    return opened
  }
  return {
    kind: s3 === null ? 'disk' : 's3',
    incoming: async () => (await storage()).incoming(),
    keep: async (key, path, size, labels) => (await storage()).keep(key, path, size, labels),
    open: async (key, range) => (await storage()).open(key, range),
    fetch: async (key, path) => (await storage()).fetch(key, path),
    remove: async (key) => (await storage()).remove(key),
    list: async (name) => (await storage()).list(name),
    removeFolder: async (name) => (await storage()).removeFolder(name),
    link: async (key, seconds, labels) => (await storage()).link(key, seconds, labels),
    publicLink: (key) => (s3?.publicUrl ? `${s3.publicUrl}/${key}` : null),
  }
}

const openDisk = async (folder: string) => (await import('./disk.ts')).diskStorage(folder)
const openS3 = async (settings: S3Settings, folder: string) =>
  (await import('./s3.ts')).s3Storage(settings, folder)
