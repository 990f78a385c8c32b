import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { measureProcessor } from '#test/support/processor-time.ts'
import * as samples from '#test/support/samples.ts'

const file = (content: Buffer | string, name: string) =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

const upload = (person: Person, type: string, sent: File | undefined, more: Record<string, string> = {}) =>
  person.send('POST', '/upload', { body: createForm({ type, ...more, file: sent }) })

/** All files in the storage folder, without arriving ones unless requested. */
async function findStoredFiles({ platform }: TestApp, part: string): Promise<string[]> {
  const folder = join(platform.config.dataDir, 'files', part)
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map((one) => one.name)
}

async function assertNothingStored(app: TestApp, person: Person) {
  assert.deepEqual((await person.get('/files')).data, [])
  assert.deepEqual(await findStoredFiles(app, 'incoming'), [])
}

describe('POST /upload', () => {
  it('stores a document and serves it at its address', async () => {
    const { given, anonymous } = await testApp()
    const ada = await given.user()

    const reply = await upload(ada, 'document', file(samples.pdf, 'thesis.pdf'))

    assert.equal(reply.status, 201, reply.text)
    const { file: kept } = reply.data
    assert.deepEqual(Object.keys(kept), ['id', 'url', 'filename', 'size', 'mime_type', 'uploaded_at'])
    assert.equal(kept.filename, 'thesis.pdf')
    assert.equal(kept.size, samples.pdf.length)
    assert.equal(kept.mime_type, 'application/pdf')
    assert.match(kept.url, /^http:\/\/api\.test\/files\/public\/[\w-]{32}\.pdf$/)
    const served = await anonymous.get(getPath(kept.url))
    assert.equal(served.status, 200)
    assert.equal(served.text, samples.pdf.toString())
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=file_uploaded`)).data
    assert.deepEqual(entry.metadata, { file_id: kept.id, filename: 'thesis.pdf' })
  })

  const good: [string, () => Promise<Buffer> | Buffer, string, string][] = [
    [
      'document',
      () => samples.docx(),
      'cv.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['document', () => Buffer.from('name,score\nAda,7\n'), 'scores.csv', 'text/csv'],
    ['document', () => Buffer.from([0x4e, 0xfc, 0x72, 0x0a]), 'latin.txt', 'text/plain'],
    ['document', () => Buffer.from('{"a": 1}'), 'data.json', 'application/json'],
    ['document', () => samples.html, 'page.txt', 'text/plain'],
    ['image', () => samples.png(), 'a.png', 'image/png'],
    ['image', () => samples.jpeg(), 'a.JPG', 'image/jpeg'],
    ['image', () => samples.webp(), 'a.webp', 'image/webp'],
    ['image', () => samples.createAnimatedPicture('gif'), 'a.gif', 'image/gif'],
    ['video', () => samples.mp4, 'film.mp4', 'video/mp4'],
    ['audio', () => samples.mp3, 'song.mp3', 'audio/mpeg'],
    ['resume', () => samples.pdf, 'cv.pdf', 'application/pdf'],
    ...['BMI,weight\n', 'MZ,Oe\n', 'ID3,tag\n', 'fLaC\n', 'GIF89a,\n', 'OggS\n'].map((text): (typeof good)[number] => [
      'document',
      () => Buffer.from(text),
      `${text.slice(0, 3)}.csv`,
      'text/csv',
    ]),
    ['document', () => Buffer.from('BMI,Größe\n', 'latin1'), 'latin.csv', 'text/csv'],
    ['document', () => Buffer.from('\ufeffBMI,Größe\n', 'utf16le'), 'wide.csv', 'text/csv'],
    ['document', () => Buffer.concat([Buffer.from('\r\n\n'), samples.pdf]), 'blank first.pdf', 'application/pdf'],
    ['document', () => Buffer.from(`${'x'.repeat(1_000)}${samples.pdf}`), 'late.pdf', 'application/pdf'],
    ['document', () => samples.compoundFile(['WordDocument']), 'cv.doc', 'application/msword'],
    ['document', () => samples.compoundFile(['Workbook'], 'WordDocument'), 'a.xls', 'application/vnd.ms-excel'],
    ['document', () => samples.compoundFile(['PowerPoint Document']), 'a.ppt', 'application/vnd.ms-powerpoint'],
    ['resume', () => samples.compoundFile(['1Table', 'WordDocument']), 'cv 2.doc', 'application/msword'],
    ['image', () => samples.jpeg(), 'a.jfif', 'image/jpeg'],
    ['image', () => samples.jpeg(), 'photo.jpe', 'image/jpeg'],
    ['image', () => samples.jpeg(), 'photo.PJPEG', 'image/jpeg'],
    ['image', () => samples.jpeg(), 'photo.png', 'image/jpeg'],
    ['image', () => samples.webp(), 'photo.jpg', 'image/webp'],
    ['project_file', () => Buffer.from('BMI,weight\n'), 'bmi.csv', 'application/octet-stream'],
    ['project_file', () => samples.html, 'index.html', 'application/octet-stream'],
    ['project_file', () => Buffer.from([0, 1, 2]), 'no extension', 'application/octet-stream'],
  ]
  for (const [type, make, name, mime] of good)
    it(`accepts ${name} as ${type}`, async () => {
      const { given } = await testApp()
      const ada = await given.user()

      const reply = await upload(ada, type, file(await make(), name))

      assert.equal(reply.status, 201, reply.text)
      assert.equal(reply.data.file.mime_type, mime)
    })

  it('gives a picture with the extension of another one its own', async () => {
    const { given } = await testApp()
    const ada = await given.user()

    const { data } = await upload(ada, 'image', file(await samples.jpeg(), 'photo.of.me.png'))

    assert.equal(data.file.filename, 'photo.of.me.jpg')
    assert.match(data.file.url, /\.jpg$/)
  })

  it('says that an encrypted document is protected by a password', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const encrypted = samples.compoundFile(['EncryptedPackage', 'EncryptionInfo'])

    for (const type of ['document', 'resume']) {
      const { status, errors } = await upload(ada, type, file(encrypted, 'cv.docx'))
      assert.deepEqual(
        [status, errors],
        [422, { file: ['The file is protected by a password. Please send it without one.'] }],
      )
    }
  })

  /** The directory goes on in its first sector. */
  const circleOfSectors = () => {
    const content = samples.compoundFile(['WordDocument', 'a', 'b'])
    content.writeUInt32LE(1, 512 + 4 * 2)
    return content
  }

  const hostile: [string, string, () => Promise<Buffer> | Buffer, string][] = [
    ['html named png', 'image', () => samples.html, 'a.png'],
    ['an svg', 'image', () => samples.svg, 'a.svg'],
    ['an svg named png', 'image', () => samples.svg, 'a.png'],
    ['a page that is also a pdf', 'document', () => Buffer.concat([samples.html, samples.pdf]), 'a.pdf'],
    ['a pdf named html', 'document', () => samples.pdf, 'a.html'],
    ['a pdf named txt', 'document', () => samples.pdf, 'a.txt'],
    ['a zip named docx', 'document', () => samples.zip([{ name: 'a', data: Buffer.from('a') }]), 'a.docx'],
    ['a document that unpacks to gigabytes', 'document', () => samples.docx(3_000_000_000), 'a.docx'],
    ['a gif that is a script', 'image', () => Buffer.from('GIF89a/*\x01\x01*/=1;alert(1)'), 'a.gif'],
    ['a film named jpg', 'image', () => samples.mp4, 'a.jpg'],
    ['a film as audio', 'audio', () => samples.mp4, 'a.mp4'],
    ['an empty file', 'project_file', () => Buffer.alloc(0), 'a.bin'],
    ['binary named txt', 'document', () => Buffer.from([1, 2, 0, 3]), 'a.txt'],
    ['a name that only looks right', 'document', () => samples.pdf, 'invoice\u202efdp.exe'],
    ['a name with NUL', 'document', () => samples.html, 'a.html\0.pdf'],
    ['a png cut off', 'image', async () => (await samples.png(200, 200)).subarray(0, 100), 'a.png'],
    ['a bomb', 'image', () => samples.bombPng(), 'a.png'],
    ['a name without extension', 'document', () => samples.pdf, 'thesis'],
    ['a workbook named doc', 'document', () => samples.compoundFile(['Workbook']), 'cv.doc'],
    ['a workbook named doc, for a job', 'resume', () => samples.compoundFile(['Workbook'], 'WordDocument'), 'cv.doc'],
    ['slides named doc', 'resume', () => samples.compoundFile(['PowerPoint Document']), 'cv.doc'],
    ['an installer named doc', 'resume', () => samples.compoundFile(['\u4840\u3f3f']), 'cv.doc'],
    [
      'a container whose directory is cut off',
      'resume',
      () => samples.compoundFile(['WordDocument']).subarray(0, 1_000),
      'cv.doc',
    ],
    ['a container whose directory is a circle', 'resume', circleOfSectors, 'cv.doc'],
    ['a text named pdf', 'document', () => Buffer.from('BMI, height'), 'a.pdf'],
    ['a header of pdf after 1,024 bytes', 'document', () => Buffer.from(`${' '.repeat(1_024)}${samples.pdf}`), 'a.pdf'],
    ['bytes with the mark of UTF-16', 'document', () => Buffer.from('fffe00d8000041', 'hex'), 'a.txt'],
    ['a picture named txt', 'document', () => samples.png(), 'a.txt'],
  ]
  for (const [what, type, make, name] of hostile)
    it(`refuses ${what}, and stores nothing`, async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const before = await findStoredFiles(app, 'public')

      const reply = await upload(ada, type, file(await make(), name))

      assert.equal(reply.status, 422, reply.text)
      assert.equal(reply.errors.file?.length, 1)
      await assertNothingStored(app, ada)
      assert.deepEqual(await findStoredFiles(app, 'public'), before)
    })

  it('refuses a decompression bomb before it decodes anything', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    await upload(ada, 'image', file(await samples.png(), 'warm.png'))
    const bomb = samples.bombPng()

    // Decoding would take half a minute.
    const limitMs = 5_000
    const send = async () => assert.equal((await upload(ada, 'image', file(bomb, 'bomb.png'))).status, 422)
    const ms = await measureProcessor(send, { limitMs, tries: 1, allThreads: true })

    assert.ok(ms <= limitMs, `${ms} ms`)
  })

  const names: [string, string][] = [
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    [`${'a'.repeat(300)}.txt`, `${'a'.repeat(196)}.txt`],
    ['.htaccess.txt', 'htaccess.txt'],
    ['Lebenslauf Jürgen 日本.txt', 'Lebenslauf Jürgen 日本.txt'],
    ['a\u202etxt.b\u200b.txt', 'atxt.b.txt'],
    ['<script>|x.txt', '_script__x.txt'],
  ]
  for (const [sent, kept] of names)
    it(`stores ${JSON.stringify(sent.slice(0, 30))} as ${JSON.stringify(kept.slice(0, 30))}`, async () => {
      const { given, anonymous } = await testApp()
      const ada = await given.user()

      const reply = await upload(ada, 'document', file('text', sent))

      assert.equal(reply.status, 201, reply.text)
      assert.equal(reply.data.file.filename, kept)
      assert.match(reply.data.file.url, /\/files\/public\/[\w-]{32}\.txt$/)
      assert.equal((await anonymous.get(getPath(reply.data.file.url))).text, 'text')
    })

  it('stores the file in its folder', async () => {
    const { given } = await testApp()
    const ada = await given.user()

    const reply = await upload(ada, 'document', file('text', 'a.txt'), { folder: 'reports/2026/a_b-c' })

    assert.equal(reply.status, 201, reply.text)
    assert.match(reply.data.file.url, /\/files\/public\/reports\/2026\/a_b-c\/[\w-]{32}\.txt$/)
  })

  for (const folder of ['../x', '/x', 'a//b', 'a/b/c/d/e/f', 'a b', 'ä', '.', 'a/'])
    it(`refuses the folder ${folder}`, async () => {
      const app = await testApp()
      const ada = await app.given.user()

      const reply = await upload(ada, 'document', file('text', 'a.txt'), { folder })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), ['folder'])
      await assertNothingStored(app, ada)
    })

  it('lists all fields that are missing or invalid', async () => {
    const { given } = await testApp()
    const ada = await given.user()

    const reply = await ada.send('POST', '/upload', {
      body: createForm({ type: 'poem', folder: '..', file: 'text' }),
    })
    const empty = await ada.send('POST', '/upload', { body: createForm({ x: '1' }) })

    assert.equal(reply.status, 422)
    assert.deepEqual(reply.errors, {
      type: ['The selected type is invalid.'],
      folder: ['The folder may have up to 5 segments of letters, digits, - and _.'],
      file: ['The file must be sent as a file.'],
    })
    assert.deepEqual(empty.errors, {
      type: ['The type field is required.'],
      file: ['The file field is required.'],
    })
  })

  for (const order of ['before', 'after'])
    it(`refuses a file that is too large when its type comes ${order} it`, async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const large = file(Buffer.alloc(10 * 1024 * 1024 + 1), 'a.png')

      const fields = order === 'before' ? { type: 'image', file: large } : { file: large, type: 'image' }
      const reply = await ada.send('POST', '/upload', { body: createForm(fields) })

      assert.equal(reply.status, 422, reply.text)
      assert.deepEqual(Object.keys(reply.errors), ['file'])
      await assertNothingStored(app, ada)
    })

  it('refuses two files, a thousand fields, and files in unknown fields', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const two = createForm({ type: 'document', file: file('a', 'a.txt') })
    two.append('file', file('b', 'b.txt'))
    const many = createForm({ type: 'document', file: file('a', 'a.txt') })
    for (let n = 0; n < 1_000; n++) many.append(`f${n}`, 'x')
    const other = createForm({ type: 'document', other: file(Buffer.alloc(2 * 1024 * 1024), 'a.txt') })

    assert.deepEqual((await ada.send('POST', '/upload', { body: two })).errors, {
      file: ['Only one file may be sent as file.'],
    })
    assert.equal((await ada.send('POST', '/upload', { body: many })).status, 413)
    assert.equal((await ada.send('POST', '/upload', { body: other })).status, 413)
    await assertNothingStored(app, ada)
  })

  it('accepts forms only', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const sendRaw = (type: string, body: string) =>
      ada.send('POST', '/upload', { body, headers: type === '' ? {} : { 'content-type': type } })

    assert.equal((await ada.post('/upload', { type: 'document' })).status, 415)
    assert.equal((await sendRaw('application/json', '{')).status, 415)
    assert.equal((await sendRaw('text/plain', 'x')).status, 415)
    assert.equal((await ada.send('POST', '/upload')).status, 400)
    assert.equal((await sendRaw('multipart/form-data', 'x')).status, 400)
    assert.equal((await sendRaw('multipart/form-data; boundary=x', 'no boundary here')).status, 400)
    assert.equal((await sendRaw('multipart/form-data; boundary=x', '')).status, 422)
    const elsewhere = await ada.send('POST', '/auth/login', {
      body: createForm({ email: 'a', password: 'b' }),
    })
    assert.equal(elsewhere.status, 415)
  })

  it('requires a token before it reads the body', async () => {
    const { anonymous } = await testApp()

    const reply = await anonymous.send('POST', '/upload', { body: createForm({ type: 'document' }) })

    assert.equal(reply.status, 401)
  })

  for (const [what, length] of [
    ['breaks off', 1_000_000],
    ['ends before it should', 200],
  ] as const)
    it(`stores nothing of an upload that ${what}`, async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const head =
        '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\ndocument\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
      const socket = connect(Number(new URL(app.address).port), '127.0.0.1')
      const answer: string[] = []
      socket.setEncoding('utf8').on('data', (text: string) => answer.push(text))
      socket.on('error', () => undefined)

      socket.write(
        `POST /upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ada.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n${head}${'a'.repeat(100_000)}`,
      )
      if (length > 100_000) {
        await waitUntil(async () => (await findStoredFiles(app, 'incoming')).length > 0)
        socket.destroy()
      } else await waitUntil(() => answer.length > 0)

      // A part that arrives with the answer is stored and removed after it.
      assert.deepEqual((await ada.get('/files')).data, [])
      await waitUntil(async () => (await findStoredFiles(app, 'incoming')).length === 0)
      if (length < 100_000) assert.match(answer.join(''), /^HTTP\/1\.1 400 /)
      socket.destroy()
    })

  for (const [name, type, message] of [
    ['noise.txt', 'document', 'The content of the file does not fit its name, or it is damaged.'],
    ['noise.exe', 'image', 'The file must be one of these: jpg, jpeg, jfif, jpe, pjpeg, pjp, png, webp, gif.'],
  ] as const)
    it(`refuses ${name} before the rest of it arrives`, async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const form =
        `--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n${type}\r\n` +
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
      const socket = connect(Number(new URL(app.address).port), '127.0.0.1')
      const received = text(socket)

      socket.write(
        `POST /upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ada.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000000\r\n\r\n${form}`,
      )
      socket.write(Buffer.alloc(500_000))

      const [head = '', body = ''] = (await received).split('\r\n\r\n')
      assert.match(head, /^HTTP\/1\.1 422 /)
      assert.deepEqual(JSON.parse(body).errors, { file: [message] })
      await assertNothingStored(app, ada)
    })

  it('keeps the file of a committed upload whose response was lost', async (t) => {
    const { given, anonymous, platform } = await testApp()
    const ada = await given.user()
    const { transaction } = platform.db
    const lost = t.mock.method(platform.db, 'transaction', async (work: Parameters<typeof transaction>[0]) => {
      await transaction(work)
      throw new Error('The connection broke.')
    })

    const reply = await upload(ada, 'document', file(samples.pdf, 'thesis.pdf'))
    lost.mock.restore()

    assert.equal(reply.status, 500)
    const [kept] = (await ada.get('/files')).data
    assert.equal((await anonymous.get(getPath(kept.url))).status, 200)
  })

  it('returns the same file for a repeated request', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const send = (content: string) =>
      ada.send('POST', '/upload', {
        body: createForm({ type: 'document', file: file(content, 'a.txt') }),
        headers: { 'idempotency-key': 'once' },
      })

    const first = await send('same')
    const second = await send('same')
    const other = await send('else')

    assert.deepEqual(second.data, first.data)
    assert.equal(other.status, 422)
    assert.equal((await ada.get('/files')).meta.total, 1)
  })

  it('is rate-limited by token', async () => {
    const { given } = await testApp({ RATE_LIMIT_UPLOAD: '2' })
    const ada = await given.user()
    const bea = await given.user()

    const send = (person: Person) => upload(person, 'document', file('a', 'a.txt'))
    const statuses = [(await send(ada)).status, (await send(ada)).status, (await send(ada)).status]

    assert.deepEqual(statuses, [201, 201, 429])
    assert.equal((await send(bea)).status, 201)
  })
})

describe('GET /files and DELETE /files/{id}', () => {
  it("lists only the caller's files, newest first", async () => {
    const { given } = await testApp()
    const [ada, bea] = [await given.user(), await given.user()]
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(ada, 'document', file('x', name))

    const reply = await ada.get('/files?limit=2')

    assert.deepEqual(
      reply.data.map((one: { filename: string }) => one.filename),
      ['c.txt', 'b.txt'],
    )
    assert.equal(reply.meta.total, 3)
    assert.deepEqual((await bea.get('/files')).data, [])
  })

  it('deletes a file for all users, and from the disk', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const { id, url } = (await upload(ada, 'document', file('x', 'a.txt'))).data.file
    const name = url.split('/').at(-1)

    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await ada.delete(`/files/${id}`)).status),
    )

    assert.deepEqual(statuses.toSorted(), [200, ...new Array<number>(9).fill(404)])
    assert.equal((await app.anonymous.get(getPath(url))).status, 404)
    await app.settle()
    assert.ok(!(await findStoredFiles(app, 'public')).includes(name))
  })

  it('does not delete the file of another user', async () => {
    const { given, anonymous } = await testApp()
    const [ada, bea] = [await given.user(), await given.user()]
    const { id, url } = (await upload(ada, 'document', file('x', 'a.txt'))).data.file

    assert.equal((await bea.delete(`/files/${id}`)).status, 404)
    assert.equal((await anonymous.delete(`/files/${id}`)).status, 401)
    assert.equal((await anonymous.get(getPath(url))).status, 200)
  })

  it('includes files in the export, and deletes them with the account', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const kept = (await upload(ada, 'document', file('x', 'a.txt'))).data.file
    const { url } = kept

    const exported = (await ada.get(`/users/${ada.id}/export`)).data.files
    await ada.delete(`/users/${ada.id}`)
    await app.settle()

    assert.deepEqual(exported, [{ ...kept, type: 'document', purpose: 'upload' }])
    assert.equal((await app.anonymous.get(getPath(url))).status, 404)
    assert.ok(!(await findStoredFiles(app, 'public')).includes(url.split('/').at(-1)))
  })
})
