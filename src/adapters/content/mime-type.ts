/** Detects the type of a file by its bytes; the name is not considered. */

import { openAsBlob } from 'node:fs'
import { listPieces } from '../storage/pieces.ts'

/** Returns the MIME type, or null for bytes without a signature, such as plain text. */
export async function detectMimeType(path: string): Promise<string | null> {
  const { fileTypeFromBlob } = await import('file-type')
  const pieces = await listPieces(path)
  // Only the bytes that the detection asks for are read.
  const found = await fileTypeFromBlob(new Blob(await Promise.all(pieces.map((one) => openAsBlob(one.path)))))
  // Removes parameters such as `; codecs=opus`.
  return found?.mime.split(';')[0] ?? null
}
