import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { prepare } from '#database/query/prepare.ts'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { collaborator, content, listStoredFiles, project, sendVersion, version } from '#test/support/projects.ts'
import { stores } from '#test/support/s3-server.ts'

const toHexadecimal = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Reads without a token. */
const read = async ({ address }: TestApp, url: string) => fetch(`${address}${getPath(url)}`)

/** A finished upload in two chunks. */
async function upload(person: Person, bytes: Uint8Array): Promise<{ id: number; url: string }> {
  const uploadId = `upload-${randomBytes(6).toString('hex')}`
  const half = Math.ceil(bytes.length / 2)
  for (const [index, part] of [bytes.subarray(0, half), bytes.subarray(half)].entries()) {
    const fields = { uploadId, chunkIndex: `${index}`, totalChunks: '2', fileName: 'huge.bin' }
    const body = createForm({ ...fields, fileSize: `${bytes.length}`, chunk: content(part) })
    assert.equal((await person.send('POST', '/upload/chunk', { body })).status, 200)
  }
  const done = await person.post('/upload/chunk/complete', { upload_id: uploadId, file_type: 'project_file' })
  assert.equal(done.status, 201, done.text)
  return done.data.file
}

async function createProjectWithVersion(settings: Record<string, string> = {}, more: object = {}) {
  const app = await testApp(settings)
  const owner = await app.given.user({ name: 'Barbara' })
  const { id } = await project(owner, more)
  return { app, owner, id, path: `/projects/${id}/versions` }
}

describe('POST /projects/{id}/versions', () => {
  it('stores the version with its SHA-256, and lists it', async () => {
    const { app, owner, id, path } = await createProjectWithVersion()
    const bytes = randomBytes(300_000)

    const first = await version(owner, id, {
      file: content(bytes, '../../kernels of\u202E maize.exe'),
      notes: ' Raw. ',
    })
    app.clock.advance({ minutes: 1 })
    await version(owner, id, { version_number: 'α 2', changes_summary: 'Cleaned' })

    assert.deepEqual(first, {
      id: first.id,
      version_number: '1.0',
      file_url: first.file_url,
      uploaded_at: first.uploaded_at,
      notes: 'Raw.',
      changes_summary: '',
      sha256: toHexadecimal(bytes),
    })
    const { data, meta } = await owner.get(path)
    assert.equal(meta, undefined)
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.version_number, one.notes, one.changes_summary, one.file_size]),
      [
        ['α 2', '', 'Cleaned', 5],
        ['1.0', 'Raw.', '', 300_000],
      ],
    )
    assert.deepEqual(data[1].uploaded_by, { id: owner.id, name: 'Barbara' })
    const file = await read(app, data[1].file_url)
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="kernels of maize\.exe"/)
    const [entry] = (await owner.get(`/users/${owner.id}/activity?type=version_uploaded`)).data
    assert.equal(entry.metadata.project_id, id)
  })

  it('reports all errors at once, and leaves no file', async () => {
    const { app, owner, path } = await createProjectWithVersion()
    const before = await listStoredFiles(app)
    const send = (fields: Parameters<typeof createForm>[0]) => owner.send('POST', path, { body: createForm(fields) })

    for (const [fields, wrong] of [
      [{ notes: 'x'.repeat(5_001), file: content() }, ['notes', 'version_number']],
      [{ version_number: 'x'.repeat(51), file: content() }, ['version_number']],
      [{ version_number: '1' }, ['file']],
      [{ version_number: '1', file: 'a text' }, ['file']],
      [{ version_number: '1', file: content('') }, ['file']],
      [{ version_number: '1', file: content(), file_id: '7' }, ['file_id']],
      [{ version_number: '1', file_id: '999999999' }, ['file_id']],
      [{ version_number: '1', file_id: 'seven' }, ['file_id']],
    ] as const) {
      const reply = await send(fields)
      assert.equal(reply.status, 422, reply.text)
      assert.deepEqual(Object.keys(reply.errors).sort(), wrong)
    }

    await app.settle()
    assert.deepEqual(await listStoredFiles(app), before)
    assert.deepEqual((await owner.get(path)).data, [])
  })

  it('accepts a version number once per project, also when twenty requests send it at once, and keeps one file', async () => {
    const { app, owner, id, path } = await createProjectWithVersion()
    const before = await listStoredFiles(app)

    const replies = await runConcurrently(20, (index) => sendVersion(owner, id, { file: content(`${index}`) }))
    const other = await sendVersion(owner, (await project(owner)).id)
    await app.settle()

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    for (const { status, errors } of replies)
      if (status === 422)
        assert.deepEqual(errors, { version_number: ['The project already has a version with this number.'] })
    assert.equal(other.status, 201)
    assert.equal((await owner.get(path)).data.length, 1)
    assert.equal((await listStoredFiles(app)).length, before.length + 2)
  })

  it('returns the same version for a repeated request', async () => {
    const { owner, path } = await createProjectWithVersion()
    const send = () =>
      owner.send('POST', path, {
        headers: { 'idempotency-key': 'once' },
        body: createForm({ version_number: '1', file: content() }),
      })

    const [first, second] = [await send(), await send()]

    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.data, first.data)
  })

  it('deletes the file of a user who lost the permission during the upload', async () => {
    const { app, owner, id, path } = await createProjectWithVersion()
    const ada = await app.given.user()
    const { id: place } = await collaborator(owner, id, ada, { can_upload_versions: true })
    const before = await listStoredFiles(app)

    const [replies] = await Promise.all([
      runConcurrently(10, (index) => sendVersion(ada, id, { version_number: `${index}` })),
      owner.delete(`/projects/${id}/collaborators/${place}`),
    ])
    await app.settle()

    const taken = countByStatus(replies)[201] ?? 0
    assert.equal(taken + (countByStatus(replies)[403] ?? 0), 10)
    assert.equal((await owner.get(path)).data.length, taken)
    assert.equal((await listStoredFiles(app)).length, before.length + taken)
  })
})

