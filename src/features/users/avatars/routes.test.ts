import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import * as samples from '#test/support/samples.ts'

const createPhoto = (content: Buffer, name = 'me.jpg') => new File([new Uint8Array(content)], name)

const change = (person: Person, path: string, content: Buffer, field = 'avatar') =>
  person.send('POST', path, { body: createForm({ [field]: createPhoto(content) }) })

async function downloadPicture({ address }: TestApp, url: string) {
  const served = await fetch(`${address}${getPath(url)}`)
  return { status: served.status, bytes: Buffer.from(await served.arrayBuffer()) }
}

const findStored = ({ platform }: TestApp): Promise<string[]> =>
  readdir(join(platform.config.dataDir, 'files', 'public')).catch(() => [])

const paths: [string, (person: Person) => string][] = [
  ['POST /users/{id}', ({ id }) => `/users/${id}`],
  ['POST /users/{id}/upload-avatar', ({ id }) => `/users/${id}/upload-avatar`],
  ['POST /auth/update-profile-picture', () => '/auth/update-profile-picture'],
]

for (const [name, pathFor] of paths)
  describe(name, () => {
    for (const field of ['avatar', 'profile_photo', 'photo', 'image', 'file'])
      it(`accepts a picture in the field ${field}`, async () => {
        const app = await testApp()
        const ada = await app.given.user()

        const reply = await change(ada, pathFor(ada), await samples.jpeg(600, 300), field)

        assert.equal(reply.status, 200, reply.text)
        assert.deepEqual(Object.keys(reply.data), ['avatar_url', 'user'])
        assert.equal(reply.data.user.profile_photo, reply.data.avatar_url)
        assert.equal((await ada.get('/auth/me')).data.profile_photo, reply.data.avatar_url)
        const { width, height } = await sharp((await downloadPicture(app, reply.data.avatar_url)).bytes).metadata()
        assert.deepEqual([width, height], [512, 256])
        const [entry] = (await ada.get(`/users/${ada.id}/activity?type=avatar_updated`)).data
        assert.equal(entry.type, 'avatar_updated')
      })

    it('deletes the previous picture', async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const first = (await change(ada, pathFor(ada), await samples.png())).data.avatar_url

      const second = (await change(ada, pathFor(ada), await samples.webp())).data.avatar_url
      await app.settle()

      assert.equal((await downloadPicture(app, first)).status, 404)
      assert.equal((await downloadPicture(app, second)).status, 200)
      assert.ok(!(await findStored(app)).includes(first.split('/').at(-1)))
    })

    it('requires a token', async () => {
      const { given, anonymous } = await testApp()
      const ada = await given.user()

      const reply = await anonymous.send('POST', pathFor(ada), {
        body: createForm({ avatar: createPhoto(samples.pdf) }),
      })

      assert.equal(reply.status, 401)
    })

    it('names the required field', async () => {
      const { given } = await testApp()
      const ada = await given.user()

      const reply = await ada.send('POST', pathFor(ada), { body: createForm({ other: 'x' }) })

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, { avatar: ['The avatar field is required.'] })
      assert.equal((await ada.post(pathFor(ada), {})).status, 415)
    })
  })

