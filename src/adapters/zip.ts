/** Creates zip archives while they are sent. */

import { Readable } from 'node:stream'
import type ZipStream from 'zip-stream'

export interface ArchivedFile {
  /** Its path in the archive. */
  name: string
  content: string | Readable
  /** False for files that are compressed already. */
  compressed: boolean
}

/** The modification time of all files, so that the same files make the same bytes. */
const date = new Date('2000-01-01T00:00:00.000Z')

/** Returns the archive as a stream. The next file is requested when the previous one was read. */
export async function createZip(files: AsyncIterable<ArchivedFile>): Promise<Readable> {
  const { default: Zip } = await import('zip-stream')
  const archive = new Zip({ zlib: { level: 6 } })
  fill(archive, files).catch((error: Error) => archive.destroy(error))
  // Wraps the stream of the package in one of Node, which ends together with it.
  return Readable.from(archive, { objectMode: false })
}

async function fill(archive: ZipStream, files: AsyncIterable<ArchivedFile>): Promise<void> {
  for await (const file of files) await append(archive, file)
  archive.finalize()
}

/** Resolves when the file was written; rejects when the reader of the archive is gone. */
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
