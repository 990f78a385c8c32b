import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createVisitor } from '#test/support/visitor.ts'

const app = await testApp({ FRONTEND_URL: '' })
const author = await app.given.user({ role: 'researcher' })
const admin = await app.given.admin()

/** Returns what the public page of a course says of the courses before it. */
async function readBefore(id: number) {
  const { status, html } = await createVisitor(app).open(`/courses/${id}`)
  assert.equal(status, 200, html)
  const [, section = ''] = /<h2>Before this course<\/h2>(.*?)<\/section>/s.exec(html) ?? []
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const { coursePrerequisites }: { coursePrerequisites?: { name: string; url: string }[] } = JSON.parse(data)
  return {
    links: [...section.matchAll(/<li><a href="\/courses\/(\d+)"><bdi>(.*?)<\/bdi>/g)].map(
      ([, course, title]) => `${course} ${title}`,
    ),
    notes: [...section.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, note]) => note),
    data: coursePrerequisites?.map(({ name, url }) => `${name} ${url}`),
  }
}

describe('the public page of a course', () => {
  it('names the courses to complete before it, with links, above the way to enroll', async () => {
    const [first, second] = [
      await createCourse(author, { title: 'Soils <b>' }),
      await createCourse(author, { title: 'Mosses' }),
    ]
    const { id } = await createCourse(author, { title: 'Peat', prerequisites: [second.id, first.id] })

    const { html } = await createVisitor(app).open(`/courses/${id}`)

    assert.deepEqual(await readBefore(id), {
      links: [`${first.id} Soils &lt;b&gt;`, `${second.id} Mosses`],
      notes: ['You can enroll when you have finished these courses.'],
      data: [`Soils <b> http://api.test/courses/${first.id}`, `Mosses http://api.test/courses/${second.id}`],
    })
    assert.match(html, /Before this course.*>Enroll</s)
  })

  it('does not name drafts and courses for invited people, and leaves out hidden ones, which nobody has to complete', async () => {
    const draft = await createCourse(author, { title: 'Secret draft', status: 'draft' })
    const invited = await createCourse(author, { title: 'Secret circle', access: 'invited' })
    const hidden = await createCourse(author, { title: 'Secret spam' })
    const { id } = await createCourse(author, { title: 'Fens', prerequisites: [draft.id, invited.id, hidden.id] })
    await admin.post(`/admin/content/course/${hidden.id}/hide`, { reason: 'Spam' })

    const { html } = await createVisitor(app).open(`/courses/${id}`)

    assert.deepEqual(await readBefore(id), {
      links: [],
      notes: [
        'You can enroll when you have finished these courses.',
        '2 more courses come before, which are not open to everybody.',
      ],
      data: [],
    })
    assert.doesNotMatch(html, /Secret/)
    await author.put(`/courses/${id}`, { prerequisites: [hidden.id] })
    assert.deepEqual(await readBefore(id), { links: [], notes: [], data: undefined })
  })
})
