import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { collaborator, project } from '#test/support/projects.ts'

const app = await testApp()
const { given } = app
const admin = await given.admin()

const findIds = (data: { id: number }[]) => data.map(({ id }) => id)

/** Published content of each kind with its owner, and how others find it. */
const kinds: {
  kind: string
  publish: () => Promise<{ owner: Person; id: number }>
  list: string
  show: (id: number) => string
  status: string
  republish: [path: (id: number) => string, body: object]
}[] = [
  {
    kind: 'job_post',
    publish: async () => {
      const owner = await given.verifiedUser({ role: 'recruiter' })
      return { owner, id: (await createJobPost(owner)).id }
    },
    list: '/job-posts',
    show: (id) => `/job-posts/${id}`,
    status: 'open',
    republish: [(id) => `/job-posts/${id}`, { status: 'open' }],
  },
  {
    kind: 'course',
    publish: async () => {
      const owner = await given.verifiedUser({ role: 'researcher' })
      return { owner, id: (await createCourse(owner)).id }
    },
    list: '/courses',
    show: (id) => `/courses/${id}`,
    status: 'published',
    republish: [(id) => `/courses/${id}`, { status: 'published' }],
  },
  {
    kind: 'exam',
    publish: async () => {
      const owner = await given.verifiedUser({ role: 'researcher' })
      return { owner, id: (await createExam(owner)).id }
    },
    list: '/exams',
    show: (id) => `/exams/${id}`,
    status: 'published',
    republish: [(id) => `/exams/${id}`, { publication_status: 'published' }],
  },
  {
    kind: 'project',
    publish: async () => {
      const owner = await given.verifiedUser()
      return { owner, id: (await project(owner, { visibility: 'public' })).id }
    },
    list: '/projects',
    show: (id) => `/projects/${id}`,
    status: 'public',
    republish: [(id) => `/projects/${id}`, { visibility: 'public' }],
  },
  {
    kind: 'researcher',
    publish: async () => {
      const owner = await given.verifiedUser({ role: 'researcher', name: 'Chien-Shiung Wu' })
      const { data } = await owner.put('/researchers/me', { headline: 'Physicist', visibility: 'public' })
      return { owner, id: data.id }
    },
    list: '/researchers',
    show: (id) => `/researchers/details/${id}`,
    status: 'public',
    republish: [(id) => `/researchers/${id}`, { visibility: 'public' }],
  },
]

