/** Exams and courses for invited people: nothing that others can ask for shows them, neither their parts nor their names. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Client } from '../support/client.ts'
import { createSkillCourse, createSkillExam } from '../support/evidence.ts'
import { createForm } from '../support/forms.ts'
import { createJobPost } from '../support/jobs.ts'
import { content } from '../support/projects.ts'
import { type Route, walk } from './walk.ts'

const words = { exam: 'Quixexamery', course: 'Quixcoursery' }
const invited = { access: 'invited' }

/** Streams do not end, and what describes the service alone is not asked. */
const isAsked = (route: Route) =>
  route.method === 'GET' &&
  route.access !== undefined &&
  !/\/stream$|\*|^\/(admin|console|health|openapi|docs|\.well-known|did|issuer|transparency|auth|assets|sandbox)/.test(
    route.url,
  )

/** The path of a route for the first object of its kind, and a search for each word where the route searches. */
function listPaths({ url, query }: Route): string[] {
  const path = url.replaceAll(/:\w+/g, '1')
  const [name] = ['search', 'q'].filter((key) => key in (query?.properties ?? {}))
  if (name === undefined) return [path]
  return [path, ...Object.values(words).map((word) => `${path}?${name}=${word.slice(0, -1)}`)]
}

it('shows content for invited people to no other reader on any route', async () => {
  const { app, routes } = await walk()
  const { given } = app
  const author = await given.user({ role: 'researcher' })
  const profile = await author.put('/researchers/me', { visibility: 'public', public_page: true })
  await (await given.admin()).post(`/researchers/${profile.data.id}/verify`)
  const [stranger, guest, recruiter] = [await given.user(), await given.user(), await given.user({ role: 'recruiter' })]
  const text = (word: string) => ({ title: word, description: word, category: word })
  const exam = await createSkillExam(author, ['Zoology'], { ...text(words.exam), instructions: words.exam })
  const course = await createSkillCourse(author, ['Botany'], {
    ...text(words.course),
    lessons: [{ title: words.course, content: words.course, duration_minutes: 1 }],
  })
  const file = content(words.exam, `${words.exam}.md`)
  await author.send('POST', `/exams/${exam.id}/study-materials`, { body: createForm({ title: words.exam, file }) })
  // A job that names them while they are for everybody, and one that asks for what they prove.
  await createJobPost(recruiter, {
    skills: ['Zoology', 'Botany'],
    requirements: [{ exam_id: exam.id }, { course_id: course.id }],
  })
  const paths = routes.filter(isAsked).flatMap(listPaths)
  const find = async (reader: Client) => {
    const showing: string[] = []
    for (const path of paths) {
      const reply = await reader.get(path, { accept: '*/*' })
      if (/quixexamery|quixcoursery/i.test(reply.text)) showing.push(path)
    }
    return showing
  }

  const before = await find(stranger)
  assert.equal((await author.put(`/exams/${exam.id}`, invited)).status, 200)
  assert.equal((await author.put(`/courses/${course.id}`, invited)).status, 200)
  await author.post(`/exams/${exam.id}/roster`, { user_ids: [guest.id] })
  await author.post(`/courses/${course.id}/roster`, { user_ids: [guest.id] })
  await app.settle()

  assert.ok(
    ['/exams/1', '/courses/1', '/job-posts/1', '/job-posts/1/match'].every((path) => before.includes(path)),
    `${before}`,
  )
  assert.deepEqual([await find(stranger), await find(app.anonymous), await find(recruiter)], [[], [], []])
  const seen = await find(guest)
  assert.ok(
    ['/exams/1', '/courses/1', '/exams', '/courses'].every((path) => seen.includes(path)),
    `${seen}`,
  )
})
