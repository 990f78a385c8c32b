import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Upload, type UploadOptions } from 'tus-js-client'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { stores } from '#test/support/s3-server.ts'
import { pdf } from '#test/support/samples.ts'

const version = { 'tus-resumable': '1.0.0' }
const partType = 'application/offset+octet-stream'

const encode = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join()

/** Requests of the protocol by a person, or without a token. */
function as(app: TestApp, person: Person | null) {
  const authorization = person === null ? {} : { authorization: `Bearer ${person.token}` }
  async function ask(method: string, path: string, more: RequestInit = {}) {
    const headers = { ...version, ...authorization, ...more.headers }
    const response = await fetch(`${app.address}${path}`, { method, ...more, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const append = (path: string, offset: number, body: string | Uint8Array<ArrayBuffer>, more = {}) =>
    ask('PATCH', path, { body, headers: { 'content-type': partType, 'upload-offset': String(offset), ...more } })
  return { ask, append }
}

/** Begins an upload and returns its path. */
async function begin(app: TestApp, person: Person, length: number, metadata: Record<string, string> = {}) {
  const headers = { 'upload-length': String(length), 'upload-metadata': encode({ filename: 'notes.txt', ...metadata }) }
  const reply = await as(app, person).ask('POST', '/upload/tus', { headers })
  assert.equal(reply.status, 201, reply.text)
  return reply.headers.get('location') ?? ''
}

const getOffset = async (app: TestApp, person: Person, path: string) =>
  Number((await as(app, person).ask('HEAD', path)).headers.get('upload-offset'))

async function readFileOf(app: TestApp, person: Person) {
  const [{ url, filename, size, mime_type }] = (await person.get('/files')).data
  const response = await fetch(url.replace('http://api.test', app.address))
  return { content: Buffer.from(await response.arrayBuffer()), filename, size, mime_type }
}

/** Uploads with the public client. */
const upload = (app: TestApp, person: Person, content: Uint8Array, more: Partial<UploadOptions> = {}) =>
  new Promise<Upload>((resolve, reject) => {
    const one: Upload = new Upload(Buffer.from(content), {
      endpoint: `${app.address}/upload/tus`,
      headers: { authorization: `Bearer ${person.token}` },
      metadata: { filename: 'film.mp4', filetype: 'video/mp4' },
      uploadSize: content.length,
      chunkSize: 1_000_000,
      retryDelays: [100, 500, 2_000, 5_000],
      onSuccess: () => resolve(one),
      onError: reject,
      ...more,
    })
    one.start()
  })

/** An MP4 of random content: its signature is all that is looked at. */
function createFilm(size: number) {
  const film = randomBytes(size)
  film.set(Buffer.from('00000018667479706d703432000000006d7034326d703431', 'hex'))
  return film
}

for (const [kind, settings] of Object.entries(stores()))
  describe(`tus-js-client, on ${kind}`, () => {
    const opened = settings().then((given) => testApp(given))

    it('uploads a file in parts, which is then like any other', async () => {
      const app = await opened
      const person = await app.given.user()
      const film = createFilm(3_500_000)
      await upload(app, person, film)
      const { content, ...file } = await readFileOf(app, person)
      assert.ok(content.equals(film))
      assert.deepEqual(file, { filename: 'film.mp4', size: film.length, mime_type: 'video/mp4' })
    })

    it('uploads a file in one part, of which the service makes several', async () => {
      const app = await opened
      const person = await app.given.user()
      const film = createFilm(40_000_000)
      await upload(app, person, film, { chunkSize: Number.POSITIVE_INFINITY })
      assert.ok((await readFileOf(app, person)).content.equals(film))
    })

    it('goes on after an interruption', async () => {
      const app = await opened
      const person = await app.given.user()
      const film = createFilm(5_000_000)
      const first = await new Promise<string | null>((resolve, reject) => {
        const one: Upload = new Upload(film, {
          endpoint: `${app.address}/upload/tus`,
          headers: { authorization: `Bearer ${person.token}` },
          metadata: { filename: 'film.mp4' },
          uploadSize: film.length,
          chunkSize: 1_000_000,
          onChunkComplete: (_, accepted) => {
            if (accepted < 2_000_000) return
            void one.abort().then(() => resolve(one.url))
          },
          onError: reject,
        })
        one.start()
      })
      assert.ok(first)
      const path = new URL(first).pathname
      const offset = await getOffset(app, person, path)
      assert.ok(offset >= 2_000_000 && offset < film.length)
      await runSequentially(Math.ceil((film.length - offset) / 1_000_000), async (index) => {
        const at = offset + index * 1_000_000
        const part = new Uint8Array(film.subarray(at, at + 1_000_000))
        assert.equal((await as(app, person).append(path, at, part)).status, 204)
      })
      assert.ok((await readFileOf(app, person)).content.equals(film))
    })
  })

describe('tus-js-client in Chromium, on another origin', { skip: noBrowser }, () => {
  it('uploads a file and knows its id', async (t) => {
    const app = await testApp()
    const person = await app.given.user()
    const script = await readFile(new URL(import.meta.resolve('tus-js-client/dist/tus.min.js')), 'utf8')
    const site = createServer((request, response) => {
      if (request.url === '/tus.js') return void response.setHeader('content-type', 'text/javascript').end(script)
      response.setHeader('content-type', 'text/html').end('<script src="/tus.js"></script>')
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const bound = site.address()
    const browser = await openBrowser()
    t.after(async () => {
      await browser.close()
      site.close()
    })
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/`)
    const uploading = `new Promise((resolve, reject) => {
      const upload = new tus.Upload(new Blob([new Uint8Array(2_500_000).fill(97)]), {
        endpoint: ${JSON.stringify(`${app.address}/upload/tus`)},
        headers: { authorization: ${JSON.stringify(`Bearer ${person.token}`)} },
        metadata: { filename: 'letters.txt', filetype: 'text/plain' },
        chunkSize: 1_000_000,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Upload-File-Id')),
        onError: reject,
      })
      upload.start()
    })`
    const id = await page.evaluate(uploading)
    const { data } = await person.get('/files')
    assert.deepEqual([String(data[0].id), data[0].size], [id, 2_500_000])
  })
})

/** Whether some of a file that arrives is on the disk. */
async function hasArriving({ platform }: TestApp): Promise<boolean> {
  const folder = await platform.storage.incoming()
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return sizes.some((size) => size > 0)
}

describe('the protocol tus', () => {
  it('says what it can', async () => {
    const app = await testApp()
    const { status, headers } = await as(app, null).ask('OPTIONS', '/upload/tus')
    assert.equal(status, 204)
    const said = ['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'tus-checksum-algorithm']
    assert.deepEqual(
      said.map((name) => headers.get(name)),
      ['1.0.0', '1.0.0', 'creation,expiration,checksum,termination', '5368709120', 'sha1,sha256,md5'],
    )
    assert.match(headers.get('access-control-allow-methods') ?? '', /PATCH/)
  })

  it('creates an upload and knows how far it is', async () => {
    const app = await createApp()
    const person = await app.given.user()
    const path = await begin(app, person, 10, { relative: 'a/b' })
    const first = await as(app, person).append(path, 0, 'Hello')
    const head = await as(app, person).ask('HEAD', path)
    const last = await as(app, person).append(path, 5, 'world')
    assert.deepEqual([first.status, first.headers.get('upload-offset'), first.text], [204, '5', ''])
    const names = ['upload-offset', 'upload-length', 'upload-metadata', 'cache-control', 'tus-resumable']
    assert.deepEqual(
      names.map((name) => head.headers.get(name)),
      ['5', '10', encode({ filename: 'notes.txt', relative: 'a/b' }), 'no-store', '1.0.0'],
    )
    assert.equal(Date.parse(head.headers.get('upload-expires') ?? ''), Date.parse(app.clock.now()) + 86_400_000)
    const [{ id }] = (await person.get('/files')).data
    assert.deepEqual(
      [last.status, last.headers.get('upload-offset'), last.headers.get('upload-file-id')],
      [204, '10', String(id)],
    )
    assert.equal((await readFileOf(app, person)).content.toString(), 'Helloworld')
    assert.equal(await getOffset(app, person, path), 10)
    assert.equal((await as(app, person).append(path, 10, '')).status, 204)
    assert.equal((await person.get('/files')).meta.total, 1)
  })

  it('refuses many parts of a few bytes, and takes larger ones then', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const path = await begin(app, person, 200_000)
    for (let offset = 0; offset < 100; offset++)
      assert.equal((await as(app, person).append(path, offset, 'x')).status, 204)

    const small = await as(app, person).append(path, 100, 'x')
    const large = await as(app, person).append(path, 100, 'x'.repeat(100_000))

    assert.equal(small.status, 413)
    assert.equal(large.status, 204)
    assert.equal(await getOffset(app, person, path), 100_100)
  })

  it('refuses parts that do not fit, and keeps what it has', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const path = await begin(app, person, 10)
    await as(app, person).append(path, 0, 'Hello')
    const replies = [
      await as(app, person).append(path, 0, 'Hello'),
      await as(app, person).append(path, 6, 'orld'),
      await as(app, person).append(path, 5, 'world and more'),
      await as(app, person).append(path, 5, 'world', { 'content-type': 'text/plain' }),
      await as(app, person).append(path, 5, 'world', { 'tus-resumable': '0.2.0' }),
      await as(app, person).append(path, 5, 'world', { 'upload-offset': '-5' }),
      await as(app, person).append(path, 5, 'world', { 'upload-checksum': 'crc32 AAAA' }),
      await as(app, person).append(path, 5, 'world', {
        'upload-checksum': `sha1 ${createHash('sha1').update('World').digest('base64')}`,
      }),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [409, 409, 413, 415, 412, 400, 400, 460],
    )
    assert.deepEqual([replies[4]?.headers.get('tus-version'), await getOffset(app, person, path)], ['1.0.0', 5])
    for (const { headers } of replies) assert.equal(headers.get('tus-resumable'), '1.0.0')
  })

  for (const algorithm of ['sha1', 'sha256', 'md5'])
    it(`verifies ${algorithm}`, async () => {
      const app = await testApp()
      const person = await app.given.user()
      const path = await begin(app, person, 5)
      const checksum = `${algorithm} ${createHash(algorithm).update('Hello').digest('base64')}`
      assert.equal((await as(app, person).append(path, 0, 'Jello', { 'upload-checksum': checksum })).status, 460)
      assert.equal((await as(app, person).append(path, 0, 'Hello', { 'upload-checksum': checksum })).status, 204)
    })

  it('refuses uploads that are no file here, and leaves no trace of them', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const create = (length: string, metadata: string) =>
      as(app, person).ask('POST', '/upload/tus', { headers: { 'upload-length': length, 'upload-metadata': metadata } })
    const refused = [
      await create('0', ''),
      await create('6000000000', ''),
      await create('30000000', encode({ filename: 'large.pdf' })),
      await create('5', encode({ filename: 'a.pdf', file_type: 'lottery' })),
      await create('5', 'filename @@@'),
      await create('x', ''),
    ]
    const path = await begin(app, person, 5, { filename: 'cv.pdf' })
    const wrong = await as(app, person).append(path, 0, 'Hello')
    assert.deepEqual(
      refused.map(({ status }) => status),
      [413, 413, 413, 422, 400, 400],
    )
    assert.deepEqual([wrong.status, (await as(app, person).ask('HEAD', path)).status], [422, 404])
    assert.equal((await person.get('/files')).meta.total, 0)
    const good = await begin(app, person, pdf.length, { filename: 'cv.pdf' })
    assert.equal((await as(app, person).append(good, 0, new Uint8Array(pdf))).status, 204)
  })

  it('ends an upload', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const path = await begin(app, person, 10)
    await as(app, person).append(path, 0, 'Hello')
    assert.equal((await as(app, person).ask('DELETE', path)).status, 204)
    assert.equal((await as(app, person).ask('HEAD', path)).status, 404)
    assert.equal((await as(app, person).append(path, 5, 'world')).status, 404)
  })

  it('forgets uploads after a day without activity', async () => {
    const app = await createApp()
    await app.settle()
    const person = await app.given.user()
    const path = await begin(app, person, 10)
    await as(app, person).append(path, 0, 'Hello')
    await runSequentially(26, async () => {
      app.clock.advance({ hours: 1 })
      await app.settle()
    })
    assert.equal((await as(app, person).ask('HEAD', path)).status, 404)
  })

  it('works where only POST is possible', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const path = await begin(app, person, 5)
    const override = (method: string, headers = {}, body = '') =>
      as(app, person).ask('POST', path, { headers: { ...headers, 'x-http-method-override': method }, body })
    const sent = await override('PATCH', { 'content-type': partType, 'upload-offset': '0' }, 'Hello')
    const other = await override('GET', { 'content-type': partType })
    assert.deepEqual([sent.status, other.status, (await person.get('/files')).meta.total], [204, 400, 1])
  })

  it('is for the owner of the upload alone', async () => {
    const app = await testApp()
    const [person, stranger, admin] = [await app.given.user(), await app.given.user(), await app.given.admin()]
    const path = await begin(app, person, 10)
    for (const one of [stranger, admin])
      for (const reply of [
        await as(app, one).ask('HEAD', path),
        await as(app, one).ask('DELETE', path),
        await as(app, one).append(path, 0, 'Hello'),
      ])
        assert.equal(reply.status, 404)
    assert.equal((await as(app, null).ask('POST', '/upload/tus', { headers: { 'upload-length': '5' } })).status, 401)
    assert.equal((await as(app, null).ask('HEAD', path)).status, 401)
    assert.equal(await getOffset(app, person, path), 0)
    await runConcurrently(25, () =>
      as(app, stranger).ask('POST', '/upload/tus', {
        headers: { 'upload-length': '5', 'upload-metadata': encode({ filename: 'a.txt' }) },
      }),
    )
    const tooMany = await as(app, stranger).ask('POST', '/upload/tus', { headers: { 'upload-length': '5' } })
    assert.equal(tooMany.status, 422)
  })

  it('lets one request at a time send, and none twice', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const path = await begin(app, person, 20)
    const replies = await runConcurrently(10, () => as(app, person).append(path, 0, '0123456789'))
    const statuses = replies.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 204).length, 1)
    assert.ok(
      statuses.every((status) => [204, 409, 423].includes(status)),
      statuses.join(),
    )
    assert.equal(await getOffset(app, person, path), 10)
  })

  it('keeps what arrived before the connection was lost', async () => {
    // Its own, where nothing else arrives.
    const app = await createApp()
    const person = await app.given.user()
    const path = await begin(app, person, 1_000_000)
    const { hostname, port } = new URL(app.address)
    const socket = connect({ host: hostname, port: Number(port) })
    const head = [
      `PATCH ${path} HTTP/1.1`,
      'Host: x',
      'Tus-Resumable: 1.0.0',
      `Authorization: Bearer ${person.token}`,
      'Upload-Offset: 0',
      `Content-Type: ${partType}`,
      'Content-Length: 1000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(600_000)}`)
    await waitUntil(() => hasArriving(app))
    socket.destroy()
    await waitUntil(async () => (await getOffset(app, person, path)) > 0)
    const offset = await getOffset(app, person, path)
    assert.ok(offset <= 600_000, `${offset} bytes`)
    const rest = 'y'.repeat(1_000_000 - offset)
    await waitUntil(async () => (await as(app, person).append(path, offset, rest)).status === 204)
    assert.equal((await readFileOf(app, person)).content.toString(), 'x'.repeat(offset) + rest)
  })
})
