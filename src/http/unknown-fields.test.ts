import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { createPayer } from '#test/support/payments.ts'

const app = await testApp()
const { given } = app
const admin = await given.admin()
const refusal = (name: string) => [`The field ${name} is not accepted here.`]

describe('under /admin, what an operation does not declare', () => {
  it('is 422 in a query, and names each with what else is wrong', async () => {
    for (const path of [
      '/admin/payments',
      '/admin/users',
      '/admin/audit',
      '/admin/service',
      '/admin/waiting',
      '/admin/users/1',
    ]) {
      const { status, errors } = await admin.get(`${path}?serach=x&page2=1`)
      assert.deepEqual([status, errors], [422, { serach: refusal('serach'), page2: refusal('page2') }], path)
    }
    const { errors } = await admin.get('/admin/payments?staus=failed&page=0')
    assert.deepEqual(Object.keys(errors).toSorted(), ['page', 'staus'])
  })

  it('is 422 in a body and changes nothing, but a reason is accepted in the body and the query', async () => {
    const person = await given.user()
    const path = `/admin/users/${person.id}`

    const misspelt = await admin.post(`${path}/suspend`, { resaon: 'Fraud', deep: { er: 1 } })
    const role = await admin.put(`${path}/role`, { role: 'admin', user_id: 1 })
    const inQuery = await admin.post(`${path}/end-sessions?dry_run=true`, {})
    const removal = await fetch(`${app.address}/admin/tasks/1`, {
      method: 'DELETE',
      body: JSON.stringify({ everything: true }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    })

    assert.deepEqual([misspelt.status, misspelt.errors], [422, { resaon: refusal('resaon'), deep: refusal('deep') }])
    assert.deepEqual([role.status, role.errors], [422, { user_id: refusal('user_id') }])
    assert.deepEqual([inQuery.status, inQuery.errors], [422, { dry_run: refusal('dry_run') }])
    const { errors } = (await removal.json()) as { errors: object }
    assert.deepEqual([removal.status, errors], [422, { everything: refusal('everything') }])
    assert.equal((await person.get('/auth/me')).data.role, 'learner')
    assert.equal((await admin.post(`${path}/end-sessions?reason=Asked`, {})).status, 200)
    assert.equal((await admin.post(`${path}/suspend`, { reason: 'Fraud' })).status, 200)
  })
})

describe('elsewhere', () => {
  it('a field that names another person is 422, and other unknown fields are ignored', async () => {
    const person = await given.user()
    const { id } = await createCourse(await given.user({ role: 'researcher' }))
    const path = `/courses/${id}/enroll`

    const other = await admin.post(path, { user_id: person.id })
    const course = await admin.post('/courses', { title: 'Soil', description: 'x', instructor_id: person.id })
    const list = await admin.get(`/notifications?user_id=${person.id}`)

    assert.deepEqual([other.status, other.errors], [422, { user_id: refusal('user_id') }])
    assert.deepEqual([course.status, course.errors], [422, { instructor_id: refusal('instructor_id') }])
    assert.deepEqual([list.status, list.errors], [422, { user_id: refusal('user_id') }])
    assert.deepEqual((await admin.get('/courses/enrolled')).data, [])
    assert.equal((await admin.post(path, { colour: 'green' })).status, 201)
    assert.equal((await admin.get('/notifications?colour=green')).status, 200)
  })

  it('a misspelt filter of an action or of a saved search is 422, because without it all are meant', async () => {
    const recruiter = await given.user({ role: 'recruiter' })
    const post = await createJobPost(recruiter)
    const application = await createApplication(await given.verifiedUser(), post.id)
    const bulk = { filter: { tga: 'fair' }, action: 'tag', tags: ['chosen'] }

    const acted = await recruiter.post(`/job-posts/${post.id}/applicants/bulk`, bulk)
    const saved = await recruiter.post('/saved-searches', { kind: 'job_posts', filters: { remotee: true, skill: 'x' } })

    assert.deepEqual([acted.status, acted.errors], [422, { 'filter.tga': refusal('filter.tga') }])
    assert.deepEqual([saved.status, saved.errors], [422, { 'filters.remotee': refusal('filters.remotee') }])
    assert.deepEqual((await recruiter.get(`/job-applications/${application}`)).data.tags, [])
    assert.equal((await recruiter.get('/saved-searches')).meta.total, 0)
    const whole = await recruiter.post('/saved-searches', { kind: 'job_posts', filters: { remote: true } })
    assert.equal((await recruiter.put(`/saved-searches/${whole.data.id}`, whole.data)).status, 200)
  })
})

describe('GET /admin/payments?search=', () => {
  it('finds a payment by the number of its invoice, the name, the e-mail and the id of the person', async () => {
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')
    const stranger = await createPayer(app)
    await stranger.subscribe('professional')
    await admin.put(`/users/${person.id}`, { name: 'Zdenka Quibble' })
    const [{ id, invoice_number }] = (await admin.get(`/admin/payments?user_id=${person.id}`)).data

    for (const search of [
      invoice_number,
      invoice_number.toLowerCase(),
      'quibb',
      'Zdenka Q',
      person.email,
      String(person.id),
    ]) {
      const { data, meta } = await admin.get(`/admin/payments?search=${encodeURIComponent(search)}`)
      assert.deepEqual([data.map((one: { id: number }) => one.id), meta.total], [[id], 1], search)
    }
    for (const search of ['INV-1999-000001', 'nobody at all', '+'])
      assert.equal((await admin.get(`/admin/payments?search=${encodeURIComponent(search)}`)).meta.total, 0, search)
    assert.deepEqual((await admin.get('/admin/payments?search=quibb&status=failed')).data, [])
  })
})

describe('an operation that declares no query or no body', () => {
  it('is not carried out for another person than the caller', async () => {
    const [person, other] = [await given.user({ role: 'researcher' }), await given.user()]
    const course = await createCourse(await given.user({ role: 'researcher' }))
    await person.post(`/courses/${course.id}/enroll`, {})
    const named = { user_id: other.id }

    for (const path of ['/auth/logout-all', `/courses/${course.id}/complete`, '/calendar']) {
      const { status, errors } = await person.post(path, named)
      assert.deepEqual([status, errors], [422, { user_id: refusal('user_id') }], path)
    }
    for (const path of ['/payment-methods', '/researchers/me', '/auth/me', '/notifications/unread-count']) {
      const { status, errors } = await person.get(`${path}?user_id=${other.id}`)
      assert.deepEqual([status, errors], [422, { user_id: refusal('user_id') }], path)
    }
    const readAll = await person.put('/notifications/read-all', named)
    assert.deepEqual([readAll.status, readAll.errors], [422, { user_id: refusal('user_id') }])
    assert.equal((await person.get('/auth/me')).status, 200)
  })

  it('is refused with more than 100 query parameters', async () => {
    const path = (count: number) =>
      `/job-posts?${Array.from({ length: count }, (_, index) => `skill=${index % 9}`).join('&')}`

    const { status, message } = await admin.get(path(101))

    assert.deepEqual([status, message], [422, 'At most 100 query parameters are accepted.'])
    assert.notEqual((await admin.get(path(100))).message, message)
  })
})
