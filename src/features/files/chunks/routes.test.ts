import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createUnavailable } from '#core/problem.ts'
import { createService } from '#service.ts'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { stores } from '#test/support/s3-server.ts'
import { completeUpload } from './assembly.ts'

const size = 40_000
const content = randomBytes(5 * size - 1_234)
const total = 5
const getPart = (index: number) => content.subarray(index * size, (index + 1) * size)
const name = () => `upload-${randomBytes(6).toString('hex')}`

const send = (person: Person, uploadId: string, chunkIndex: number, more: Record<string, string | File> = {}) =>
  person.send('POST', '/upload/chunk', {
    body: createForm({
      uploadId,
      chunkIndex: String(chunkIndex),
      totalChunks: String(total),
      fileName: 'data.bin',
      fileSize: String(content.length),
      chunk: new File([new Uint8Array(getPart(chunkIndex))], 'blob'),
      ...more,
    }),
  })

const complete = (person: Person, upload_id: string, more: object = {}) =>
  person.post('/upload/chunk/complete', { upload_id, file_type: 'project_file', ...more })

async function sendAll(person: Person, uploadId: string) {
  for (let index = 0; index < total; index++) assert.equal((await send(person, uploadId, index)).status, 200)
}

async function findStored({ platform }: TestApp, part: string) {
  const folder = join(platform.config.dataDir, 'files', part)
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map((one) => one.name)
}

const read = async (app: TestApp, url: string) =>
  Buffer.from(await (await fetch(`${app.address}${getPath(url)}`)).arrayBuffer())

for (const [kind, settings] of Object.entries(stores()))
  describe(`an upload in chunks, on ${kind}`, () => {
    const opened = settings().then((given) => testApp(given))

    it('accepts chunks in any order, in parallel and repeatedly, and assembles them', async () => {
      const app = await opened
      const ada = await app.given.user()
      const id = name()

      const order = [3, 0, 4, 1, 0, 2, 3, 3]
      const replies = await Promise.all(order.map((index) => send(ada, id, index)))
      const reply = await complete(ada, id, { sha256: createHash('sha256').update(content).digest('hex') })

      for (const one of replies) {
        assert.equal(one.status, 200, one.text)
        assert.deepEqual(one.data, { chunk_received: true, upload_id: id })
      }
      assert.equal(reply.status, 201, reply.text)
      const { file } = reply.data
      assert.deepEqual(Object.keys(file), ['id', 'url', 'filename', 'size'])
      assert.deepEqual([file.filename, file.size], ['data.bin', content.length])
      assert.ok((await read(app, file.url)).equals(content))
      await app.settle()
      app.clock.advance({ hours: 2 })
      await app.settle()
      if (kind === 'disk') assert.deepEqual(await findStored(app, 'chunks'), [])
    })

    it('serves a large file from its chunks, until it is deleted', async () => {
      const app = await opened
      const ada = await app.given.user()
      const id = name()
      const large = randomBytes(30_000_000)
      const before = await findStored(app, 'public')
      const third = (index: number, bytes = large.subarray(index * 10_000_000, (index + 1) * 10_000_000)) => ({
        totalChunks: '3',
        fileSize: String(large.length),
        chunk: new File([new Uint8Array(bytes)], 'blob'),
      })
      for (const index of [2, 0, 1]) assert.equal((await send(ada, id, index, third(index))).status, 200)

      const reply = await complete(ada, id, { sha256: createHash('sha256').update(large).digest('hex') })
      await send(ada, id, 1, third(1, Buffer.alloc(10_000_000)))

      assert.equal(reply.status, 201, reply.text)
      const url = reply.data.file.url
      assert.ok((await read(app, url)).equals(large))
      const range = { headers: { range: 'bytes=9999990-10000009' } }
      const part = await fetch(`${app.address}${getPath(url)}`, range)
      assert.ok(Buffer.from(await part.arrayBuffer()).equals(large.subarray(9_999_990, 10_000_010)))
      assert.deepEqual(await findStored(app, 'incoming'), [])
      if (kind === 'disk') assert.equal((await findStored(app, 'public')).length, before.length + 3)
      await ada.delete(`/files/${reply.data.file.id}`)
      await app.settle()
      assert.equal((await fetch(`${app.address}${getPath(url)}`)).status, 404)
    })

    it('creates one file when twenty completions arrive at once', async () => {
      const { given } = await opened
      const ada = await given.user()
      const id = name()
      await sendAll(ada, id)

      const replies = await Promise.all(Array.from({ length: 20 }, () => complete(ada, id)))

      assert.deepEqual(replies.map(({ status }) => status).toSorted(), [...new Array<number>(19).fill(200), 201])
      assert.equal(new Set(replies.map(({ text }) => JSON.parse(text).data.file.id)).size, 1)
      assert.equal((await ada.get('/files')).meta.total, 1)
      assert.equal((await complete(ada, id)).status, 200)
      assert.equal((await send(ada, id, 1)).status, 200)
    })

    it('continues after a restart, and on another instance', async () => {
      const app = await opened
      const ada = await app.given.user()
      const id = name()
      await send(ada, id, 0)
      await send(ada, id, 3)
      const another = await createService(app.platform.config, {
        clock: app.clock,
        logger: pino({ level: 'silent' }),
        poll: 2 ** 31 - 1,
      })
      const address = await another.server.listen({ host: '127.0.0.1', port: 0 })
      try {
        const headers = { authorization: `Bearer ${ada.token}` }
        const state = JSON.parse(await (await fetch(`${address}/upload/chunk/${id}`, { headers })).text())
        assert.deepEqual(state.data, {
          upload_id: id,
          received: [0, 3],
          missing: [1, 2, 4],
          total_chunks: 5,
          file_size: content.length,
        })
        for (const index of [1, 2, 4]) await send(ada, id, index)
        const body = JSON.stringify({ upload_id: id, file_type: 'application/octet-stream' })
        const reply = await fetch(`${address}/upload/chunk/complete`, {
          method: 'POST',
          body,
          headers: { ...headers, 'content-type': 'application/json' },
        })
        assert.equal(reply.status, 201)
      } finally {
        await another.stop()
      }

      const [file] = (await ada.get('/files')).data
      assert.ok((await read(app, file.url)).equals(content))
      assert.deepEqual((await ada.get(`/upload/chunk/${id}`)).data.missing, [])
    })
  })

