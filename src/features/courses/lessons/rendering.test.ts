import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { unzip } from '#test/support/unzip.ts'

const app = await testApp()
const author = await app.given.user({ role: 'researcher' })

/** Becomes gigabytes. */
const content = `${'[a]'.repeat(16_000)}\n\n[a]: https://example.org/${'x'.repeat(50_000)}`
const message = ['The content takes too long to render. Please simplify or divide it.']

async function readLesson(person: Person, courseId: number, name: string): Promise<string> {
  const response = await fetch(`${app.address}/courses/${courseId}/download`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  assert.equal(response.status, 200)
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  return String(files.get(name))
}

describe('the content of a lesson', () => {
  it('is refused when it becomes too large, and leaves no trace', async () => {
    const { id } = await createCourse(author, { lessons: [{ title: 'First', content: 'One.' }] })
    const lessons = [
      { title: 'Fine', content: 'Fine.' },
      { title: 'Hostile', content },
    ]

    const replies = [
      await author.post(`/courses/${id}/lessons`, { title: 'Hostile', content }),
      await author.put(`/courses/${id}`, { lessons }),
      await author.post('/courses', { title: 'Hostile course', description: 'Text.', lessons }),
    ]

    assert.deepEqual(
      replies.map(({ status, errors }) => [status, errors]),
      [
        [422, { content: message }],
        [422, { 'lessons.1.content': message }],
        [422, { 'lessons.1.content': message }],
      ],
    )
    assert.equal((await author.get(`/courses/${id}`)).data.lessons.length, 1)
    assert.equal((await author.get('/courses?search=Hostile&mine=true')).meta.total, 0)
  })

  it('is rendered when it is saved, also when it is changed', async () => {
    const learner = await app.given.user()
    const { id, lessons } = await createCourse(author, { lessons: [{ title: 'First', content: '*One* <b>' }] })
    await createEnrollment(learner, id)
    assert.match(await readLesson(learner, id, 'lessons/001-first.html'), /<em>One<\/em> &lt;b&gt;/)

    await author.put(`/courses/${id}/lessons/${lessons[0].id}`, { description: 'About it.' })
    assert.match(await readLesson(learner, id, 'lessons/001-first.html'), /<em>One<\/em>/)
    await author.put(`/courses/${id}/lessons/${lessons[0].id}`, { content: '[a](https://example.org/?a=1&b=2 "t")' })

    const page = await readLesson(learner, id, 'lessons/001-first.html')
    assert.match(page, /<a href="https:\/\/example\.org\/\?a=1&amp;b=2" rel="noreferrer">a<\/a>/)
    assert.doesNotMatch(page, /One/)
  })

  it('is also HTML in the answer, with the pictures that were uploaded here, and empty while it is locked', async () => {
    const learner = await app.given.user()
    const own = 'http://api.test/files/public/2026/moss.png'
    const content = `*One* <script>\n\n![Moss](${own}) ![Spy](https://example.org/spy.png) ![Up](http://api.test/files/public/../../auth/me)`
    const { id, lessons } = await createCourse(author, {
      sequential: true,
      lessons: [{ title: 'First', content }, { title: 'Second', content: 'Two.' }, { title: 'Third' }],
    })
    await createEnrollment(learner, id)

    const [first, second, third] = await Promise.all(
      [learner, learner, author].map((person, index) => person.get(`/courses/${id}/lessons/${lessons[index].id}`)),
    )

    assert.match(first?.data.content_html, /<em>One<\/em> &lt;script&gt;/)
    assert.match(first?.data.content_html, /<img src="http:\/\/api\.test\/files\/public\/2026\/moss\.png" alt="Moss">/)
    assert.equal(first?.data.content_html.match(/<img/g)?.length, 1)
    assert.deepEqual([second?.data.unlocked, second?.data.content_html, third?.data.content_html], [false, '', ''])
  })
})
