import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ReceivedFile } from '#core/received-file.ts'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { startS3Server } from '#test/support/s3-server.ts'
import * as samples from '#test/support/samples.ts'
import { createSignedFileUrl, receiveFile } from '../index.ts'

const text = 'abcdefghijklmnopqrstuvwxyz'

async function uploadFile(person: Person, content: string | Buffer, name: string, type = 'document') {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], name)
  const reply = await person.send('POST', '/upload', { body: createForm({ type, file }) })
  assert.equal(reply.status, 201, reply.text)
  return getPath(reply.data.file.url)
}

/** A private file, as another feature stores it. */
async function createPrivateFile({ platform, service }: TestApp, ownerId: number) {
  const path = join(await platform.storage.incoming(), `arrived-${ownerId}`)
  await writeFile(path, text)
  const received = new ReceivedFile({ path, filename: 'secret.txt', size: text.length })
  const keeping = { type: 'document', area: 'private', purpose: 'test', ownerId } as const
  return receiveFile(service.context, received, keeping, async (_, file) => file)
}

describe('GET /files/…', () => {
  it('sends headers that keep a browser from running anything in a file', async () => {
    const { given, anonymous } = await testApp()
    const ada = await given.user()
    const kept: [string | Buffer, string, string, string, string][] = [
      [text, 'a.txt', 'document', 'text/plain; charset=utf-8', 'attachment'],
      [samples.pdf, 'Ümlaut.pdf', 'document', 'application/pdf', 'attachment'],
      [await samples.png(), 'a.png', 'image', 'image/png', 'inline'],
      [samples.mp4, 'a.mp4', 'video', 'video/mp4', 'inline'],
      [samples.html, 'a.html', 'project_file', 'application/octet-stream', 'attachment'],
      [samples.svg, 'a.svg', 'project_file', 'application/octet-stream', 'attachment'],
    ]

    for (const [content, name, type, mime, disposition] of kept) {
      const { status, headers } = await anonymous.get(await uploadFile(ada, content, name, type))
      assert.equal(status, 200)
      // The detected type of an svg may differ, but a browser must never show it.
      if (name !== 'a.svg') assert.equal(headers.get('content-type'), mime)
      assert.equal(headers.get('content-disposition')?.split(';')[0], disposition)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox$/)
    }
    const named = await anonymous.get(await uploadFile(ada, samples.pdf, 'Ümlaut.pdf'))
    assert.equal(
      named.headers.get('content-disposition'),
      `attachment; filename="_mlaut.pdf"; filename*=UTF-8''%C3%9Cmlaut.pdf`,
    )
  })

  const ranges: [string, number, string, string | null][] = [
    ['bytes=0-4', 206, 'abcde', 'bytes 0-4/26'],
    ['bytes=20-', 206, 'uvwxyz', 'bytes 20-25/26'],
    ['bytes=-3', 206, 'xyz', 'bytes 23-25/26'],
    ['bytes=-99', 206, text, 'bytes 0-25/26'],
    ['bytes=25-99', 206, 'z', 'bytes 25-25/26'],
    ['bytes=0-0', 206, 'a', 'bytes 0-0/26'],
    ['bytes=26-', 416, '', 'bytes */26'],
    ['bytes=-0', 416, '', 'bytes */26'],
    ['bytes=5-2', 200, text, null],
    ['bytes=0-1,3-4', 200, text, null],
    ['lines=0-1', 200, text, null],
    ['bytes=x', 200, text, null],
  ]
  for (const [range, status, body, contentRange] of ranges)
    it(`responds to ${range} with ${status}`, async () => {
      const { given, anonymous } = await testApp()
      const path = await uploadFile(await given.user(), text, 'a.txt')

      const reply = await anonymous.get(path, { range })

      assert.equal(reply.status, status)
      assert.equal(reply.headers.get('content-range'), contentRange)
      if (status !== 416) {
        assert.equal(reply.text, body)
        assert.equal(reply.headers.get('content-length'), String(body.length))
      }
    })

  it('sends the content again only when it has changed', async () => {
    const { given, anonymous } = await testApp()
    const path = await uploadFile(await given.user(), text, 'a.txt')
    const { headers } = await anonymous.get(path)
    const etag = headers.get('etag') ?? ''
    const modified = headers.get('last-modified') ?? ''
    const status = async (more: Record<string, string>) => (await anonymous.get(path, more)).status

    assert.equal(await status({ 'if-none-match': etag }), 304)
    assert.equal(await status({ 'if-none-match': `"x", W/${etag}` }), 304)
    assert.equal(await status({ 'if-none-match': '*' }), 304)
    assert.equal(await status({ 'if-none-match': '"x"', 'if-modified-since': modified }), 200)
    assert.equal(await status({ 'if-modified-since': modified }), 304)
    assert.equal(await status({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 200)
    assert.equal(await status({ range: 'bytes=0-1', 'if-range': etag }), 206)
    assert.equal(await status({ range: 'bytes=0-1', 'if-range': modified }), 206)
    assert.equal(await status({ range: 'bytes=0-1', 'if-range': '"x"' }), 200)
  })

  it('responds to HEAD with the headers only', async () => {
    const { given, anonymous } = await testApp()
    const path = await uploadFile(await given.user(), text, 'a.txt')

    const reply = await anonymous.send('HEAD', path)

    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('content-length'), '26')
    assert.equal(reply.text, '')
  })

  for (const path of [
    '/files/public/none.txt',
    '/files/public/..%2f..%2fsecret',
    '/files/public/%00',
    '/files/public/',
  ])
    it(`responds to ${path} with 404`, async () => {
      const { anonymous } = await testApp()

      assert.equal((await anonymous.get(path)).status, 404)
    })
})

