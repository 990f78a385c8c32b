import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { Type } from 'typebox'
import type { ReceivedFile } from '#core/received-file.ts'
import { testApp } from '#test/support/app.ts'
import { responds } from './envelope.ts'
import { FileField, Form, formRoutes } from './forms.ts'
import type { Routes } from './routes.ts'

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const onDisk = async (file: ReceivedFile) => hash(await readFile(file.path))

const FileSums = Type.Object({ first: Type.String(), second: Type.String(), text: Type.String() })

const sums: Routes = formRoutes((app) => {
  app.post('/sums', {
    config: { access: 'public' },
    schema: {
      operationId: 'sums',
      summary: 'Tell what lies on the disk',
      tags: ['Test'],
      body: Form({
        first: FileField({ maxBytes: 10_000_000 }),
        text: Type.String({ maxLength: 1_000_000 }),
        second: FileField({ maxBytes: 10_000_000 }),
      }),
      response: responds(200, FileSums),
    },
    handler: async ({ body: { first, second, text } }) => ({
      first: await onDisk(first),
      second: await onDisk(second),
      text: hash(text),
    }),
  })
})

const boundary = 'a-boundary'
const delimiter = `\r\n--${boundary}`

/** Content that looks like a boundary but is none. */
const nearly = fc.integer({ min: 1, max: delimiter.length - 1 }).map((length) => delimiter.slice(0, length))
const nearest = fc.constant(delimiter.slice(0, -1))
const short = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes))
const long = fc
  .tuple(fc.integer({ min: 1, max: 300_000 }), fc.nat(255))
  .map(([length, byte]) => Buffer.alloc(length, Buffer.from([byte, byte + 1, 0, 7])))
const pieces = fc
  .array(fc.oneof(nearly, nearest, short, long), { maxLength: 8 })
  .map((list) => list.map((piece) => Buffer.from(piece)))
  .filter((list) => !Buffer.concat(list).includes(delimiter))
const text = fc.array(nearly, { maxLength: 4 }).map((list) => `text${list.join('')}.`)

const createHead = (name: string, more = '') =>
  Buffer.from(`${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`)

interface UploadParts {
  first: Buffer[]
  text: string
  second: Buffer[]
  /** Positions at which the boundaries are split. */
  cut: number
}

/** The body, split into the chunks that are sent. */
function createBody({ first, text, second, cut }: UploadParts): Buffer[] {
  const dashes = [Buffer.from(delimiter.slice(0, cut)), Buffer.from(delimiter.slice(cut, -boundary.length))]
  return [
    Buffer.from('--'),
    ...[createHead('first', '; filename="a.bin"'), ...first, ...dashes],
    ...[createHead('text'), Buffer.from(text), ...dashes],
    ...[createHead('second', '; filename="b.bin"'), ...second, ...dashes],
    Buffer.from(`${boundary}--\r\n`),
  ]
}

/** Sends the chunks one by one and returns the response. */
async function exchange(address: string, pieces: readonly Buffer[]): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
    .setNoDelay(true)
    .setEncoding('utf8')
  const answer = (async () => {
    let all = ''
    for await (const piece of socket) all += piece
    return all
  })()
  socket.write(
    `POST /sums HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${Buffer.concat(pieces).length}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
  )
  for (const piece of pieces) {
    socket.write(piece)
    // Lets the service read each chunk separately.
    await turn()
    await turn()
  }
  return answer
}

describe('a form with files', () => {
  it('is read as it was sent, in any layout and however the bytes are split', async () => {
    const { address } = await testApp({}, { routes: [sums] })
    const sent = fc.record({ first: pieces, text, second: pieces, cut: fc.nat(4) })

    await fc.assert(
      fc.asyncProperty(sent, async (form) => {
        const answer = await exchange(address, createBody(form))

        assert.match(answer, /^HTTP\/1\.1 200 /, answer)
        const { data } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
        const [first, second] = [Buffer.concat(form.first), Buffer.concat(form.second)]
        assert.deepEqual(data, { first: hash(first), second: hash(second), text: hash(form.text) })
      }),
      { numRuns: Number(process.env.RUNS ?? 60), seed: Number(process.env.SEED ?? 1), endOnFailure: true },
    )
  })
})
