/** Copies stored files from one store to another. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Labels, ObjectMissing, type Storage } from '#adapters/storage/storage.ts'
import { chooseDisposition, formatContentDisposition } from '#core/file-name.ts'
import { createRandomText } from '#core/random.ts'
import type { FileRow } from '#database/copy/tables.ts'
import { BackupError } from './backup-error.ts'
import { runForEach } from './file-copies.ts'

interface Transfer {
  from: Storage
  to: Storage
  findFile: (key: string) => Promise<FileRow | null>
}

/**
 * Copies the files that the other store does not have, and compares each with its copy. What was copied before an
 * interruption is not copied again, except parts of uploads, which can change. Returns the number of files copied.
 */
export async function copyStoredFiles({ from, to, findFile }: Transfer): Promise<number> {
  let copied = 0
  const there = new Map<string, number>()
  for await (const { key, size } of listFiles(to)) there.set(key, size)
  const missing: string[] = []
  for await (const { key, size } of listFiles(from)) if (there.get(key) !== size) missing.push(key)
  for await (const { key } of listParts(from)) missing.push(key)
  await runForEach(missing, async (key) => {
    if (await copyObject(from, to, key, toLabels(await findFile(key)))) copied++
  })
  return copied
}

/** Files of a bucket that are copied to a folder while the service stores and removes others. */
export class FetchedFiles {
  readonly #from: Storage
  readonly #to: Storage
  readonly #fetched = new Set<string>()

  constructor(from: Storage, to: Storage) {
    this.#from = from
    this.#to = to
  }

  /** Copies what is there; it may take long. */
  async fetchAll(): Promise<void> {
    const keys: string[] = []
    for await (const { key } of listFiles(this.#from)) keys.push(key)
    await this.#fetch(keys)
  }

  /** Copies those of the keys that are new, and parts of uploads; returns the keys of files that are gone already. */
  async fetch(keys: readonly string[]): Promise<readonly string[]> {
    const fresh = keys.filter((key) => !this.#fetched.has(key))
    await this.#fetch(fresh)
    const parts: string[] = []
    for await (const { key } of listParts(this.#from)) parts.push(key)
    await this.#fetch(parts)
    return fresh.filter((key) => !this.#fetched.has(key))
  }

  /** Removes what belongs to no row. */
  async keepOnly(keys: readonly string[]): Promise<void> {
    const kept = new Set(keys)
    await runForEach(this.#fetched, async (key) => {
      if (!kept.has(key) && !key.startsWith(`${partsFolder}/`)) await this.#to.remove(key)
    })
  }

  #fetch(keys: readonly string[]) {
    return runForEach(keys, async (key) => {
      if (await copyObject(this.#from, this.#to, key, toLabels(null))) this.#fetched.add(key)
    })
  }
}

const partsFolder = 'chunks'

async function* listFiles(store: Storage) {
  for (const area of ['public', 'private']) yield* store.walk(area)
}

/** Lists the parts of unfinished uploads, each with its own key on every store. They are the only files that change. */
async function* listParts(store: Storage) {
  const uploads = new Set<string>()
  for await (const { key } of store.walk(partsFolder)) uploads.add(key.split('/').slice(0, 2).join('/'))
  for (const folder of uploads)
    for (const { name, size } of await store.list(folder)) yield { key: `${folder}/${name}`, size }
}

const toLabels = (file: FileRow | null): Labels =>
  file === null
    ? { contentType: 'application/octet-stream', disposition: 'attachment' }
    : {
        contentType: file.mime_type,
        disposition: formatContentDisposition(chooseDisposition(file.mime_type), file.filename),
      }

/** Returns false for a file that was removed meanwhile. */
async function copyObject(from: Storage, to: Storage, key: string, labels: Labels): Promise<boolean> {
  const reader = await from.open(key).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return null
    throw error
  })
  if (reader === null) return false
  const path = join(await to.incoming(), createRandomText(24))
  const [hash, target] = [createHash('sha256'), createWriteStream(path, { flags: 'wx', mode: 0o600 })]
  await pipeline(reader, hashing(hash), target)
  await to.keep(key, path, target.bytesWritten, labels)
  const copy = createHash('sha256')
  await pipeline(await to.open(key), copy)
  if (copy.digest('hex') !== hash.digest('hex')) throw new BackupError(`The copy of the file ${key} differs.`)
  return true
}

const hashing = (hash: ReturnType<typeof createHash>) =>
  async function* (bytes: AsyncIterable<Buffer>) {
    for await (const some of bytes) {
      hash.update(some)
      yield some
    }
  }
