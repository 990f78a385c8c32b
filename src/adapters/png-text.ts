/** Texts in PNG pictures (PNG, third edition, section 11.3.3.4: `iTXt`). */

import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Chunk {
  type: string
  data: Buffer
  /** The offset of the end of the chunk, in bytes. */
  end: number
}

export const isPng = (file: Uint8Array): boolean => signature.equals(file.subarray(0, signature.length))

/** Returns the picture with the text under the keyword, uncompressed. */
export function addPngText(picture: Uint8Array, keyword: string, text: string): Buffer {
  const bytes = Buffer.from(picture)
  // The end of the keyword, no compression and its method, no language, no translated keyword.
  const data = Buffer.concat([Buffer.from(keyword, 'latin1'), Buffer.alloc(5), Buffer.from(text)])
  const header = [...listChunks(bytes)][0]
  if (header === undefined) throw new TypeError('This is no PNG picture.')
  return Buffer.concat([bytes.subarray(0, header.end), writeChunk('iTXt', data), bytes.subarray(header.end)])
}

/** Returns the uncompressed text under the keyword, or null. */
export function readPngText(picture: Uint8Array, keyword: string): string | null {
  // The end of the keyword, no compression and its method.
  const start = Buffer.concat([Buffer.from(keyword, 'latin1'), Buffer.alloc(3)])
  for (const { type, data } of listChunks(Buffer.from(picture))) {
    if (type !== 'iTXt' || !data.subarray(0, start.length).equals(start)) continue
    const language = data.indexOf(0, start.length)
    const translated = data.indexOf(0, language + 1)
    if (language >= 0 && translated >= 0) return data.toString('utf8', translated + 1)
  }
  return null
}

function* listChunks(picture: Buffer): Generator<Chunk> {
  for (let start = signature.length; start + 12 <= picture.length; ) {
    const end = start + 12 + picture.readUInt32BE(start)
    if (end > picture.length) return
    yield { type: picture.toString('latin1', start + 4, start + 8), data: picture.subarray(start + 8, end - 4), end }
    start = end
  }
}

function writeChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
