/** Reads the lines of a file a batch at a time, from any byte on. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export interface Line {
  text: string
  /** From 1. */
  number: number
  /** The bytes of the file up to its end. */
  endBytes: number
}

export interface LineBatch {
  lines: Line[]
  /** The bytes and lines of the file up to the end of the batch. */
  doneBytes: number
  doneLines: number
}

/** A batch is one transaction, for which others wait on SQLite. */
const maxRows = 500
const maxBytes = 1024 * 1024

/** A longer line is no row of a table; it would fill the memory. */
const maxLineBytes = 32 * 1024 * 1024

/** Returns the hash of the file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export async function* readLineBatches(path: string, doneBytes: number, doneLines: number): AsyncGenerator<LineBatch> {
  let batch: LineBatch = { lines: [], doneBytes, doneLines }
  let size = 0
  const add = (line: Buffer) => {
    const text = line.toString('utf8').trim()
    batch.doneLines++
    batch.doneBytes += line.length
    if (text !== '') batch.lines.push({ text, number: batch.doneLines, endBytes: batch.doneBytes })
    size += line.length
  }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { start: doneBytes, highWaterMark: 256 * 1024 })) {
    let start = 0
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      add(bytes.subarray(start, end + 1))
      start = end + 1
      if (batch.lines.length < maxRows && size < maxBytes) continue
      yield batch
      batch = { ...batch, lines: [] }
      size = 0
    }
    rest = bytes.subarray(start)
    if (rest.length > maxLineBytes) throw new Error(`Line ${batch.doneLines + 1} of ${path} has more than 32 MiB.`)
  }
  if (rest.length > 0) add(rest)
  yield batch
}
