/** Creates small files that unpack to large ones. */

import { constants, deflateRawSync, deflateSync } from 'node:zlib'

/** Returns a stream of zlib that unpacks to the piece, repeated. It is small and made at once. */
function deflateRepeated(piece: Buffer, times: number): Buffer {
  const block = deflateRawSync(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const head = Buffer.from([0x78, 0x9c])
  // An empty last block, and a checksum, which readers of PDF ignore.
  const end = Buffer.from([0x03, 0x00, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: times }, () => block), end])
}

function createPdf(objects: readonly string[]): Buffer {
  const numbered = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${numbered.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

const createStream = (entries: string, content: Buffer) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`

/** A PDF with an attachment that was packed with zlib, once or several times. */
export const createPdfWithAttachment = (packed: Buffer, times = 1): Buffer =>
  createPdf([
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(credential.json) 4 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    '<< /Type /Filespec /F (credential.json) /UF (credential.json) /EF << /F 5 0 R >> >>',
    createStream(`/Type /EmbeddedFile /Filter [${'/FlateDecode '.repeat(times)}]`, packed),
  ])

/** A PDF whose page was packed with zlib, several times. */
export const createPdfWithPage = (packed: Buffer, times: number): Buffer =>
  createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    createStream(`/Filter [${'/FlateDecode '.repeat(times)}]`, packed),
  ])

const megabyte = 1_000_000

/** Unpacks to 800 MB. */
export const createBomb = (): Buffer => deflateSync(deflateRepeated(Buffer.alloc(10 * megabyte, ' '), 80))

/** Unpacks to a list of six million objects, 18 MB of JSON. */
export const createObjectBomb = (): Buffer =>
  deflateSync(Buffer.from(`{"type":"VerifiableCredential","a":[${'{},'.repeat(6 * megabyte)}{}]}`), { level: 9 })
