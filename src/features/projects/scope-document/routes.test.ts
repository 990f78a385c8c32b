import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { getPath } from '#test/support/forms.ts'
import { content, listStoredFiles, project, sendScopeDocument } from '#test/support/projects.ts'
import * as samples from '#test/support/samples.ts'

async function createProjectWithDocument() {
  const app = await testApp()
  const owner = await app.given.user()
  const { id } = await project(owner)
  return { app, owner, id, read: async (url: string) => fetch(`${app.address}${getPath(url)}`) }
}

describe('POST /projects/{id}/scope-document', () => {
  it('stores the document privately, with a link that is valid for an hour', async () => {
    const { app, owner, id, read } = await createProjectWithDocument()

    const { status, data } = await sendScopeDocument(owner, id, { file: content(samples.pdf, 'scope.pdf') })

    assert.equal(status, 201)
    assert.deepEqual(Object.keys(data), ['document_url'])
    assert.ok(Buffer.from(await (await read(data.document_url)).arrayBuffer()).equals(samples.pdf))
    const { scope_document_url } = (await owner.get(`/projects/${id}`)).data
    assert.equal(new URL(scope_document_url).pathname, new URL(data.document_url).pathname)
    app.clock.advance({ minutes: 61 })
    assert.equal((await read(data.document_url)).status, 403)
  })

  it('replaces the previous document and deletes its file, also when ten are sent at once', async () => {
    const { app, owner, id, read } = await createProjectWithDocument()
    const before = await listStoredFiles(app)

    const first = await sendScopeDocument(owner, id)
    const replies = await runConcurrently(10, (index) =>
      sendScopeDocument(owner, id, { file: content(`${index}`, 'a.txt') }),
    )
    await app.settle()

    assert.deepEqual(countByStatus(replies), { 201: 10 })
    assert.equal((await listStoredFiles(app)).length, before.length + 1)
    assert.equal((await read(first.data.document_url)).status, 404)
    const { scope_document_url } = (await owner.get(`/projects/${id}`)).data
    assert.equal((await read(scope_document_url)).status, 200)
  })

  it('accepts the six formats by content and name, and stores nothing of others', async () => {
    const { app, owner, id } = await createProjectWithDocument()
    const before = await listStoredFiles(app)

    for (const [bytes, name] of [
      [samples.pdf, 'scope.txt'],
      [samples.html, 'scope.pdf'],
      [Buffer.from('a,b'), 'scope.csv'],
      [Buffer.from('{}'), 'scope.json'],
      [await samples.png(), 'scope.png'],
      [Buffer.from(''), 'scope.md'],
      [Buffer.alloc(25 * 1024 * 1024 + 1, 'x'), 'scope.txt'],
    ] as const) {
      const reply = await sendScopeDocument(owner, id, { file: content(bytes, name) })
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['file']], name)
    }
    const long = await sendScopeDocument(owner, id, { document_type: 'x'.repeat(51), file: undefined })
    await app.settle()

    assert.deepEqual(Object.keys(long.errors).sort(), ['document_type', 'file'])
    assert.deepEqual(await listStoredFiles(app), before)
    assert.equal((await owner.get(`/projects/${id}`)).data.scope_document_url, null)
  })
})
