/** What only Node can: files of the disk. */

import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** A file of the disk, ready to be uploaded. It is read piece by piece while it is sent, never as a whole. */
export async function fileAt(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