for (const { kind, publish, list, show, status, republish } of kinds)
  describe(`a hidden ${kind}`, () => {
    it('leaves the list, its total and its page for others, and comes back whole', async () => {
      const { owner, id } = await publish()
      const reader = await given.user()
      await app.settle()
      const before = await reader.get(list)
      const shown = await reader.get(show(id))
      assert.ok(findIds(before.data).includes(id))

      const hidden = await admin.post(`/admin/content/${kind}/${id}/hide`, { reason: 'It is an advertisement.' })
      await app.settle()

      assert.equal(hidden.status, 200, hidden.text)
      const after = await reader.get(list)
      assert.ok(!findIds(after.data).includes(id))
      assert.equal(after.meta.total, before.meta.total - 1)
      assert.ok([403, 404].includes((await reader.get(show(id))).status))
      assert.equal((await owner.get(show(id))).status, 200)
      const { data } = await admin.get(`/admin/content/${kind}/${id}`)
      assert.equal(data.status, status)
      assert.deepEqual(
        data.causes.map(({ reason }: { reason: string }) => reason),
        ['It is an advertisement.'],
      )

      await admin.post(`/admin/content/${kind}/${id}/restore`, {})
      await app.settle()

      const again = await reader.get(list)
      assert.equal(again.meta.total, before.meta.total)
      const { updated_at: _, ...same } = (await reader.get(show(id))).data
      const { updated_at: __, ...was } = shown.data
      assert.deepEqual(same, was)
    })

    it('cannot be published by its owner, who is told the reason', async () => {
      const { owner, id } = await publish()
      await admin.post(`/admin/content/${kind}/${id}/hide`, { reason: 'It is an advertisement.' })

      const [path, body] = republish
      const reply = await owner.put(path(id), body)

      assert.equal(reply.status, 422, reply.text)
      assert.match(reply.message, /An administrator has hidden this/)
      const [mail] = await app.listMails(owner.email)
      assert.match(mail?.subject ?? '', /Something of yours was hidden/)
      assert.match(mail?.text ?? '', /It is an advertisement\./)
    })

    it('is hidden once, and restored once', async () => {
      const { id } = await publish()
      const hide = () => admin.post(`/admin/content/${kind}/${id}/hide`, { reason: 'Spam' })
      const restore = () => admin.post(`/admin/content/${kind}/${id}/restore`, {})

      const statuses = (replies: { status: number }[]) => replies.map((reply) => reply.status).sort()
      assert.deepEqual(statuses(await Promise.all([hide(), hide(), hide()])), [200, 422, 422])
      assert.deepEqual(statuses(await Promise.all([restore(), restore(), restore()])), [200, 422, 422])
      assert.equal((await admin.post(`/admin/content/${kind}/999999/hide`, { reason: 'Spam' })).status, 404)
    })

    it('is listed with its owner and former status', async () => {
      const { owner, id } = await publish()
      await admin.post(`/admin/content/${kind}/${id}/hide`, { reason: 'Spam' })

      const { data, meta } = await admin.get(`/admin/content?kind=${kind}&hidden=true&owner_id=${owner.id}`)

      assert.equal(meta.total, 1)
      assert.deepEqual(
        { id: data[0].id, owner_id: data[0].owner_id, status: data[0].status },
        { id, owner_id: owner.id, status },
      )
    })
  })

describe('hidden content', () => {
  it('is gone for those who work on it or learn with it', async () => {
    const instructor = await given.user({ role: 'researcher' })
    const { id: courseId } = await createCourse(instructor)
    const learner = await given.user()
    await createEnrollment(learner, courseId)
    const { id: projectId } = await project(instructor, { visibility: 'private' })
    await collaborator(instructor, projectId, learner, { can_edit: true })

    await admin.post(`/admin/content/course/${courseId}/hide`, { reason: 'Spam' })
    await admin.post(`/admin/content/project/${projectId}/hide`, { reason: 'Spam' })

    assert.equal((await learner.get(`/courses/${courseId}`)).status, 404)
    assert.deepEqual((await learner.get('/courses/enrolled')).data, [])
    assert.equal((await learner.get(`/projects/${projectId}`)).status, 403)
    assert.equal((await learner.put(`/projects/${projectId}`, { title: 'Mine' })).status, 403)
    assert.deepEqual(
      (await learner.get('/projects?mine=false')).data.filter((one: { id: number }) => one.id === projectId),
      [],
    )
  })

  it('stays hidden when its owner deletes it, and is closed when it is shown again', async () => {
    const recruiter = await given.user({ role: 'recruiter' })
    const reader = await given.user()
    const { id } = await createCourse(await given.user({ role: 'researcher' }))
    const post = await createJobPost(recruiter)
    await createEnrollment(reader, id)
    await admin.post(`/admin/content/job_post/${post.id}/hide`, { reason: 'Spam' })

    await recruiter.put(`/job-posts/${post.id}`, { title: 'Another title' })

    assert.equal((await reader.get(`/job-posts/${post.id}`)).status, 404)
  })

  for (const [kind, word] of [
    ['job_post', 'Zymurgy'],
    ['course', 'Zymurgy'],
    ['exam', 'ymurg'],
    ['project', 'Zymurgy'],
  ] as const)
    it(`is found among every ${kind} by words`, async () => {
      const owner = await given.user({ role: kind === 'job_post' ? 'recruiter' : 'researcher' })
      const title = 'Zymurgy for all'
      const made = {
        job_post: () => createJobPost(owner, { title }),
        course: () => createCourse(owner, { title }),
        exam: () => createExam(owner, { title }),
        project: () => project(owner, { title }),
      }
      const { id } = await made[kind]()

      assert.deepEqual(findIds((await admin.get(`/admin/content?kind=${kind}&search=${word}`)).data), [id])
      assert.deepEqual((await admin.get(`/admin/content?kind=${kind}&search=%25%5f`)).data, [])
    })
})

