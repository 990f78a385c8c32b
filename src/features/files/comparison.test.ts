import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { createForm } from '#test/support/forms.ts'
import { png } from '#test/support/samples.ts'
import { compareFiles } from './index.ts'

const picture = await png()

describe('the comparison of files with the storage', () => {
  it('reports a file that is lost, and none that was stored after the storage was listed', async () => {
    const app = await createApp()
    const people = [await app.given.user(), await app.given.user(), await app.given.user()]
    for (const person of people) {
      const avatar = new File([new Uint8Array(picture)], 'a.png')
      const { status } = await person.send('POST', '/auth/update-profile-picture', { body: createForm({ avatar }) })
      assert.equal(status, 200)
    }
    await app.settle()
    const { storage, config } = app.platform
    const keys: string[] = []
    for await (const { key } of storage.walk('public')) keys.push(key)
    const [late, lost, ...others] = keys.toSorted()
    assert.ok(late !== undefined && lost !== undefined && others.length > 0)
    await rm(join(config.dataDir, 'files', lost))
    // The list of all files was read before the first of them was stored.
    let isListed = false
    const earlier = Object.assign(Object.create(storage), {
      async *walk(name: string) {
        const isEarlier = name === 'public' && !isListed
        isListed ||= isEarlier
        for await (const found of storage.walk(name)) if (!isEarlier || found.key !== late) yield found
      },
    })

    const { missing, different, unreferenced, rows } = await compareFiles({ ...app.service.context, storage: earlier })

    assert.deepEqual(
      missing.map(({ key }) => key),
      [lost],
    )
    assert.deepEqual([different, unreferenced, rows], [[], [], keys.length])
  })
})
