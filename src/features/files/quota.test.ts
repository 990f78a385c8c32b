import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createForm } from '#test/support/forms.ts'
import { png } from '#test/support/samples.ts'

const gigabyte = 1024 ** 3
const picture = new Uint8Array(await png(64, 64))

const sendChunk = (person: Person, uploadId: string, more: Record<string, string> = {}, bytes = 1) =>
  person.send('POST', '/upload/chunk', {
    body: createForm({
      uploadId,
      chunkIndex: '0',
      totalChunks: '3',
      fileName: 'data.bin',
      fileSize: '10',
      chunk: new File([new Uint8Array(bytes)], 'blob'),
      ...more,
    }),
  })

const upload = (person: Person) =>
  person.send('POST', '/upload', { body: createForm({ type: 'image', file: new File([picture], 'a.png') }) })

const readUse = async (person: Person) => {
  const { used_bytes, quota_bytes } = (await person.get('/files')).meta
  return { used_bytes, quota_bytes }
}

async function countStored({ platform }: TestApp) {
  const folder = join(platform.config.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).length
}

describe('the storage of a person', () => {
  it('is counted with all files and the declared sizes of unfinished uploads', async () => {
    const app = await testApp()
    const person = await app.given.user()
    assert.deepEqual(await readUse(person), { used_bytes: 0, quota_bytes: 20 * gigabyte })

    const { data } = await upload(person)
    await sendChunk(person, 'unfinished')
    assert.deepEqual(await readUse(person), { used_bytes: picture.length + 10, quota_bytes: 20 * gigabyte })

    await person.delete(`/files/${data.file.id}`)
    assert.equal((await readUse(person)).used_bytes, 10)
    assert.equal((await readUse(await app.given.user())).used_bytes, 0)
  })

  it('is full beyond the quota, for every kind of upload, and nothing more is stored', async () => {
    const app = await testApp({ STORAGE_QUOTA_GB: '1' })
    const person = await app.given.user({ role: 'researcher' })
    const { id } = (await person.post('/projects', { title: 'Project' })).data
    await sendChunk(person, 'large', { fileSize: String(gigabyte - picture.length) })
    assert.equal((await upload(person)).status, 201)
    const stored = await countStored(app)

    const refused = [
      await upload(person),
      await sendChunk(person, 'more'),
      await person.send('POST', `/projects/${id}/versions`, {
        body: createForm({ version_number: '1', file: new File(['x'], 'a.txt') }),
      }),
    ]
    for (const { status, errors } of refused) {
      assert.equal(status, 422)
      assert.deepEqual(errors, { file: ['Your storage is full.'] })
    }
    const avatar = await person.send('POST', '/auth/update-profile-picture', {
      body: createForm({ avatar: new File([picture], 'a.png') }),
    })
    assert.deepEqual(avatar.errors, { avatar: ['Your storage is full.'] })
    assert.equal(await countStored(app), stored)
    assert.equal((await upload(await app.given.user())).status, 201)
  })

  it('is not exceeded by simultaneous uploads', async () => {
    const app = await testApp({ STORAGE_QUOTA_GB: '1' })
    const person = await app.given.user()
    await sendChunk(person, 'large', { fileSize: String(gigabyte - 2 * picture.length) })

    const replies = await runConcurrently(8, () => upload(person))

    assert.deepEqual(countByStatus(replies), { 201: 2, 422: 6 })
    assert.equal((await readUse(person)).used_bytes, gigabyte)
  })

  it('has no limit with a quota of 0', async () => {
    const app = await testApp({ STORAGE_QUOTA_GB: '0' })
    const person = await app.given.user()
    for (const id of ['1', '2', '3', '4', '5']) await sendChunk(person, id, { fileSize: String(5 * gigabyte) })

    assert.equal((await upload(person)).status, 201)
    assert.deepEqual(await readUse(person), { used_bytes: 25 * gigabyte + picture.length, quota_bytes: 0 })
  })
})

describe('the chunks of an upload', () => {
  it('have together at most the declared size, also when one is sent again', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const send = (chunkIndex: string, bytes: number) => sendChunk(person, 'whole', { chunkIndex }, bytes)

    assert.equal((await send('0', 6)).status, 200)
    const beyond = await send('1', 5)
    assert.equal(beyond.status, 422)
    assert.deepEqual(beyond.errors, { chunk: ['The chunks together are larger than fileSize.'] })

    for (const _ of ['again', 'and again']) assert.equal((await send('0', 4)).status, 200)
    assert.equal((await send('1', 5)).status, 200)
    assert.equal((await send('2', 2)).status, 422)
    assert.equal((await send('2', 1)).status, 200)
    const reply = await person.post('/upload/chunk/complete', { upload_id: 'whole', file_type: 'project_file' })
    assert.equal(reply.data.file.size, 10)
    assert.equal((await readUse(person)).used_bytes, 10)
  })

  it('belong to at most twenty unfinished uploads of a person', async () => {
    const app = await testApp()
    const person = await app.given.user()

    const replies = await runConcurrently(24, (index) => sendChunk(person, `upload ${index}`))

    assert.deepEqual(countByStatus(replies), { 200: 20, 422: 4 })
    const refused = replies.find(({ status }) => status === 422)
    assert.match(refused?.message ?? '', /^You have 20 unfinished uploads\./)
    assert.equal((await sendChunk(await app.given.user(), 'first')).status, 200)
  })
})
