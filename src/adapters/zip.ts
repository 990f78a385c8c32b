/** Archives that are sent while they are made. */

import { Readable } from 'node:stream'
import type ZipStream from 'zip-stream'

export interface ArchivedFile {
  /** Its path in the archive. */
  name: string
  content: string | Readable
  /** Films and pictures do not get smaller. */
  compressed: boolean
}

/** Of every file, so that the same files make the same bytes. */
const date = new Date('2000-01-01T00:00:00.000Z')

/** The archive of the files. The next one is asked for when its reader has the one before. */
export async function createZip(files: AsyncIterable<ArchivedFile>): Promise<Readable> {
  const { default: Zip } = await import('zip-stream')
  const archive = new Zip({ zlib: { level: 6 } })
  fill(archive, files).catch((error: Error) => archive.destroy(error))
  // One of this Node's own streams around that of the package, which ends together with it.
  return Readable.from(archive, { objectMode: false })
}

async function fill(archive: ZipStream, files: AsyncIterable<ArchivedFile>): Promise<void> {
  for await (const file of files) await append(archive, file)
  archive.finalize()
}

/** Resolves when the file has gone through; rejects when nobody reads the archive any more. */
function append(archive: ZipStream, { name, content, compressed }: ArchivedFile): Promise<void> {
  const done = Promise.withResolvers<void>()
  const abandon = () => {
    if (typeof content !== 'string') content.destroy()
    done.reject(new Error('The reader of the archive has gone.'))
  }
  archive.once('close', abandon)
  if (archive.destroyed) abandon()
  const source = typeof content === 'string' ? Buffer.from(content) : content
  archive.entry(source, { name, date, store: !compressed }, (error) => {
    archive.off('close', abandon)
    if (error) done.reject(error)
    else done.resolve()
  })
  return done.promise
}
