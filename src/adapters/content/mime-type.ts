/** What a file is by its bytes, whatever its name says. */

import { openAsBlob } from 'node:fs'
import { listPieces } from '../storage/pieces.ts'

/** Its MIME type, or null when the bytes have no signature, as those of plain text. */
export async function detectMimeType(path: string): Promise<string | null> {
  const { fileTypeFromBlob } = await import('file-type')
  const pieces = await listPieces(path)
  // Nothing is read but what is looked at.
  const found = await fileTypeFromBlob(new Blob(await Promise.all(pieces.map((one) => openAsBlob(one.path)))))
  // Parameters such as `; codecs=opus` say more than is asked.
  return found?.mime.split(';')[0] ?? null
}
