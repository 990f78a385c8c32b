/** What a file is by its bytes, whatever its name says. */

/** Its MIME type, or null when the bytes have no signature, as those of plain text. */
export async function signatureOf(path: string): Promise<string | null> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path)
  // Parameters such as `; codecs=opus` say more than is asked.
  return found?.mime.split(';')[0] ?? null
}
