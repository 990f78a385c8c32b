/** Tells text files from binary files. */

import { createReadStream } from 'node:fs'

// Control characters that occur in text: tab, line feed, vertical tab, form feed, carriage return, escape.
const allowedControlCharacters = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b])

/**
 * Returns true for text in UTF-8, in UTF-16 with a byte order mark, or in a one-byte encoding (spreadsheets still write
 * those), without control characters.
 */
export async function isText(path: string): Promise<boolean> {
  const isTextPart = createTextCheck()
  for await (const bytes of createReadStream(path)) if (!isTextPart(bytes)) return false
  return true
}

/** Returns a function that tells whether the next bytes may be of a text. */
export function createTextCheck(): (bytes: Buffer) => boolean {
  let wide: boolean | undefined
  return (bytes) => {
    wide ??= isUtf16(bytes)
    return wide || !hasControlCharacters(bytes)
  }
}

const isUtf16 = (bytes: Buffer) => (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

const hasControlCharacters = (bytes: Buffer) =>
  bytes.some((byte) => (byte < 0x20 && !allowedControlCharacters.has(byte)) || byte === 0x7f)
