/** Opens the configured storage on first use. */

import { join } from 'node:path'
import type { S3Settings } from './s3.ts'
import { type Storage, StorageUnreachable, type Store } from './storage.ts'

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
    async *walk(name) {
      yield* (await storage()).walk(name)
    },
    removeFolder: async (name) => (await storage()).removeFolder(name),
    link: async (key, seconds, labels) => (await storage()).link(key, seconds, labels),
    publicLink: (key) => (s3?.publicUrl ? `${s3.publicUrl}/${key}` : null),
  }
}

const openDisk = async (folder: string) => (await import('./disk.ts')).diskStorage(folder)
const openS3 = async (settings: S3Settings, folder: string) =>
  tellOutages((await import('./s3.ts')).s3Storage(settings, folder))

/** Errors of a store that is away, down or overloaded become `StorageUnreachable`. */
function tellOutages(store: Store): Store {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw isOutage(error) ? new StorageUnreachable({ cause: error }) : error
    }
  }
  return {
    incoming: () => store.incoming(),
    keep: (key, path, size, labels) => told(store.keep(key, path, size, labels)),
    open: (key, range) => told(store.open(key, range)),
    fetch: (key, path) => told(store.fetch(key, path)),
    remove: (key) => told(store.remove(key)),
    list: (name) => told(store.list(name)),
    async *walk(name) {
      const objects = store.walk(name)[Symbol.asyncIterator]()
      for (;;) {
        const { value, done } = await told(objects.next())
        if (done) return
        yield value
      }
    },
    removeFolder: (name) => told(store.removeFolder(name)),
    link: (key, seconds, labels) => told(store.link(key, seconds, labels)),
  }
}

const networkCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]

/** Flydrive and the S3 client wrap what happened, each in its own way. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && networkCodes.includes(error.code)) return true
  if (error.name === 'TimeoutError') return true
  return statusOf(error) >= 500 || isOutage(error.cause)
}

/** The HTTP status of an answer of the store, or 0. */
function statusOf(error: Error): number {
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const isAnswer = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isAnswer ? Number(metadata.httpStatusCode) : 0
}
