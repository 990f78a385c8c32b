import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type TestApp, testApp } from '../../../test/support/app.ts'
import { mp4 } from '../../../test/support/samples.ts'
import { type Client, createClient, isProblem, type UploadProgress, uploadInChunks } from '../src/index.ts'
import { openFile } from '../src/node.ts'

const chunkSize = 1_000
const content = new Uint8Array(Buffer.concat([mp4, Buffer.alloc(6_500, 'film')]))
const createFilm = () => new File([content], 'film.mp4')
const sha256 = createHash('sha256').update(content).digest('hex')
const options = { fileType: 'video', chunkSize, sha256 }

let app: TestApp
let token: string
let api: Client

before(async () => {
  app = await testApp()
  token = (await app.given.user()).token
  api = createClient({ baseUrl: app.address, token })
})

/** A client whose connection fails permanently after the given number of chunks. Counts the chunks. */
function createFailingClient(most: number) {
  const counted = { chunks: 0 }
  const cut: typeof fetch = (url, init) => {
    if (init?.body instanceof FormData && ++counted.chunks > most) throw new TypeError('fetch failed')
    return fetch(url, init)
  }
  const pause = async () => undefined
  return { counted, api: createClient({ baseUrl: app.address, token, fetch: cut, pause, retries: 1 }) }
}

describe('An upload in chunks', () => {
  it('sends a whole file, several chunks at a time, and reports progress', async () => {
    const told: UploadProgress[] = []

    const file = await uploadInChunks(api, createFilm(), { ...options, onProgress: (one) => told.push(one) })

    assert.deepEqual([file.filename, file.size], ['film.mp4', content.length])
    assert.equal(told.length, Math.ceil(content.length / chunkSize))
    assert.deepEqual(told.at(-1), {
      uploadId: told[0]?.uploadId,
      sent: content.length,
      total: content.length,
    })
  })

  it('resumes after an interruption with the missing chunks, and returns the same file once it is complete', async () => {
    const uploadId = 'cut'
    const before = createFailingClient(3)
    const after = createFailingClient(Number.POSITIVE_INFINITY)
    const again = createFailingClient(0)

    await assert.rejects(uploadInChunks(before.api, createFilm(), { ...options, uploadId, parallel: 1 }), TypeError)
    const { data: state } = await api.showUpload({ path: { upload_id: uploadId } })
    const file = await uploadInChunks(after.api, createFilm(), { ...options, uploadId })
    const same = await uploadInChunks(again.api, createFilm(), { ...options, uploadId })

    assert.equal(state.received.length, 3)
    assert.equal(after.counted.chunks, state.missing.length)
    assert.equal(again.counted.chunks, 0)
    assert.deepEqual(same, file)
  })

  it('repeats a lost chunk', async () => {
    let lost = 0
    const lossy: typeof fetch = async (url, init) => {
      const response = await fetch(url, init)
      if (!(init?.body instanceof FormData) || ++lost % 2 === 0) return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed')
    }
    const client = createClient({ baseUrl: app.address, token, fetch: lossy, pause: async () => undefined })

    const file = await uploadInChunks(client, createFilm(), { ...options, parallel: 1 })

    assert.equal(file.size, content.length)
    assert.equal(lost, 2 * Math.ceil(content.length / chunkSize))
  })

  it('reads a file from disk and a stream', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-'))
    const path = join(folder, 'film.mp4')
    await writeFile(path, content)
    const stream = async function* () {
      // The stream reuses its buffer; pieces of odd sizes cross the chunk boundaries.
      const memory = new Uint8Array(700)
      for (let at = 0; at < content.length; at += 700) {
        const part = content.subarray(at, at + 700)
        memory.set(part)
        yield memory.subarray(0, part.length)
      }
    }
    const streamContent = () => ({ name: 'film.mp4', size: content.length, stream: stream() })
    const cut = createFailingClient(4)

    const ofDisk = await uploadInChunks(api, await openFile(path), options)
    await assert.rejects(
      uploadInChunks(cut.api, streamContent(), { ...options, uploadId: 'stream', parallel: 1 }),
      TypeError,
    )
    const ofStream = await uploadInChunks(api, streamContent(), { ...options, uploadId: 'stream' })

    assert.equal(ofDisk.filename, 'film.mp4')
    assert.equal(ofStream.size, content.length)
    await rm(folder, { recursive: true })
  })

  it('ends when the signal aborts, and leaves no request running', async () => {
    const stop = new AbortController()
    const uploadId = 'stopped'
    const onProgress = () => stop.abort(new Error('Enough.'))

    await assert.rejects(
      uploadInChunks(api, createFilm(), { ...options, uploadId, onProgress, signal: stop.signal }),
      /Enough/,
    )

    const { data } = await api.showUpload({ path: { upload_id: uploadId } })
    assert.ok(data.missing.length > 0)
  })

  it('refuses content that does not match the upload that was started', async () => {
    const uploadId = 'begun'
    const named = { ...options, uploadId }
    await assert.rejects(uploadInChunks(createFailingClient(1).api, createFilm(), { ...named, parallel: 1 }), TypeError)
    const short = { name: 'film.mp4', size: content.length, stream: new Blob([]).stream() }

    await assert.rejects(uploadInChunks(api, new File(['x'], 'film.mp4'), named), /of another file/)
    await assert.rejects(uploadInChunks(api, createFilm(), { ...named, chunkSize: 500 }), /give its chunkSize/)
    await assert.rejects(uploadInChunks(api, createFilm(), { ...options, chunkSize: 0 }), RangeError)
    await assert.rejects(uploadInChunks(api, new File([], 'film.mp4'), options), RangeError)
    await assert.rejects(uploadInChunks(api, short, options), /has other than/)
    await assert.rejects(
      uploadInChunks(api, createFilm(), { ...options, sha256: 'a'.repeat(64) }),
      (error) => isProblem(error, 422) && 'sha256' in error.errors,
    )
  })
})
