/** Decodes the bytes of a text file. */

import { createFileProblem } from './reasons.ts'

const byteOrderMarks = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
] as const

/** Noncharacters of Unicode, which readers use as marks of their own. */
const noncharacters = /[\ufdd0-\ufdef\ufffe\uffff]/g

/**
 * Returns the text with `\n` as the end of each line. The encoding is that of the byte order mark or of the XML declaration; without either it is
 * UTF-8, or Windows-1252 where the bytes are not UTF-8. Throws `FileProblem`.
 */
export function decodeText(bytes: Uint8Array): string {
  const declared = findLabel(bytes)
  const text = declared === null ? decodeUndeclared(bytes) : decodeAs(bytes, declared)
  if (text === null || text.includes('\0')) throw createFileProblem('unreadableText')
  return text.replace(noncharacters, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}

function findLabel(bytes: Uint8Array): string | null {
  const found = byteOrderMarks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (found !== undefined) return found.label
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml[^>]{0,100}?\bencoding=["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? null
}

const decodeUndeclared = (bytes: Uint8Array): string | null =>
  decodeAs(bytes, 'utf-8') ?? decodeAs(bytes, 'windows-1252')

function decodeAs(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    // It has another encoding.
    return null
  }
}
