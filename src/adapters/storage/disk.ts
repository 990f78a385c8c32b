/** Files in a local folder. */

import { type FileHandle, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { type Listed, ObjectMissing, type Store } from './storage.ts'

/**
 * Files up to this size are on the disk before anybody hears of them, in bytes. Waiting for a gigabyte would halve the
 * speed of an upload; the system writes those within seconds.
 */
const flushedUpTo = 64 * 1024 * 1024

export function diskStorage(folder: string): Store {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const incoming = join(folder, 'incoming')
  let made: Promise<unknown> | undefined

  return {
    async incoming() {
      made ??= mkdir(incoming, { recursive: true, mode: 0o700 })
      await made
      return incoming
    },
    async keep(key, path, size) {
      const target = join(folder, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      if (size <= flushedUpTo && !key.startsWith('chunks/')) await flush(path)
      // Flydrive 2.1 moves by copying, which is neither atomic nor quick.
      await rename(path, target)
    },
    async open(key, range) {
      const handle = await open(join(folder, key)).catch(missing(key))
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    append: (key, target, note) => append(join(folder, key), target, note).catch(missing(key)),
    remove: (key) => disk.delete(key),
    list: (name) => listed(join(folder, name)),
    removeFolder: (name) => disk.deleteAll(name),
    link: async () => null,
  }
}

const missing = (key: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT' ? new ObjectMissing(key, { cause: error }) : error
}

/** With one buffer for all, because a stream takes a new one for each piece and leaves them to the collector. */
async function append(path: string, target: FileHandle, note: (bytes: Buffer) => void): Promise<number> {
  const source = await open(path)
  try {
    const buffer = Buffer.allocUnsafeSlow(1024 * 1024)
    let size = 0
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return size
      const bytes = buffer.subarray(0, bytesRead)
      note(bytes)
      await target.appendFile(bytes)
      size += bytesRead
    }
  } finally {
    await source.close()
  }
}

async function listed(folder: string): Promise<Listed[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })))
}

async function flush(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