describe('POST /reports', () => {
  it('puts content in the queue of administrators, whose decision hides it', async () => {
    const owner = await given.verifiedUser({ role: 'recruiter' })
    const { id, title } = await createJobPost(owner)
    const [one, two] = [await given.user({ name: 'Rosalind Franklin' }), await given.user()]

    const { status, data } = await one.post('/reports', { kind: 'job_post', id, reason: 'They ask for money.' })
    await two.post('/reports', { kind: 'job_post', id, reason: 'A fraud' })

    assert.equal(status, 201)
    const queue = (await admin.get('/admin/reports?state=open&limit=100')).data
    const mine = queue.find((report: { id: number }) => report.id === data.id)
    assert.deepEqual(
      { title: mine.title, reporter: mine.reporter_name, reason: mine.reason, decision: mine.decision },
      { title, reporter: 'Rosalind Franklin', reason: 'They ask for money.', decision: null },
    )
    assert.equal((await admin.get(`/admin/content/job_post/${id}`)).data.open_reports, 2)

    const decided = await admin.post(`/admin/reports/${data.id}/decide`, { decision: 'hidden', reason: 'Fraud' })

    assert.equal(decided.data.decision, 'hidden')
    assert.equal((await one.get(`/job-posts/${id}`)).status, 404)
    assert.equal((await admin.get(`/admin/content/job_post/${id}`)).data.open_reports, 0)
    const [mail] = await app.listMails(owner.email)
    assert.ok(!mail?.text.includes('Rosalind'))
    assert.equal((await admin.post(`/admin/reports/${data.id}/decide`, { decision: 'dismissed' })).status, 422)
  })

  it('is refused for what the person cannot read, for their own, and twice', async () => {
    const owner = await given.user({ role: 'recruiter' })
    const draft = await createJobPost(owner, { status: 'draft' })
    const open = await createJobPost(owner)
    const reader = await given.user()
    const report = (by: Person, id: number) => by.post('/reports', { kind: 'job_post', id, reason: 'Spam' })

    assert.equal((await report(reader, draft.id)).status, 404)
    assert.equal((await report(reader, 999_999)).status, 404)
    assert.deepEqual((await report(owner, open.id)).errors, { id: ['This is your own.'] })
    const twice = await Promise.all([report(reader, open.id), report(reader, open.id), report(reader, open.id)])
    assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 422, 422])
    assert.equal((await app.anonymous.post('/reports', { kind: 'job_post', id: open.id, reason: 'x' })).status, 401)
  })

  it('is limited to twenty a day', async () => {
    const owner = await given.user()
    const reader = await given.user()
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const { id } = await project(owner, { visibility: 'public' })
      const report = { kind: 'project', id, reason: 'Spam' }
      statuses.push((await reader.post('/reports', report)).status)
      // One that is refused does not count.
      if (index === 0) assert.equal((await reader.post('/reports', report)).status, 422)
    }

    assert.deepEqual(statuses.slice(-2), [201, 429])
  })

  it('leaves no trace of the reporter once the account is deleted', async () => {
    const { id } = await project(await given.user(), { visibility: 'public' })
    const reader = await given.user({ name: 'Emmy Noether' })
    const { data } = await reader.post('/reports', { kind: 'project', id, reason: 'I, Emmy, object' })

    await reader.delete(`/users/${reader.id}`)

    const found = (await admin.get('/admin/reports?state=open&limit=100')).data.find(
      (one: { id: number }) => one.id === data.id,
    )
    assert.deepEqual([found.reporter_id, found.reporter_name, found.reason], [null, '', ''])
  })
})
