/** Copies files durably and computes their checksums. */

import { createHash } from 'node:crypto'
import { constants, copyFile, type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

const atOnce = 8

export interface Sum {
  size: number
  sha256: string
}

/** Copies the file with access for its owner only, and returns the checksum of the copy. */
export async function copyDurably(source: string, target: string): Promise<Sum> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  return setPrivateMode(target)
}

/** Restricts the file to its owner, syncs it and returns its checksum. */
export async function setPrivateMode(path: string): Promise<Sum> {
  const handle = await open(path, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
    return await computeChecksum(handle)
  } finally {
    await handle.close()
  }
}

async function computeChecksum(handle: FileHandle): Promise<Sum> {
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
    hash.update(bytes)
    size += bytes.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Runs the work for each item, a few at a time. After a failure no new work begins, and running work is awaited. */
export async function runForEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  // Leaving a loop ends the generator, and with it the other loops.
  const left = (function* () {
    yield* items
  })()
  const one = async () => {
    for (const item of left) await work(item)
  }
  const endings = await Promise.allSettled(Array.from({ length: atOnce }, one))
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
}

/** A renamed folder survives a power failure only after its parent folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
