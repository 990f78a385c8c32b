import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ReceivedFile } from '#core/received-file.ts'
import { MovableClock, subtractDuration, systemClock } from '#core/time.ts'
import { createApp, type TestApp, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { getPath, readFileAt } from '#test/support/forms.ts'
import { startS3Server } from '#test/support/s3-server.ts'
import { receiveFile } from './index.ts'
import { pendingObjects } from './queries.ts'

const labels = { contentType: 'text/plain', disposition: 'attachment' }
const keeping = { type: 'document', area: 'private', purpose: 'test' } as const

async function uploadDirectly({ platform }: TestApp, name: string): Promise<string> {
  const path = join(await platform.storage.incoming(), name)
  await writeFile(path, 'text')
  return path
}

async function isStored({ platform }: TestApp, key: string): Promise<boolean> {
  const slash = key.lastIndexOf('/')
  const listed = await platform.storage.list(key.slice(0, slash))
  return listed.some(({ name }) => name === key.slice(slash + 1))
}

for (const [kind, settings] of Object.entries({ disk: async () => ({}), s3: startS3Server }))
  describe(`a leftover object, on ${kind}`, () => {
    const opened = settings().then((given) => testApp({ ORGANIZATION_NAME: kind, ...given }))

    it('is removed after a day, when the process crashed between storing the object and its row', async () => {
      const app = await opened
      const [old, recent] = ['private/left-behind.txt', 'private/perhaps-still-arriving.txt']
      for (const [key, hours] of [
        [old, 25],
        [recent, 23],
      ] as const) {
        await pendingObjects.add.run(app.platform, { key, now: subtractDuration(systemClock.now(), { hours }) })
        await app.platform.storage.keep(key, await uploadDirectly(app, 'left'), 4, labels)
      }

      await app.settle()
      app.clock.advance({ days: 30 })
      for (let times = 0; times < 3; times++) await app.settle()

      assert.deepEqual([await isStored(app, old), await isStored(app, recent)], [false, true])
    })

    it('is swept without creating the folder for files before the first file arrives', async () => {
      const app = await testApp({ ORGANIZATION_NAME: `${kind} without files`, ...(await settings()) })
      const now = subtractDuration(systemClock.now(), { hours: 25 })
      await pendingObjects.add.run(app.platform, { key: 'private/never-stored.txt', now })
      await app.settle()
      app.clock.advance({ hours: 1 })
      for (let times = 0; times < 3; times++) await app.settle()

      const left = await pendingObjects.old.all(app.platform, { until: '9999-01-01T00:00:00.000Z', most: 10 })
      assert.deepEqual(left, [])
      assert.ok(!(await readdir(app.platform.config.dataDir)).includes('files'))
    })

    it('is not created when the work that needed the file fails', async () => {
      const app = await opened
      const { id: ownerId } = await app.given.user()
      const path = await uploadDirectly(app, 'refused')
      const received = new ReceivedFile({ path, filename: 'a.txt', size: 4 })
      const keys: string[] = []

      await assert.rejects(
        receiveFile(app.service.context, received, { ...keeping, ownerId }, async (_, file) => {
          keys.push(file.key)
          throw new Error('the work failed')
        }),
        /the work failed/,
      )

      for (const key of keys) assert.equal(await isStored(app, key), false)
      assert.ok(keys.length > 0)
      assert.deepEqual(await pendingObjects.known.all(app.platform, { keys }), [])
    })
  })

describe('a file that is arriving', () => {
  it('stays when the clock of the sandbox is advanced by days', async () => {
    const app = await createApp({}, { clock: new MovableClock() })
    const person = await app.given.user()
    const { incomingFolder } = app.platform.storage
    const advanced: number[] = []
    const [head, tail] = [createFormPart('note.txt'), '\r\n--frame--\r\n']
    async function* sendSlowly() {
      yield Buffer.from(`${head}the first half, `)
      await waitUntil(async () => (await readdir(incomingFolder).catch(() => [])).length === 1)
      advanced.push((await app.anonymous.post('/sandbox/clock', { advance: 'P2D' })).status)
      yield Buffer.from(`the second half${tail}`)
    }

    const response = await fetch(`${app.address}/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'multipart/form-data; boundary=frame' },
      body: ReadableStream.from(sendSlowly()),
      duplex: 'half',
    })

    assert.deepEqual([advanced, response.status], [[201], 201], await response.text())
    const { data } = await person.get('/files')
    assert.equal(await readFileAt(app.anonymous, getPath(data[0].url)), 'the first half, the second half')
  })
})

const createFormPart = (name: string) =>
  [
    '--frame\r\ncontent-disposition: form-data; name="type"\r\n\r\ndocument\r\n',
    `--frame\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`,
    'content-type: text/plain\r\n\r\n',
  ].join('')
