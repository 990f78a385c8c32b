import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { project } from '#test/support/projects.ts'

const { given } = await testApp()

it('A search without a word finds nothing, in every list', async () => {
  const admin = await given.admin()
  const owner = await given.verifiedUser({ role: 'researcher' })
  const recruiter = await given.user({ role: 'recruiter' })
  const post = await createJobPost(recruiter, { location: 'Lima' })
  await createApplication(await given.verifiedUser(), post.id)
  await createCourse(owner)
  await createExam(owner)
  await project(owner, { visibility: 'public' })
  await owner.put('/researchers/me', { headline: 'Botanist' })

  const lists = [
    '/users?search=',
    '/admin/users?search=',
    '/researchers?search=',
    '/job-posts?search=',
    '/job-posts?location=',
    '/courses?search=',
    '/projects?search=',
    `/job-posts/${post.id}/applicants?search=`,
    `/job-posts/${post.id}/applicants?resume=`,
    ...['job_post', 'course', 'exam', 'project', 'researcher'].map((kind) => `/admin/content?kind=${kind}&search=`),
  ]
  for (const list of lists) {
    const reader = list.startsWith('/job-posts/') ? recruiter : admin
    const count = async (search: string) => {
      const { status, data, meta, text } = await reader.get(`${list}${encodeURIComponent(search)}`)
      assert.equal(status, 200, text)
      assert.equal(data.length, Math.min(meta.total, 20), list)
      return data.length
    }
    assert.ok((await count('')) > 0, list)
    // The applicants are found by a part of their e-mail address too, which may contain a plus.
    for (const search of ['*', '?!', '%', '¿']) assert.equal(await count(search), 0, `${list}${search}`)
  }
})
