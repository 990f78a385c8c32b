import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { addCard, createCourse } from '#test/support/courses.ts'
import { follow } from '#test/support/event-stream.ts'
import { createJobPost } from '#test/support/jobs.ts'

const forever = { expires_at: null }

async function createKey(person: Person, scopes: string[], more: object = forever) {
  const { status, data, text } = await person.post('/auth/api-keys', { name: 'Sync', scopes, ...more })
  assert.equal(status, 201, text)
  return data
}

describe('an API key', () => {
  it('is shown once, listed by its beginning, and mailed', async () => {
    const app = await testApp()
    const ada = await app.given.verifiedUser()

    const { key, ...created } = await createKey(ada, ['jobs:read', 'jobs:read', 'search:read'])

    assert.match(key, /^rpk_[0-9A-Za-z]{42}$/)
    assert.deepEqual(created, {
      id: created.id,
      name: 'Sync',
      hint: key.slice(0, 8),
      scopes: ['jobs:read', 'search:read'],
      created_at: app.clock.now(),
      last_used_at: null,
      expires_at: null,
    })
    assert.deepEqual((await ada.get('/auth/api-keys')).data, [created])
    assert.ok(!(await ada.get(`/users/${ada.id}/export`)).text.includes(key))
    const [mail] = await app.listMails(ada.email)
    assert.equal(mail?.subject, 'An API key was created at Research Platform')
    assert.match(mail?.text ?? '', /It may do: jobs:read, search:read\./)
  })

  it('acts for its owner within its scopes, and records its use and its deeds', async () => {
    const { given, clock, withToken } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const { id, key } = await createKey(recruiter, ['jobs:read', 'jobs:write'])
    const program = { ...recruiter, ...withToken(key) }

    const post = await createJobPost(program)
    const project = await program.post('/projects', { title: 'Maize' })

    assert.equal((await recruiter.get(`/job-posts/${post.id}`)).data.recruiter.id, recruiter.id)
    assert.deepEqual(
      [project.status, project.errors],
      [403, { scope: ['The API key lacks the scope projects:write.'] }],
    )
    assert.equal((await recruiter.get('/auth/api-keys')).data[0].last_used_at, clock.now())
    const applied = await program.get(`/users/${recruiter.id}/activity`)
    assert.deepEqual(applied.errors, { scope: ['The API key lacks the scope admin:read.'] })
    assert.equal((await recruiter.get(`/users/${recruiter.id}/activity?api_key_id=${id}`)).meta.total, 0)
  })

  it('is named in the activity of its owner', async () => {
    const { given, withToken } = await testApp()
    const [teacher, ada] = [await given.user({ role: 'researcher' }), await given.user()]
    const course = await createCourse(teacher)
    const { id, key } = await createKey(ada, ['courses:write'])

    assert.equal((await withToken(key).post(`/courses/${course.id}/enroll`, {})).status, 201)

    const { data, meta } = await ada.get(`/users/${ada.id}/activity?api_key_id=${id}`)
    assert.deepEqual([meta.total, data[0].type, data[0].api_key_id], [1, 'course_enrolled', id])
    const [signUp] = (await ada.get(`/users/${ada.id}/activity?type=signup`)).data
    assert.equal(signUp.api_key_id, null)
  })

  it('cannot spend money', async () => {
    const { given, withToken } = await testApp()
    const [teacher, ada] = [await given.user({ role: 'researcher' }), await given.user()]
    const course = await createCourse(teacher, { price: 10 })
    const payment_method_id = await addCard(ada)
    const { key } = await createKey(ada, ['courses:write', 'billing:read'])

    const reply = await withToken(key).post(`/courses/${course.id}/enroll`, { payment_method_id })

    assert.deepEqual([reply.status, reply.message], [403, 'API keys cannot be used here; please sign in.'])
    assert.deepEqual((await ada.get('/billing/history')).data, [])
  })

  it('expires, and cannot begin in the past', async () => {
    const { given, clock, withToken } = await testApp()
    const ada = await given.user()
    const soon = new Date(Date.parse(clock.now()) + 60_000).toISOString()
    const { key, expires_at } = await createKey(ada, ['jobs:read', 'search:read'], { expires_at: soon })

    assert.equal(expires_at, soon)
    const zoned = await createKey(ada, ['jobs:read'], { expires_at: '2027-12-31T03:00:00+03:00' })
    assert.equal(zoned.expires_at, '2027-12-31T00:00:00.000Z')
    assert.equal((await withToken(key).get('/job-posts')).status, 200)
    clock.advance({ minutes: 1 })
    assert.equal((await withToken(key).get('/job-posts')).status, 401)
    assert.deepEqual((await ada.get('/auth/api-keys')).data.length, 1)
    const late = await ada.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: soon })
    assert.deepEqual(late.errors, { expires_at: ['The expires at must be in the future.'] })
  })

  it('reports everything that is wrong with a new one together', async () => {
    const { given } = await testApp()
    const ada = await given.user()

    const empty = await ada.post('/auth/api-keys', {})
    const wrong = await ada.post('/auth/api-keys', { name: '', scopes: ['admin:read'], expires_at: null })
    const unknown = await ada.post('/auth/api-keys', { name: 'Sync', scopes: ['everything'], expires_at: null })

    assert.deepEqual(Object.keys(empty.errors).sort(), ['expires_at', 'name', 'scopes'])
    assert.deepEqual(wrong.errors, {
      name: ['The name field is required.'],
      scopes: ['The scopes admin:read and admin:write are for administrators.'],
    })
    assert.equal(unknown.status, 422)
    assert.equal((await ada.get('/auth/api-keys')).meta.total, 0)
  })

  it('needs the right checksum, which costs no query, and no whole key is accepted elsewhere', async () => {
    const { given, withToken, anonymous } = await testApp()
    const ada = await given.user()
    const { key } = await createKey(ada, ['jobs:read'])
    const last = key.endsWith('A') ? 'B' : 'A'

    for (const wrong of [key.slice(0, -1) + last, `${key}A`, key.slice(0, -1), key.toLowerCase()])
      assert.equal((await withToken(wrong).get('/job-posts')).status, 401)
    assert.equal((await anonymous.get(`/job-posts?token=${key}`)).status, 401)
  })

  it('ends at once for its owner only, also an open stream of it', async () => {
    const app = await testApp()
    const [ada, eve] = [await app.given.verifiedUser(), await app.given.user()]
    const { id, key } = await createKey(ada, ['notifications:read'])
    const stream = await follow(app.address, '/notifications/stream', { authorization: `Bearer ${key}` })
    assert.equal(stream.status, 200)

    assert.equal((await eve.delete(`/auth/api-keys/${id}`)).status, 404)
    assert.equal((await app.withToken(key).get('/notifications')).status, 200)
    assert.equal((await ada.delete(`/auth/api-keys/${id}`)).status, 200)

    assert.equal((await app.withToken(key).get('/notifications')).status, 401)
    await stream.ended()
    assert.equal((await ada.delete(`/auth/api-keys/${id}`)).status, 404)
    const [mail] = await app.listMails(ada.email)
    assert.equal(mail?.subject, 'An API key was ended at Research Platform')
  })

  it('is not a session: it is not listed as one, and ends neither with them nor with logout-all', async () => {
    const { given, withToken, anonymous } = await testApp()
    const ada = await given.user()
    const { id, key } = await createKey(ada, ['jobs:read'])

    assert.equal((await ada.get('/auth/sessions')).meta.total, 1)
    assert.equal((await ada.delete(`/auth/sessions/${id}`)).status, 404)
    await ada.post('/auth/logout-all')
    assert.equal((await withToken(key).get('/job-posts')).status, 200)
    assert.equal((await anonymous.post('/auth/login', { email: ada.email, password })).status, 200)
  })

  it('ends with a reset of the password', async () => {
    const app = await testApp()
    const ada = await app.given.verifiedUser()
    const { key } = await createKey(ada, ['jobs:read'])
    await app.anonymous.post('/auth/forgot-password', { email: ada.email })
    const mail = (await app.listMails(ada.email)).find(({ subject }) => subject.startsWith('Reset'))
    const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const reset = { token, email: ada.email, password, password_confirmation: password }
    assert.equal((await app.anonymous.post('/auth/reset-password', reset)).status, 200)

    assert.equal((await app.withToken(key).get('/job-posts')).status, 401)
  })

  it('shares the rate limits of its owner', async () => {
    const { given, withToken } = await createApp({ RATE_LIMIT_API: '7' })
    const ada = await given.user()
    const [one, other] = [await createKey(ada, ['jobs:read']), await createKey(ada, ['jobs:read'])]

    const replies = await runConcurrently(8, () => withToken(one.key).get('/job-posts'))

    assert.deepEqual(countByStatus(replies), { 200: 5, 429: 3 })
    assert.equal((await withToken(other.key).get('/job-posts')).status, 429)
  })

  it('is created at most a hundred times a day, because each is mailed', async () => {
    const { given } = await createApp()
    const ada = await given.user()
    for (let count = 0; count < 100; count++) {
      const { id } = await createKey(ada, ['jobs:read'])
      assert.equal((await ada.delete(`/auth/api-keys/${id}`)).status, 200)
    }

    const reply = await ada.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], ...forever })

    assert.deepEqual([reply.status, reply.message], [429, 'Too many new credentials today, please try again later.'])
    assert.equal((await ada.get('/auth/api-keys')).meta.total, 0)
  })

  it('is one of fifty that have not expired', async () => {
    const { given, clock } = await testApp()
    const ada = await given.user()
    const soon = new Date(Date.parse(clock.now()) + 60_000).toISOString()
    await createKey(ada, ['jobs:read'], { expires_at: soon })
    for (let count = 0; count < 49; count++) await createKey(ada, ['jobs:read'])
    const full = await ada.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], ...forever })
    assert.equal(full.status, 422)
    clock.advance({ minutes: 1 })
    await createKey(ada, ['jobs:read'])

    const reply = await ada.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], ...forever })

    assert.deepEqual([reply.status, reply.message], [422, 'You have 50 API keys; end one first.'])
  })
})

