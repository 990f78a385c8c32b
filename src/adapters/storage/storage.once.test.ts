import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { readConfig } from '#config.ts'
import { startS3Server } from '#test/support/s3-server.ts'
import { getPartPath } from './pieces.ts'
import { ObjectMissing, type Storage } from './storage.ts'
import { createStorage } from './storage-factory.ts'

const labels = { contentType: 'text/plain', disposition: 'attachment; filename="a.txt"' }
const key = () => `public/${randomBytes(8).toString('hex')}.txt`

const storages: Record<string, () => Promise<Storage>> = {
  disk: () => storageWith({}),
  s3: async () => storageWith(await startS3Server()),
}

async function storageWith(settings: Record<string, string>): Promise<Storage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'research-platform-storage-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  return createStorage(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings }))
}

async function arrived(storage: Storage, content: string | Buffer): Promise<string> {
  const path = join(await storage.incoming(), randomBytes(8).toString('hex'))
  await writeFile(path, content)
  return path
}

for (const [kind, open] of Object.entries(storages))
  describe(`storage on ${kind}`, () => {
    const opened = open()

    it('stores a file and returns it, whole and in part', async () => {
      const storage = await opened
      const path = await arrived(storage, 'hello storage')
      const at = key()

      await storage.keep(at, path, 13, labels)

      assert.equal((await buffer(await storage.open(at))).toString(), 'hello storage')
      assert.equal((await buffer(await storage.open(at, { start: 6, end: 8 }))).toString(), 'sto')
      await assert.rejects(access(path))
    })

    it('stores a file after the folder for arriving files was removed', async () => {
      const storage = await opened
      const at = key()
      await storage.incoming()
      await rm(storage.incomingFolder, { recursive: true })

      await storage.keep(at, await arrived(storage, 'again'), 5, labels)

      assert.equal((await buffer(await storage.open(at))).toString(), 'again')
    })

    it('stores a large file unchanged', async () => {
      const storage = await opened
      const content = randomBytes(20 * 1024 * 1024)
      const at = key()

      await storage.keep(at, await arrived(storage, content), content.length, labels)

      assert.ok((await buffer(await storage.open(at))).equals(content))
    })

    it('stores a file in chunks, and returns it, whole and in part', async () => {
      const storage = await opened
      const path = join(await storage.incoming(), randomBytes(8).toString('hex'))
      await mkdir(path)
      const content = 'a file in eleven pieces, which no other order would make'
      for (let start = 0; start < content.length; start += 5)
        await writeFile(getPartPath(path, start), content.slice(start, start + 5))
      const at = key()
      const read = async (start: number, end: number) =>
        (await buffer(await storage.open(at, { start, end }))).toString()

      await storage.keep(at, path, content.length, labels)

      assert.equal((await buffer(await storage.open(at))).toString(), content)
      for (const [start, end] of [
        [1, 1],
        [4, 5],
        [5, 9],
        [9, 31],
        [54, 55],
        [0, 55],
      ] as const)
        assert.equal(await read(start, end), content.slice(start, end + 1))
      await assert.rejects(access(path))
      await storage.remove(at)
      await assert.rejects(storage.open(at), ObjectMissing)
    })

    it('copies a file as it is at that moment', async () => {
      const storage = await opened
      const at = key()
      const path = join(await storage.incoming(), randomBytes(8).toString('hex'))
      await storage.keep(at, await arrived(storage, 'before'), 6, labels)

      const size = await storage.fetch(at, path)
      await storage.keep(at, await arrived(storage, 'afterwards'), 10, labels)
      await storage.remove(at)

      assert.equal(size, 6)
      assert.equal(await readFile(path, 'utf8'), 'before')
      await assert.rejects(storage.fetch(key(), `${path}-2`), ObjectMissing)
    })

    it('reports a missing file, and removes a missing file without an error', async () => {
      const storage = await opened
      const at = key()
      await storage.keep(at, await arrived(storage, 'x'), 1, labels)

      await storage.remove(at)
      await storage.remove(at)

      await assert.rejects(storage.open(at), ObjectMissing)
    })

    it('lists a folder, also while files in it are removed', async () => {
      const storage = await opened
      const count = kind === 'disk' ? 100 : 3
      for (let round = 0; round < 5; round++) {
        const folder = `parts/${randomBytes(8).toString('hex')}`
        for (let name = 0; name < count; name++)
          await storage.keep(`${folder}/${name}`, await arrived(storage, 'x'), 1, labels)
        assert.equal((await storage.list(folder)).length, count)

        let removed = false
        const removal = storage.removeFolder(folder).then(() => {
          removed = true
        })
        while (!removed) for (const { size } of await storage.list(folder)) assert.equal(size, 1)

        await removal
        assert.deepEqual(await storage.list(folder), [])
      }
    })
  })

describe('links of an S3 store', () => {
  it('can be read without credentials, with the given type and name, until they expire', async () => {
    const storage = await storages.s3?.()
    assert.ok(storage)
    const at = key()
    await storage.keep(at, await arrived(storage, 'linked'), 6, labels)

    const link = await storage.link(at, 60, { contentType: 'application/pdf', disposition: 'inline' })

    assert.ok(link)
    const read = await fetch(link)
    assert.equal(await read.text(), 'linked')
    assert.equal(read.headers.get('content-type'), 'application/pdf')
    assert.equal(read.headers.get('content-disposition'), 'inline')
    // s3rver 3.7 does not verify signatures of version 4, so the test only checks that they are present.
    const query = new URL(link).searchParams
    assert.equal(query.get('X-Amz-Expires'), '60')
    assert.match(query.get('X-Amz-Signature') ?? '', /^[0-9a-f]{64}$/)
  })
})