describe('a picture', () => {
  const hostile: [string, () => Promise<Buffer> | Buffer][] = [
    ['html', () => samples.html],
    ['an svg', () => samples.svg],
    ['a gif', () => samples.gif()],
    ['an animated gif', () => samples.createAnimatedPicture('gif')],
    ['an animated webp', () => samples.createAnimatedPicture('webp')],
    ['a bomb', () => samples.bombPng()],
    ['a film', () => samples.mp4],
    ['an empty file', () => Buffer.alloc(0)],
    ['more than 5 MB', () => Buffer.alloc(5120 * 1024 + 1)],
    ['a picture cut off', async () => (await samples.jpeg(300, 300)).subarray(0, 200)],
  ]
  for (const [what, make] of hostile)
    it(`that is ${what} is refused, and the previous one is kept`, async () => {
      const app = await testApp()
      const ada = await app.given.user()
      const old = (await change(ada, `/users/${ada.id}`, await samples.png())).data.avatar_url
      const before = await findStored(app)

      const reply = await change(ada, `/users/${ada.id}`, await make())

      assert.deepEqual([reply.status, reply.message], [422, 'The given data was invalid.'])
      assert.deepEqual(Object.keys(reply.errors), ['avatar'])
      assert.equal((await ada.get('/auth/me')).data.profile_photo, old)
      assert.deepEqual(await findStored(app), before)
      assert.deepEqual(await readdir(await app.platform.storage.incoming()), [])
    })

  it('is rotated upright, and contains no location', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const taken = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
      .jpeg()
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } },
      })
      .toBuffer()

    const reply = await change(ada, `/users/${ada.id}/upload-avatar`, taken)

    const { bytes } = await downloadPicture(app, reply.data.avatar_url)
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    assert.deepEqual(
      { width, height, exif, orientation },
      { width: 100, height: 300, exif: undefined, orientation: undefined },
    )
    assert.ok(!bytes.includes('Ada'))
  })

  it('is recognised by its content, and keeps transparent pixels', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()

    const reply = await change(ada, `/users/${ada.id}`, clear)

    assert.match(reply.data.avatar_url, /\.png$/)
    assert.equal((await sharp((await downloadPicture(app, reply.data.avatar_url)).bytes).metadata()).hasAlpha, true)
  })

  it('can be changed by the user and administrators only', async () => {
    const app = await testApp()
    const [ada, bea, root] = [await app.given.user(), await app.given.user(), await app.given.admin()]
    const picture = await samples.png()

    const stranger = await change(bea, `/users/${ada.id}/upload-avatar`, picture)
    const admin = await change(root, `/users/${ada.id}/upload-avatar`, picture)
    const nobody = await change(root, '/users/999999/upload-avatar', picture)
    const noId = await change(root, '/users/ada/upload-avatar', picture)
    const unseen = await change(bea, '/users/999999/upload-avatar', picture)

    assert.deepEqual([stranger.status, stranger.message], [403, 'Unauthorized'])
    assert.equal(admin.status, 200)
    assert.equal((await ada.get('/auth/me')).data.profile_photo, admin.data.avatar_url)
    assert.deepEqual([nobody.status, noId.status, unseen.status], [404, 404, 403])
  })

  it('is stored once after twenty simultaneous changes', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const before = await findStored(app)
    const picture = await samples.png()

    const replies = await Promise.all(Array.from({ length: 20 }, () => change(ada, `/users/${ada.id}`, picture)))
    await app.settle()

    assert.ok(replies.every(({ status }) => status === 200))
    const left = (await findStored(app)).filter((one) => !before.includes(one))
    assert.deepEqual(left, [(await ada.get('/auth/me')).data.profile_photo.split('/').at(-1)])
  })

  it('is deleted with the account', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const { avatar_url } = (await change(ada, `/users/${ada.id}`, await samples.png())).data

    await ada.delete(`/users/${ada.id}`)

    assert.equal((await downloadPicture(app, avatar_url)).status, 404)
  })
})

describe('the rate limits of pictures', () => {
  it('are those of uploads, and under /auth also those of the IP address', async () => {
    const { given } = await testApp({ RATE_LIMIT_UPLOAD: '2', RATE_LIMIT_AUTH: '4' })
    const [ada, bea] = [await given.user(), await given.user()]
    const picture = await samples.png()
    const statuses: number[] = []

    for (let times = 0; times < 3; times++) statuses.push((await change(ada, `/users/${ada.id}`, picture)).status)
    // Two sign-ups and two uploads reach the limit of the IP address; another token does not help.
    for (const person of [bea, bea, bea])
      statuses.push((await change(person, '/auth/update-profile-picture', picture)).status)

    assert.deepEqual(statuses, [200, 200, 429, 200, 200, 429])
  })
})
