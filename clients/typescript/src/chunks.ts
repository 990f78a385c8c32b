/** Cuts what is uploaded into pieces. */

/**
 * Bytes whose number is known before they come. Whoever gives a stream ends it when it stalls: an upload that is stopped
 * still waits for the piece it asked for.
 */
export interface Stream {
  name: string
  /** In bytes, exactly. */
  size: number
  stream: AsyncIterable<Uint8Array>
}

/** A piece and its place, from 0. */
export interface Chunk {
  index: number
  content: Blob
}

/** The pieces that are wanted, in their order. Of a stream, those that are not are read and dropped. */
export function chunksOf(
  source: Blob | Stream,
  chunkSize: number,
  isWanted: (index: number) => boolean,
): AsyncGenerator<Chunk, void, undefined> {
  return source instanceof Blob
    ? slicesOf(source, chunkSize, isWanted)
    : piecesOf(source, chunkSize, isWanted)
}

async function* slicesOf(source: Blob, chunkSize: number, isWanted: (index: number) => boolean) {
  for (let index = 0; index * chunkSize < source.size; index++)
    if (isWanted(index)) yield { index, content: source.slice(index * chunkSize, (index + 1) * chunkSize) }
}

async function* piecesOf(source: Stream, chunkSize: number, isWanted: (index: number) => boolean) {
  let index = 0
  let seen = 0
  let held: Uint8Array<ArrayBuffer>[] = []
  let room = chunkSize
  for await (const bytes of source.stream) {
    seen += bytes.length
    if (seen > source.size) throw differs(source)
    for (let rest = bytes; rest.length > 0; ) {
      const part = rest.subarray(0, room)
      rest = rest.subarray(part.length)
      // A copy, because whoever reads a stream may use its memory again.
      held.push(new Uint8Array(part))
      room -= part.length
      if (room > 0) continue
      if (isWanted(index)) yield { index, content: new Blob(held) }
      index++
      held = []
      room = chunkSize
    }
  }
  if (seen < source.size) throw differs(source)
  if (held.length > 0 && isWanted(index)) yield { index, content: new Blob(held) }
}

const differs = ({ name, size }: Stream) => new Error(`The stream of ${name} has other than ${size} bytes.`)
