/** Detects the type of a file by its bytes; the name is not considered. */

import { openAsBlob } from 'node:fs'
import { listPieces } from '../storage/pieces.ts'
import { listRootEntries } from './compound-file.ts'

/** An office document that is encrypted, whatever is inside. */
export const encryptedDocument = 'application/encrypted'

const compoundFile = 'application/x-cfb'

/** The documents that are compound files, by a stream that each of them has. */
const typesByStream: Readonly<Record<string, string>> = {
  encryptedpackage: encryptedDocument,
  worddocument: 'application/msword',
  workbook: 'application/vnd.ms-excel',
  book: 'application/vnd.ms-excel',
  'powerpoint document': 'application/vnd.ms-powerpoint',
}

const pdfHead = '%PDF-'
/** Programs for PDF look for the header in as many bytes (ISO 32000-1, annex H.3.4.1). */
const maxBeforePdf = 1_024
const markup = /<[a-z!?]/i

/** Returns the MIME type, or null for bytes without a signature, such as plain text. */
export async function detectMimeType(path: string): Promise<string | null> {
  const { fileTypeFromBlob } = await import('file-type')
  const pieces = await listPieces(path)
  // Only the bytes that the detection asks for are read.
  const blob = new Blob(await Promise.all(pieces.map((one) => openAsBlob(one.path))))
  const found = await fileTypeFromBlob(blob)
  // Removes parameters such as `; codecs=opus`.
  const type = found?.mime.split(';')[0] ?? null
  if (type === compoundFile) return pieces.length === 1 ? detectCompoundFile(pieces[0]?.path ?? path) : type
  if (type !== null && !isTextual(type)) return type
  const beginning = Buffer.from(await blob.slice(0, maxBeforePdf).arrayBuffer())
  const at = beginning.indexOf(pdfHead)
  // A page that has the header as well is a page.
  return at === -1 || markup.test(beginning.toString('latin1', 0, at)) ? type : 'application/pdf'
}

async function detectCompoundFile(path: string): Promise<string> {
  const names = (await listRootEntries(path)) ?? []
  const streams = new Set(names.map((name) => name.toLowerCase()))
  const stream = Object.keys(typesByStream).find((one) => streams.has(one))
  return (stream === undefined ? undefined : typesByStream[stream]) ?? compoundFile
}

/** Returns whether the type is one of text, such as XML, which has a signature. */
const isTextual = (type: string) => /^text\/|[/+]xml$|\/rtf$|\/json$/.test(type)
