/** Reads the texts of a PDF as a screen reader does. */

import { inflateSync } from 'node:zlib'

/** Returns the texts in the order of the page, from the replacement texts (ISO 32000-1, 14.9.4) of its content. */
export function readPdfTexts(pdf: Buffer): string[] {
  const file = pdf.toString('latin1')
  const streams = Array.from(file.matchAll(/stream\r?\n/g), ({ index, 0: { length } }) => {
    if (file.slice(index - 3, index) === 'end') return ''
    const end = file.indexOf('endstream', index)
    try {
      return inflateSync(pdf.subarray(index + length, end)).toString('latin1')
    } catch {
      return ''
    }
  })
  return Array.from(streams.join('\n').matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs), ([, text = '']) =>
    decode(text),
  )
}

/** Returns the first file that the document carries (ISO 32000-1, 7.11.4), or null. */
export function readPdfAttachment(pdf: Buffer): string | null {
  const file = pdf.toString('latin1')
  const place = file.indexOf('/Type /EmbeddedFile')
  if (place === -1) return null
  const start = file.indexOf('stream\n', place) + 'stream\n'.length
  return inflateSync(pdf.subarray(start, file.indexOf('endstream', start))).toString('utf8')
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a PDF (7.3.4.2): Latin letters, or UTF-16 after a byte order mark. */
function decode(literal: string): string {
  const text = literal.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
  return text.startsWith('\xfe\xff') ? Buffer.from(text.slice(2), 'latin1').swap16().toString('utf16le') : text
}

export const countPdfPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
