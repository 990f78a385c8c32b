/** Sends answers while they are computed. */

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createPacer } from '#core/pacer.ts'
import type { StreamedData } from '#core/streamed-data.ts'

/** The characters of a chunk, at least, unless it is the last one. */
const chunkLength = 64 * 1024

/** Sends the envelope around the data. */
export function sendStreamed(reply: FastifyReply, body: object, { value, close }: StreamedData): FastifyReply {
  const stream = Readable.from(joinChunks(writeEnvelope(body, value)), {
    objectMode: false,
    highWaterMark: chunkLength,
  })
  stream.once('close', close)
  return reply.type('application/json; charset=utf-8').send(stream)
}

async function* writeEnvelope(body: object, value: object): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...body, data: undefined }).slice(0, -1)},"data":`
  yield* writeJson(value)
  yield '}'
}

/** Joins short pieces to chunks, and pauses between them so that other requests are answered. */
async function* joinChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const pause = createPacer()
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    await pause()
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const isIterable = (value: object): value is Iterable<unknown> | AsyncIterable<unknown> =>
  Symbol.iterator in value || Symbol.asyncIterator in value

/** Plain objects are divided down to their lists, the items of which are written as a whole. */
async function* writeJson(value: unknown): AsyncGenerator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value)
  } else if (isIterable(value)) {
    let separator = '['
    for await (const item of value) {
      yield `${separator}${JSON.stringify(item)}`
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  } else {
    let separator = '{'
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${separator}${JSON.stringify(key)}:`
      yield* writeJson(part)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }
}
