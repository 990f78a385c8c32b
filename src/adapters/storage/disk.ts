/** Stores files in a local folder. */

import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { listPieces, openReader } from './pieces.ts'
import { ObjectMissing, type StorageEntry, type Store, type StoredObject } from './storage.ts'

export function createDiskStorage(folder: string): Store {
  const remove = (name: string) => rm(join(folder, name), { recursive: true, force: true })

  return {
    async keep(key, path) {
      const target = join(folder, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await flush(path)
      await rename(path, target)
      await flushFolder(dirname(target))
    },
    open: (key, range) => openReader(join(folder, key), range).catch(toObjectMissing(key)),
    async fetch(key, path) {
      const source = join(folder, key)
      // Not all file systems support links.
      await link(source, path)
        // If the file cannot be read either, that is the error.
        .catch(() => copyFile(source, path))
        .catch(toObjectMissing(key))
      return (await stat(path)).size
    },
    remove,
    list: (name) => listFolder(join(folder, name)),
    walk: (name) => walk(folder, name),
    removeFolder: remove,
    link: async () => null,
  }
}

const toObjectMissing = (key: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT' ? new ObjectMissing(key, { cause: error }) : error
}

/** Files may be removed while their folder is read. */
async function listFolder(folder: string): Promise<StorageEntry[]> {
  const names = (await rethrowUnlessMissing(readdir(folder))) ?? []
  const found = await Promise.all(
    names.map(async (name) => ({ name, stats: await rethrowUnlessMissing(stat(join(folder, name))) })),
  )
  return found.flatMap(({ name, stats }) => (stats === null ? [] : [{ name, size: stats.size }]))
}

async function* walk(root: string, name: string): AsyncGenerator<StoredObject> {
  const entries = (await rethrowUnlessMissing(readdir(join(root, name), { withFileTypes: true }))) ?? []
  const isInPieces = entries.length > 0 && entries.every((one) => one.isFile() && /^\d+$/.test(one.name))
  if (isInPieces) {
    const pieces = await listFolder(join(root, name))
    yield { key: name, size: pieces.reduce((sum, { size }) => sum + size, 0) }
    return
  }
  for (const entry of entries) {
    const key = `${name}/${entry.name}`
    if (entry.isDirectory()) {
      yield* walk(root, key)
      continue
    }
    const stats = await rethrowUnlessMissing(stat(join(root, key)))
    if (stats !== null) yield { key, size: stats.size }
  }
}

/** Resolves when the bytes are on the disk, so that a stored file survives a power failure. */
async function flush(path: string) {
  const pieces = await listPieces(path)
  for (const piece of pieces) {
    const file = await open(piece.path, 'r+')
    await file.datasync().finally(() => file.close())
  }
  if (pieces.length > 1) await flushFolder(path)
}

/** The entry of a new file survives a power failure only after its folder is synced. */
async function flushFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
