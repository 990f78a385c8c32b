/**
 * Reads the directory of a zip archive without unpacking it, because office documents are archives and may be zip
 * bombs.
 */

import { type FileHandle, open } from 'node:fs/promises'

/** What a program that opens the document would unpack. */
export interface Archive {
  entries: number
  /** The unpacked size of all entries in bytes, as the archive declares it. */
  unpacked: number
}

// APPNOTE.TXT, sections 4.3.12 and 4.3.16.
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const entryLength = 46
const longestComment = 65_535
/** No office document has a larger directory. */
const largestDirectory = 4 * 1024 * 1024

/** Returns null when the file is not a readable archive. */
export async function inspectArchive(path: string, size: number): Promise<Archive | null> {
  const file = await open(path)
  try {
    const directory = await readCentralDirectory(file, size)
    return directory === null ? null : parseCentralDirectory(directory)
  } finally {
    await file.close()
  }
}

async function readCentralDirectory(file: FileHandle, size: number): Promise<Buffer | null> {
  const tailLength = Math.min(size, endLength + longestComment)
  const tail = await read(file, size - tailLength, tailLength)
  let at = tail.length - endLength
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at--
  if (at < 0) return null
  const length = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  return length > largestDirectory || start + length > size ? null : read(file, start, length)
}

function parseCentralDirectory(directory: Buffer): Archive | null {
  let entries = 0
  let unpacked = 0
  let at = 0
  while (at + entryLength <= directory.length) {
    if (directory.readUInt32LE(at) !== entrySignature) return null
    unpacked += directory.readUInt32LE(at + 24)
    entries++
    const name = directory.readUInt16LE(at + 28)
    const extra = directory.readUInt16LE(at + 30)
    const comment = directory.readUInt16LE(at + 32)
    at += entryLength + name + extra + comment
  }
  return { entries, unpacked }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
