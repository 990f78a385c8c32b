/** Stores files in an S3-compatible store. Imported only when configured, because the client takes 40 MB. */

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { openReader } from './pieces.ts'
import { ObjectMissing, type StorageEntry, type Store, type StoredObject } from './storage.ts'

export interface S3Settings {
  /** Null for Amazon S3. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The public address of objects below `public/`; null for none. */
  publicUrl: string | null
}

export function createS3Storage(settings: S3Settings): Store {
  const client = createClient(settings)
  const { bucket } = settings
  // The bucket's policy controls access: not all stores support access lists, and new buckets refuse them.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  return {
    async keep(key, path, size, { contentType, disposition }) {
      const options = { contentType, contentLength: size, contentDisposition: disposition }
      const reader = await openReader(path)
      try {
        await disk.putStream(key, reader, options)
      } finally {
        // Closes the stream when the client could not send it; a file handle that is garbage-collected ends the
        // process.
        reader.destroy()
      }
      await rm(path, { recursive: true })
    },
    async open(key, range) {
      // Flydrive 2.1 does not support ranges.
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range })).catch((error) => {
        throw error?.name === 'NoSuchKey' ? new ObjectMissing(key, { cause: error }) : error
      })
      if (!(found.Body instanceof Readable)) throw new ObjectMissing(key)
      return found.Body
    },
    async fetch(key, path) {
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      await pipeline(await this.open(key), target)
      return target.bytesWritten
    },
    remove: (key) => disk.delete(key),
    async list(name) {
      const found: StorageEntry[] = []
      for await (const { key, size } of walk(client, bucket, name))
        found.push({ name: key.slice(name.length + 1), size })
      return found
    },
    walk: (name) => walk(client, bucket, name),
    removeFolder: (name) => disk.deleteAll(`${name}/`),
    link: (key, expiresIn, { contentType, disposition }) =>
      disk.getSignedUrl(key, { expiresIn, contentType, contentDisposition: disposition }),
  }
}

async function* walk(client: S3Client, bucket: string, folder: string): AsyncGenerator<StoredObject> {
  const asked = { Bucket: bucket, Prefix: `${folder}/` }
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, asked))
    for (const { Key = '', Size = 0 } of Contents) yield { key: Key, size: Size }
}

const ignore = () => undefined

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings) =>
  new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Without timeouts a store that hangs would block its callers forever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
    maxAttempts: 2,
    // Failures are logged by the callers, as JSON.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Other stores do not support the checksums that Amazon's client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
