/** Tells text files from binary files. */

import { createReadStream } from 'node:fs'

// Control characters that occur in text: tab, line feed, vertical tab, form feed, carriage return, escape.
const isControl = (code: number) => (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1b) || code === 0x7f

/**
 * Returns true for text in UTF-8, in UTF-16 with a byte order mark, or in a one-byte encoding (spreadsheets still write
 * those), without control characters.
 */
export async function isText(path: string): Promise<boolean> {
  let decoder: TextDecoder | null | undefined
  try {
    for await (const bytes of createReadStream(path)) {
      if (decoder === undefined) decoder = createDecoder(bytes)
      if (hasControlCharacters(decoder, bytes)) return false
    }
    decoder?.decode()
    return true
  } catch (error) {
    // Not UTF-16, in spite of the mark.
    if (error instanceof TypeError) return false
    throw error
  }
}

/** The decoder of UTF-16, or null for an encoding with the control characters of ASCII. */
function createDecoder(bytes: Buffer): TextDecoder | null {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return new TextDecoder('utf-16le', { fatal: true })
  return mark === 'feff' ? new TextDecoder('utf-16be', { fatal: true }) : null
}

function hasControlCharacters(decoder: TextDecoder | null, bytes: Buffer): boolean {
  if (decoder === null) return bytes.some(isControl)
  const text = decoder.decode(bytes, { stream: true })
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) return true
  return false
}