describe('a leaked API key', () => {
  it('is ended by who finds it in one call, and the owner is told', async () => {
    const app = await testApp()
    const ada = await app.given.verifiedUser()
    const { key } = await createKey(ada, ['jobs:read'])
    const revoke = () => app.anonymous.post('/auth/api-keys/revoke', { key })

    const replies = await runConcurrently(20, revoke)

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    assert.equal((await app.withToken(key).get('/job-posts')).status, 401)
    const mails = (await app.listMails(ada.email)).filter(({ text }) => text.includes('reported as leaked'))
    assert.equal(mails.length, 1)
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=api_key_ended`)).data
    assert.equal(entry.metadata.leaked, true)
  })

  it('is not confused with an access token', async () => {
    const { given, anonymous } = await testApp()
    const ada = await given.user()

    const reply = await anonymous.post('/auth/api-keys/revoke', { key: ada.token })

    assert.deepEqual(reply.errors, { key: ['This is no API key of this service, or it has ended already.'] })
    assert.equal((await ada.get('/auth/me')).status, 200)
  })
})

describe('the API key of an administrator', () => {
  it('acts for an ordinary user without a scope for administrators', async () => {
    const { given, withToken } = await testApp()
    const [admin, recruiter] = [await given.admin(), await given.user({ role: 'recruiter' })]
    const draft = await createJobPost(recruiter, { status: 'draft' })
    const plain = withToken((await createKey(admin, ['jobs:read', 'jobs:write'])).key)
    const reader = withToken((await createKey(admin, ['jobs:read', 'jobs:write', 'admin:read'])).key)
    const writer = withToken((await createKey(admin, ['jobs:read', 'jobs:write', 'admin:write'])).key)
    const path = `/job-posts/${draft.id}`

    assert.equal((await plain.get(path)).status, 404)
    assert.equal((await reader.get(path)).status, 200)
    assert.equal((await writer.get(path)).status, 404)
    assert.equal((await plain.put(path, { title: 'Botanist' })).status, 404)
    assert.equal((await reader.put(path, { title: 'Botanist' })).status, 404)
    assert.equal((await writer.put(path, { title: 'Botanist' })).status, 200)
    const created = await plain.post('/job-posts', { title: 'Botanist', description: 'Plants.' })
    assert.deepEqual(created.errors, { scope: ['The API key lacks the scope admin:write.'] })
  })

  it('loses its power with the role of its owner', async () => {
    const { given, withToken, anonymous } = await testApp()
    const [admin, second] = [await given.admin(), await given.user()]
    await admin.put(`/users/${second.id}`, { role: 'admin' })
    const { data } = await anonymous.post('/auth/login', { email: second.email, password })
    const { key } = await createKey({ ...second, ...withToken(data.token) }, ['admin:read'])
    const read = () => withToken(key).get('/coupons')
    assert.equal((await read()).status, 200)

    await admin.put(`/users/${second.id}`, { role: 'learner' })

    assert.equal((await read()).status, 403)
  })
})
