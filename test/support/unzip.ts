/** Unpacks an archive by its directory, and checks the checksum of each file. */

import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

// APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
const endLength = 22
const entryLength = 46
const localLength = 30

/** The files by name, in order. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - endLength
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'This is no whole archive.')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + entryLength, at + entryLength + nameLength)
    assert.ok(!files.has(name), `${name} is there twice.`)
    files.set(name, readContent(archive, at))
    at += entryLength + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

function readContent(archive: Buffer, at: number): Buffer {
  const local = archive.readUInt32LE(at + 42)
  const start = local + localLength + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
  const content = archive.readUInt16LE(at + 10) === 0 ? Buffer.from(packed) : inflateRawSync(packed)
  assert.equal(content.length, archive.readUInt32LE(at + 24))
  assert.equal(crc32(content), archive.readUInt32LE(at + 16))
  return content
}