describe('POST /upload/chunk', () => {
  const wrong: [string, Record<string, string | File>, string][] = [
    ['an index beyond the total', { chunkIndex: '5' }, 'chunkIndex'],
    ['a negative index', { chunkIndex: '-1' }, 'chunkIndex'],
    ['an index that is no number', { chunkIndex: 'one' }, 'chunkIndex'],
    ['too many chunks', { totalChunks: '10001' }, 'totalChunks'],
    ['many chunks of a few bytes', { totalChunks: '1100' }, 'totalChunks'],
    ['a file of more than 5 GB', { fileSize: String(5 * 1024 ** 3 + 1) }, 'fileSize'],
    ['a long name', { uploadId: 'a'.repeat(101) }, 'uploadId'],
    ['an empty chunk', { chunk: new File([], 'blob') }, 'chunk'],
    ['a chunk of more than 16 MB', { chunk: new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'blob') }, 'chunk'],
    ['a chunk that is no file', { chunk: 'text' }, 'chunk'],
    ['more than the whole', { fileSize: '10' }, 'chunk'],
  ]
  for (const [what, fields, field] of wrong)
    it(`refuses ${what}`, async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const id = name()

      const reply = await send(ada, id, 0, fields)

      assert.equal(reply.status, 422, reply.text)
      assert.equal((await ada.get(`/upload/chunk/${id}`)).status, 404)
      assert.deepEqual(Object.keys(reply.errors), [field])
      assert.deepEqual(await findStored(app, 'incoming'), [])
    })

  it('refuses changed totals', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const id = name()
    await send(ada, id, 0)

    const reply = await send(ada, id, 1, { totalChunks: '6', fileSize: '999999' })

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).toSorted(), ['fileSize', 'totalChunks'])
  })

  it('keeps the uploads of two users apart, even with the same id', async () => {
    const { given } = await testApp()
    const [ada, bea] = [await given.user(), await given.user()]
    const id = name()
    await sendAll(ada, id)

    assert.equal((await bea.get(`/upload/chunk/${id}`)).status, 404)
    assert.equal((await complete(bea, id)).status, 404)
    assert.equal((await send(bea, id, 0)).status, 200)
    assert.equal((await complete(ada, id)).status, 201)
  })

  it('keeps the whole last version of different chunks with one index', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const id = name()
    await sendAll(ada, id)
    const variants = Array.from({ length: 10 }, (_, n) => Buffer.alloc(size, n))

    await Promise.all(variants.map((one) => send(ada, id, 2, { chunk: new File([new Uint8Array(one)], 'blob') })))
    const { file } = (await complete(ada, id)).data

    const middle = (await read(app, file.url)).subarray(2 * size, 3 * size)
    assert.ok(variants.some((one) => one.equals(middle)))
  })
})

