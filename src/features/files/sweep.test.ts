import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ReceivedFile } from '#core/received-file.ts'
import { type TestApp, testApp } from '#test/support/app.ts'
import { startS3Server } from '#test/support/s3-server.ts'
import { pendingObjects } from './files/queries.ts'
import { receiveFile } from './index.ts'

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
      const key = 'private/left-behind.txt'
      await pendingObjects.add.run(app.platform, { key, now: app.clock.now() })
      await app.platform.storage.keep(key, await uploadDirectly(app, 'left'), 4, labels)
      await app.settle()

      app.clock.advance({ hours: 23 })
      await app.settle()
      const early = await isStored(app, key)
      app.clock.advance({ hours: 2 })
      for (let times = 0; times < 3; times++) await app.settle()

      assert.equal(early, true)
      assert.equal(await isStored(app, key), false)
    })

    it('is looked for without a folder for files, which stays missing until the first file arrives', async () => {
      const app = await testApp({ ORGANIZATION_NAME: `${kind} without files`, ...(await settings()) })
      await pendingObjects.add.run(app.platform, { key: 'private/never-stored.txt', now: app.clock.now() })
      await app.settle()
      app.clock.advance({ hours: 25 })
      for (let times = 0; times < 3; times++) await app.settle()

      const swept = await pendingObjects.old.all(app.platform, { until: '9999-01-01T00:00:00.000Z', most: 10 })
      assert.deepEqual(swept, [])
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
      assert.deepEqual(await pendingObjects.old.all(app.platform, { until: '9999-01-01T00:00:00.000Z', most: 10 }), [])
    })
  })