describe('a private file', () => {
  it('is served by a signed link, until it expires', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const link = getPath(createSignedFileUrl(app.service.context, await createPrivateFile(app, ada.id), { minutes: 5 }))

    const before = await app.anonymous.get(link)
    app.clock.advance({ minutes: 4, seconds: 59 })
    const almost = await app.anonymous.get(link, { range: 'bytes=0-1' })
    app.clock.advance({ seconds: 1 })
    const after = await app.anonymous.get(link)

    assert.equal(before.text, text)
    assert.equal(before.headers.get('cache-control'), 'no-store')
    assert.equal(almost.text, 'ab')
    assert.deepEqual([after.status, after.message], [403, 'This link is not valid or has expired. Ask for a new one.'])
  })

  it('is not served without exactly that link', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const [one, two] = [await createPrivateFile(app, ada.id), await createPrivateFile(app, ada.id)]
    const link = getPath(createSignedFileUrl(app.service.context, one, { minutes: 5 }))
    const [path = '', query = ''] = link.split('?')
    const given = new URLSearchParams(query)

    for (const wrong of [
      path,
      `${path}?expires=99999999999&signature=${given.get('signature')}`,
      `${path}?expires=${given.get('expires')}&signature=${'A'.repeat(43)}`,
      `${path}?expires=${given.get('expires')}`,
      `/files/${two.key}?${query}`,
      link.replace('/private/', '/PRIVATE/'),
    ])
      assert.equal((await app.anonymous.get(wrong)).status, 403, wrong)
    assert.equal((await ada.get(path)).status, 403)
    assert.deepEqual((await ada.get('/files')).data, [])
    assert.equal((await ada.delete(`/files/${one.id}`)).status, 404)
  })
})

describe('files in S3', () => {
  const opened = startS3Server().then((settings) => testApp(settings))

  it('are served by redirects, with their type and name', async () => {
    const app = await opened
    const ada = await app.given.user()

    const reply = await app.anonymous.get(await uploadFile(ada, text, 'notes.txt'))

    assert.equal(reply.status, 302)
    const served = await fetch(reply.headers.get('location') ?? '')
    assert.equal(await served.text(), text)
    assert.equal(served.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(served.headers.get('content-disposition'), 'attachment; filename="notes.txt"')
  })

  it('are private unless the link is valid', async () => {
    const app = await opened
    const ada = await app.given.user()
    const file = await createPrivateFile(app, ada.id)
    const link = getPath(createSignedFileUrl(app.service.context, file, { minutes: 5 }))

    assert.equal((await app.anonymous.get(link)).status, 302)
    assert.equal((await app.anonymous.get(link.replace(/.$/, ''))).status, 403)
  })

  it('are removed when they are deleted', async () => {
    const app = await opened
    const ada = await app.given.user()
    const path = await uploadFile(ada, text, 'a.txt')
    const [{ id }] = (await ada.get('/files')).data

    await ada.delete(`/files/${id}`)
    await app.settle()

    await assert.rejects(app.platform.storage.open(path.slice('/files/'.length)))
  })

  it('have public addresses if the store has one', async () => {
    const app = await testApp({ ...(await startS3Server()), S3_PUBLIC_URL: 'https://cdn.example.org/files/' })
    const ada = await app.given.user()
    const path = await uploadFile(ada, text, 'a.txt')

    const reply = await app.anonymous.get(path)

    assert.equal(reply.headers.get('location'), `https://cdn.example.org${path}`)
  })
})