describe('POST /upload/chunk/complete', () => {
  it('lists the missing chunks', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const id = name()
    for (const index of [0, 2, 3]) await send(ada, id, index)

    const reply = await complete(ada, id)

    assert.equal(reply.status, 422)
    assert.deepEqual(reply.errors, { upload_id: ['These chunks are missing: 1, 4.'] })
    for (const index of [1, 4]) await send(ada, id, index)
    assert.equal((await complete(ada, id)).status, 201)
  })

  it('refuses another size, checksum, type or content, and can be repeated', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const [short, id] = [name(), name()]
    for (let index = 0; index < total; index++) await send(ada, short, index, { chunk: new File(['short'], 'blob') })
    await sendAll(ada, id)

    assert.deepEqual(Object.keys((await complete(ada, short)).errors), ['upload_id'])
    assert.deepEqual(Object.keys((await complete(ada, id, { sha256: 'ab'.repeat(32) })).errors), ['sha256'])
    assert.deepEqual(Object.keys((await complete(ada, id, { sha256: 'ab' })).errors), ['sha256'])
    assert.deepEqual(Object.keys((await complete(ada, id, { file_type: 'poem' })).errors), ['file_type'])
    assert.deepEqual(Object.keys((await complete(ada, id, { file_type: 'video' })).errors), ['file'])
    assert.deepEqual(Object.keys((await complete(ada, id, { file_type: 'image/png' })).errors), ['file'])
    assert.deepEqual((await ada.get('/files')).data, [])
    assert.equal((await complete(ada, id)).status, 201)
  })

  it('responds with 404 for an unknown upload, and 401 without a token', async () => {
    const { given, anonymous } = await testApp()
    const ada = await given.user()

    assert.equal((await complete(ada, name())).status, 404)
    assert.equal((await anonymous.post('/upload/chunk/complete', {})).status, 401)
    assert.equal((await anonymous.get('/upload/chunk/x')).status, 401)
  })
})

describe('an upload that was being assembled when the database became unavailable', () => {
  it('is assembled by the next request, after seconds', async () => {
    const app = await testApp({ ORGANIZATION_NAME: 'Away' })
    const ada = await app.given.user()
    const id = name()
    await sendAll(ada, id)
    const { db } = app.platform
    const away = createUnavailable('The database cannot be reached at the moment, please try again.', 2)
    let isAway = false
    const transaction = () => {
      isAway = true
      return Promise.reject(away)
    }
    const run: typeof db.run = (...asked) => (isAway ? Promise.reject(away) : db.run(...asked))
    const ctx = {
      ...app.service.context,
      actor: {
        id: ada.id,
        role: 'learner',
        token_id: 0,
        scopes: null,
        lacks_verified_email: false,
        lacks_second_factor: false,
      } as const,
      db: { ...db, transaction, run },
    }

    await assert.rejects(completeUpload(ctx, { upload_id: id, file_type: 'project_file' }), away)
    const again = complete(ada, id)
    app.clock.advance({ seconds: 10 })

    assert.equal((await again).status, 201)
    assert.ok((await read(app, (await again).data.file.url)).equals(content))
  })
})

describe('clean-up', () => {
  it('removes uploads that received nothing for a day, and files that were left behind', async () => {
    const app = await testApp({ ORGANIZATION_NAME: 'Sweep' })
    const ada = await app.given.user()
    const [old, alive] = [name(), name()]
    await send(ada, old, 0)
    await send(ada, alive, 0)
    const left = join(await app.platform.storage.incoming(), 'left-by-a-killed-process')
    await writeFile(left, 'x')
    const pieces = join(await app.platform.storage.incoming(), 'left-while-putting-together')
    await mkdir(pieces)
    await writeFile(join(pieces, '0'), 'x')
    const arriving = join(await app.platform.storage.incoming(), 'arriving')
    await writeFile(arriving, 'x')
    await app.settle()

    app.clock.advance({ hours: 23 })
    await send(ada, alive, 1)
    app.clock.advance({ hours: 2 })
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const path of [left, pieces]) await utimes(path, yesterday, yesterday)
    for (let times = 0; times < 3; times++) await app.settle()

    assert.equal((await ada.get(`/upload/chunk/${old}`)).status, 404)
    assert.deepEqual((await ada.get(`/upload/chunk/${alive}`)).data.received, [0, 1])
    assert.equal((await findStored(app, 'chunks')).length, 2)
    assert.deepEqual(await findStored(app, 'incoming'), ['arriving'])
  })

  it('deletes chunks with the account', async () => {
    const app = await testApp({ ORGANIZATION_NAME: 'Erase' })
    const ada = await app.given.user()
    await send(ada, name(), 0)

    await ada.delete(`/users/${ada.id}`)
    await app.settle()

    assert.deepEqual(await findStored(app, 'chunks'), [])
  })
})
