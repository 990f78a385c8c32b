import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createExam } from '#test/support/exams.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import * as samples from '#test/support/samples.ts'

async function createStudyMaterials(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  return { ...app, author, exam: await createExam(author, more), ada: await app.given.user() }
}

const file = (content: Uint8Array, name: string) => new File([Uint8Array.from(content)], name)

const add = (person: Person, examId: number, fields: Parameters<typeof createForm>[0] = {}) =>
  person.send('POST', `/exams/${examId}/study-materials`, {
    body: createForm({ title: 'Guide', type: 'guide', file: file(samples.pdf, 'guide.pdf'), ...fields }),
  })

describe('study materials', () => {
  it('are stored, listed, and counted when they are downloaded, by a link that needs no token', async () => {
    const { author, ada, exam, anonymous, clock } = await createStudyMaterials()

    const added = await add(author, exam.id)

    assert.equal(added.status, 201, added.text)
    const { id, file_url, ...rest } = added.data
    assert.deepEqual(rest, { title: 'Guide', type: 'guide', size: samples.pdf.length, download_count: 0 })
    const [listed] = (await ada.get(`/exams/${exam.id}/study-materials`)).data
    const path = getPath(listed.file_url)
    const got = await anonymous.get(path)
    assert.deepEqual([got.status, got.headers.get('content-type')], [200, 'application/pdf'])
    assert.match(got.headers.get('content-disposition') ?? '', /guide\.pdf/)
    await anonymous.get(path, { range: 'bytes=5-9' })
    await anonymous.send('HEAD', path)
    await runConcurrently(9, () => anonymous.get(path))
    const counted = (await ada.get(`/exams/${exam.id}/study-materials`)).data
    assert.equal(counted[0].download_count, 10)

    const forged = path.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
    assert.equal((await anonymous.get(forged)).status, 403)
    assert.equal((await anonymous.get(path.split('?')[0] ?? '')).status, 403)
    const other = await add(author, exam.id)
    const stolen = getPath(other.data.file_url).replace(`materials/${other.data.id}/`, `materials/${id}/`)
    assert.equal((await anonymous.get(stolen)).status, 403)
    clock.advance({ minutes: 61 })
    assert.equal((await anonymous.get(path)).status, 403)
    assert.equal((await ada.get('/files')).meta.total, 0)
    assert.ok(file_url.startsWith('http://api.test/exams/'))
  })

  it('may be documents, pictures, videos and audio, and have a description by default', async () => {
    const { author, exam } = await createStudyMaterials()

    const kinds = [
      ['video', file(samples.mp4, 'talk.mp4')],
      ['audio', file(samples.mp3, 'talk.mp3')],
      ['image', file(await samples.png(), 'map.png')],
      ['document', file(Buffer.from('Read this.'), 'notes.md')],
    ] as const
    for (const [kind, sent] of kinds) {
      const { status, data, text } = await add(author, exam.id, { file: sent, type: undefined })
      assert.deepEqual([status, data?.type], [201, kind], text)
    }
    for (const wrong of [
      file(samples.html, 'page.html'),
      file(samples.html, 'guide.pdf'),
      file(samples.pdf, 'x.exe'),
    ]) {
      const { status, errors } = await add(author, exam.id, { file: wrong })
      assert.deepEqual([status, Object.keys(errors)], [422, ['file']])
    }
    const none = await add(author, exam.id, { file: undefined, title: undefined })
    assert.deepEqual([none.status, Object.keys(none.errors).sort()], [422, ['file', 'title']])
    assert.equal((await author.get(`/exams/${exam.id}/study-materials`)).data.length, 4)
  })

  it('are added and removed by those who manage the exam, and visible to those who can see it', async () => {
    const { author, ada, given, exam, anonymous } = await createStudyMaterials({ publication_status: 'draft' })
    const { data } = await add(author, exam.id)
    const path = `/exams/${exam.id}/study-materials`

    assert.equal((await ada.get(path)).status, 404)
    assert.equal((await add(ada, exam.id)).status, 404)
    await author.put(`/exams/${exam.id}`, { publication_status: 'published' })
    assert.equal((await ada.get(path)).data.length, 1)
    assert.equal((await add(ada, exam.id)).status, 403)
    assert.equal((await ada.delete(`${path}/${data.id}`)).status, 403)
    const removed = await (await given.admin()).delete(`${path}/${data.id}`)

    assert.equal(removed.status, 200)
    assert.deepEqual((await ada.get(path)).data, [])
    assert.equal((await anonymous.get(getPath(data.file_url))).status, 404)
    assert.equal((await author.delete(`${path}/${data.id}`)).status, 404)
  })

  it('are deleted with their exam', async () => {
    const { author, exam, anonymous, settle } = await createStudyMaterials()
    const { data } = await add(author, exam.id)

    const reply = await author.delete(`/exams/${exam.id}`)
    await settle()

    assert.equal(reply.status, 200)
    assert.equal((await anonymous.get(getPath(data.file_url))).status, 404)
  })
})