describe('an upload of more than a gigabyte', () => {
  const resize = prepare((q, p: { id: number; size: number }) =>
    q.updateTable('files').set({ size: p.size }).where('id', '=', p.id),
  )

  it('creates no version', async () => {
    const { app, owner, id } = await createProjectWithVersion()
    const file = await upload(owner, randomBytes(1_000))
    await resize.run(app.platform, { id: file.id, size: 1024 ** 3 + 1 })

    const reply = await sendVersion(owner, id, { file: undefined, file_id: `${file.id}` })

    assert.equal(reply.status, 422)
    assert.deepEqual(reply.errors, { file_id: ['The file may not be larger than 1 GB.'] })
  })
})

describe('a project that is deleted during uploads of versions', () => {
  it('leaves no file', async () => {
    const { app, owner, id } = await createProjectWithVersion()
    const before = await listStoredFiles(app)

    const [uploads, deletion] = await Promise.all([
      runConcurrently(10, (index) => sendVersion(owner, id, { version_number: `${index}` })),
      owner.delete(`/projects/${id}`),
    ])
    await app.settle()

    assert.equal(deletion.status, 200)
    assert.equal((countByStatus(uploads)[201] ?? 0) + (countByStatus(uploads)[404] ?? 0), 10)
    assert.deepEqual(await listStoredFiles(app), before)
  })
})

for (const [kind, settings] of Object.entries(stores()))
  describe(`a version created from an upload in chunks, on ${kind}`, () => {
    const opened = settings()

    it("takes over the upload, which is no longer among the user's files or at its public address", async () => {
      const { app, owner, id } = await createProjectWithVersion(await opened)
      const bytes = randomBytes(100_000)
      const file = await upload(owner, bytes)

      const made = await version(owner, id, { file: undefined, file_id: `${file.id}` })
      await app.settle()

      assert.equal(made.sha256, toHexadecimal(bytes))
      const linked = await read(app, made.file_url)
      assert.ok(Buffer.from(await linked.arrayBuffer()).equals(bytes))
      assert.equal((await read(app, file.url)).status, 404)
      assert.deepEqual((await owner.get('/files')).data, [])
      const [listed] = (await owner.get(`/projects/${id}/versions`)).data
      assert.equal(listed.file_size, bytes.length)
    })

    it('is created once per upload, and not from uploads of other users', async () => {
      const { app, owner, id, path } = await createProjectWithVersion(await opened)
      const other = await app.given.user()
      const file = await upload(owner, randomBytes(1_000))
      const foreign = await upload(other, randomBytes(1_000))
      const send = (file_id: number, version_number: string) =>
        sendVersion(owner, id, { file: undefined, file_id: `${file_id}`, version_number })

      const replies = await runConcurrently(8, (index) => send(file.id, `${index}`))
      const refused = await send(foreign.id, 'foreign')

      assert.deepEqual(countByStatus(replies), { 201: 1, 422: 7 })
      assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['file_id']])
      assert.equal((await owner.get(path)).data.length, 1)
      assert.equal((await other.get('/files')).data.length, 1)
    })

    it('does not change the upload when it is refused', async () => {
      const { app, owner, id } = await createProjectWithVersion(await opened)
      const file = await upload(owner, randomBytes(1_000))
      await version(owner, id)

      const reply = await sendVersion(owner, id, { file: undefined, file_id: `${file.id}` })
      await app.settle()

      assert.equal(reply.status, 422)
      assert.equal((await read(app, file.url)).status < 400, true)
      assert.equal((await owner.get('/files')).data.length, 1)
    })
  })

describe('the links of versions', () => {
  it('are valid for an hour, for one file, in public projects too', async () => {
    const { app, owner, id, path } = await createProjectWithVersion({}, { visibility: 'public' })
    const stranger = await app.given.user()
    const [first, second] = [await version(owner, id), await version(owner, id, { version_number: '2' })]
    const link = new URL((await stranger.get(path)).data[1].file_url)

    const whole = await read(app, link.href)
    const naked = await read(app, `${link.origin}${link.pathname}`)
    const crossed = await read(app, `${link.origin}${new URL(second.file_url).pathname}${link.search}`)
    app.clock.advance({ minutes: 61 })
    const late = await read(app, link.href)

    assert.equal(await whole.text(), 'maize')
    assert.deepEqual([naked.status, crossed.status, late.status], [403, 403, 403])
    assert.notEqual(first.file_url, second.file_url)
  })

  it('redirect from /versions/latest to the newest file, or are missing', async () => {
    const { app, owner, id, path } = await createProjectWithVersion()

    const none = await owner.get(`${path}/latest`)
    await version(owner, id)
    await version(owner, id, { version_number: '0.9', file: content('newest') })
    const reply = await owner.get(`${path}/latest`)

    assert.equal(none.status, 404)
    assert.equal(reply.status, 302)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    const file = await read(app, reply.headers.get('location') ?? '')
    assert.equal(await file.text(), 'newest')
  })
})
