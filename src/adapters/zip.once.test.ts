import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { unzip } from '#test/support/unzip.ts'
import { type ArchivedFile, createZip } from './zip.ts'

const megabyte = 1024 * 1024

/** Files that note how far the archive has come. */
function noting(count: number) {
  const asked: number[] = []
  const closed: string[] = []
  async function* files(): AsyncGenerator<ArchivedFile> {
    try {
      for (let index = 0; index < count; index++) {
        asked.push(index)
        const content = Readable.from([randomBytes(megabyte)])
        content.once('close', () => closed.push(`file ${index}`))
        yield { name: `${index}.bin`, content, compressed: false }
      }
    } finally {
      closed.push('all')
    }
  }
  return { files, asked, closed }
}

describe('a zip archive', () => {
  it('contains texts and streams, in order, under any name', async () => {
    async function* files(): AsyncGenerator<ArchivedFile> {
      yield { name: 'a/Ünï.txt', content: 'x'.repeat(1_000), compressed: true }
      yield { name: 'empty.txt', content: '', compressed: true }
      yield {
        name: 'b.bin',
        content: Readable.from([Buffer.from('one'), Buffer.from('two')]),
        compressed: false,
      }
    }

    const archive = await buffer(await createZip(files()))

    assert.deepEqual(
      [...unzip(archive)].map(([name, content]) => [name, String(content)]),
      [
        ['a/Ünï.txt', 'x'.repeat(1_000)],
        ['empty.txt', ''],
        ['b.bin', 'onetwo'],
      ],
    )
  })

  it('is sent while it is created: its first bytes arrive before the last file is read', async () => {
    const { files, asked } = noting(20)
    const archive = await createZip(files())

    await once(archive, 'readable')

    assert.ok(asked.length < 5, `${asked.length} files were asked for`)
    assert.equal(unzip(await buffer(archive)).size, 20)
    assert.equal(asked.length, 20)
  })

  it('closes all files when its reader disconnects', async () => {
    const { files, closed } = noting(20)
    const archive = await createZip(files())
    await once(archive, 'readable')

    archive.destroy()

    while (!closed.includes('all')) await new Promise(setImmediate)
    assert.ok(closed.length > 1, closed.join())
  })

  it('ends with an error, instead of looking complete, when a file cannot be read', async () => {
    async function* files(): AsyncGenerator<ArchivedFile> {
      yield { name: 'a.txt', content: 'a', compressed: true }
      const content = new Readable({ read: () => content.destroy(new Error('The disk is gone.')) })
      yield { name: 'b.bin', content, compressed: false }
    }

    await assert.rejects(async () => buffer(await createZip(files())), /The disk is gone/)
  })
})
