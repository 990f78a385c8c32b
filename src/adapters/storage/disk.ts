/** Files in a local folder. */

import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { ObjectMissing, type Store } from './storage.ts'

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
      const handle = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new ObjectMissing(key, { cause: error }) : error
      })
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    remove: (key) => disk.delete(key),
    link: async () => null,
  }
}

async function flush(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
