/** Unpacks the files of an archive (ZIP, IMS packages) that questions are read from, within limits of size, number and ratio. */

import { type UnzipFileInfo, unzipSync } from 'fflate'
import { limits } from './question.ts'
import { createFileProblem, FileProblem } from './reasons.ts'

export type Archive = ReadonlyMap<string, Uint8Array>

const isWanted = /\.(?:xml|qti|gift|txt|csv|json|png|p?jpe?g|jpe|pjp|jfif|gif|webp)$/i
/** Smaller files may be compressed by any ratio: XML repeats itself. */
const alwaysAllowedBytes = 1024 * 1024
const stored = 0
const deflated = 8

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05)

/** Returns the files by path that questions or their pictures may be in. Throws `FileProblem`. */
export function readArchive(bytes: Uint8Array): Archive {
  let [entries, unpacked, packed] = [0, 0, 0]
  const filter = ({ name, size, originalSize, compression }: UnzipFileInfo): boolean => {
    if (++entries > limits.archiveEntries) throw createFileProblem('manyEntries', { limit: limits.archiveEntries })
    if (!isWanted.test(name) || name.startsWith('__MACOSX/')) return false
    if (compression !== stored && compression !== deflated) throw createFileProblem('brokenArchive')
    unpacked += originalSize
    // Entries that share their bytes with others claim more than the archive has.
    packed += size
    const isTooDense = originalSize > alwaysAllowedBytes && originalSize > size * limits.compressionRatio
    if (unpacked > limits.unpackedBytes || packed > bytes.length || isTooDense)
      throw createFileProblem('largeArchive', { limit: limits.unpackedBytes / 1024 / 1024 })
    return true
  }
  return new Map(Object.entries(unzip(bytes, filter)))
}

function unzip(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw createFileProblem('brokenArchive')
  }
}
