/** Functions for Node only: files on disk. */

import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/**
 * Opens a file on disk for an upload. Its content is streamed and never held in memory as a whole.
 *
 * @example
 * const { data } = await api.uploadFile({ body: { type: 'document', file: await openFile('thesis.pdf') } })
 */
export async function openFile(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
