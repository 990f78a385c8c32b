/** Tells text files from binary files. */

import { createReadStream } from 'node:fs'

// Control characters that occur in text: tab, line feed, vertical tab, form feed, carriage return, escape.
const isControl = (code: number) => (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1b) || code === 0x7f

/**
 * Returns true for text in UTF-8, in UTF-16 with a byte order mark, or in a one-byte encoding (spreadsheets still write
 * those), without control characters.
 */
export async function isText(path: string): Promise<boolean> {
  const { isTextPart, isEnd } = createTextCheck()
  for await (const bytes of createReadStream(path)) if (!isTextPart(bytes)) return false
  return isEnd()
}

/** A check of a text whose bytes arrive in parts. */
export interface TextCheck {
  /** Returns whether the next bytes may be of a text. */
  isTextPart(bytes: Buffer): boolean
  /** Returns whether the text may end here. */
  isEnd(): boolean
}

export function createTextCheck(): TextCheck {
  let decoder: TextDecoder | null | undefined
  return {
    isTextPart(bytes) {
      decoder = decoder === undefined ? createDecoder(bytes) : decoder
      const current = decoder
      return isDecodable(() => !hasControlCharacters(current, bytes))
    },
    isEnd: () => isDecodable(() => decoder?.decode() !== null),
  }
}

/** Returns the result; false for what is not UTF-16, in spite of its mark. */
function isDecodable(check: () => boolean): boolean {
  try {
    return check()
  } catch (error) {
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
