/** Opens the configured storage on first use. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Settings } from './s3.ts'
import { type Storage, StorageUnreachable, type Store } from './storage.ts'

interface Settings {
  dataDir: string
  /** Null for the folder `files` in `dataDir`. */
  s3: S3Settings | null
}

export function createStorage({ dataDir, s3 }: Settings): Storage {
  const folder = join(dataDir, 'files')
  const incomingFolder = join(folder, 'incoming')
  let opened: Promise<Store> | undefined
  const getStore = () => {
    opened ??= s3 === null ? openDisk(folder) : openS3(s3)
    return opened
  }
  return {
    kind: s3 === null ? 'disk' : 's3',
    incomingFolder,
    async incoming() {
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
      return incomingFolder
    },
    keep: async (key, path, size, labels) => (await getStore()).keep(key, path, size, labels),
    open: async (key, range) => (await getStore()).open(key, range),
    fetch: async (key, path) => (await getStore()).fetch(key, path),
    remove: async (key) => (await getStore()).remove(key),
    list: async (name) => (await getStore()).list(name),
    async *walk(name) {
      yield* (await getStore()).walk(name)
    },
    removeFolder: async (name) => (await getStore()).removeFolder(name),
    link: async (key, seconds, labels) => (await getStore()).link(key, seconds, labels),
    publicLink: (key) => (s3?.publicUrl ? `${s3.publicUrl}/${key}` : null),
  }
}

const openDisk = async (folder: string) => (await import('./disk.ts')).createDiskStorage(folder)
const openS3 = async (settings: S3Settings) => mapOutages((await import('./s3.ts')).createS3Storage(settings))

/** Maps errors of a store that is unreachable or overloaded to `StorageUnreachable`. */
function mapOutages(store: Store): Store {
  const mapOutage = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw isOutage(error) ? new StorageUnreachable({ cause: error }) : error
    }
  }
  return {
    keep: (key, path, size, labels) => mapOutage(store.keep(key, path, size, labels)),
    open: (key, range) => mapOutage(store.open(key, range)),
    fetch: (key, path) => mapOutage(store.fetch(key, path)),
    remove: (key) => mapOutage(store.remove(key)),
    list: (name) => mapOutage(store.list(name)),
    async *walk(name) {
      const objects = store.walk(name)[Symbol.asyncIterator]()
      for (;;) {
        const { value, done } = await mapOutage(objects.next())
        if (done) return
        yield value
      }
    },
    removeFolder: (name) => mapOutage(store.removeFolder(name)),
    link: (key, seconds, labels) => mapOutage(store.link(key, seconds, labels)),
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

/** Flydrive and the S3 client wrap the original error in different ways. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && networkCodes.includes(error.code)) return true
  if (error.name === 'TimeoutError') return true
  return httpStatus(error) >= 500 || isOutage(error.cause)
}

/** The HTTP status of an answer of the store, or 0. */
function httpStatus(error: Error): number {
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const isAnswer = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isAnswer ? Number(metadata.httpStatusCode) : 0
}
