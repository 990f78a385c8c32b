/** Splits an upload into chunks. */

/**
 * Content of known size. The caller must end a stream that stalls: an aborted upload still waits for the chunk that it
 * is reading.
 */
export interface Stream {
  name: string
  /** The exact size, in bytes. */
  size: number
  stream: AsyncIterable<Uint8Array>
}

/** A chunk and its index, counted from 0. */
export interface Chunk {
  index: number
  content: Blob
}

/** Yields the wanted chunks in order. Unwanted chunks of a stream are read and discarded. */
export function splitChunks(
  source: Blob | Stream,
  chunkSize: number,
  isWanted: (index: number) => boolean,
): AsyncGenerator<Chunk, void, undefined> {
  return source instanceof Blob ? sliceBlob(source, chunkSize, isWanted) : splitStream(source, chunkSize, isWanted)
}

async function* sliceBlob(source: Blob, chunkSize: number, isWanted: (index: number) => boolean) {
  for (let index = 0; index * chunkSize < source.size; index++)
    if (isWanted(index)) yield { index, content: source.slice(index * chunkSize, (index + 1) * chunkSize) }
}

async function* splitStream(source: Stream, chunkSize: number, isWanted: (index: number) => boolean) {
  let index = 0
  let seen = 0
  let held: Uint8Array<ArrayBuffer>[] = []
  let room = chunkSize
  for await (const bytes of source.stream) {
    seen += bytes.length
    if (seen > source.size) throw createSizeError(source)
    for (let rest = bytes; rest.length > 0; ) {
      const part = rest.subarray(0, room)
      rest = rest.subarray(part.length)
      // A copy, because the source of a stream may reuse its buffer.
      held.push(new Uint8Array(part))
      room -= part.length
      if (room > 0) continue
      if (isWanted(index)) yield { index, content: new Blob(held) }
      index++
      held = []
      room = chunkSize
    }
  }
  if (seen < source.size) throw createSizeError(source)
  if (held.length > 0 && isWanted(index)) yield { index, content: new Blob(held) }
}

const createSizeError = ({ name, size }: Stream) => new Error(`The stream of ${name} has other than ${size} bytes.`)
