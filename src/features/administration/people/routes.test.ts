import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, extractToken, type Person, password, testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { project } from '#test/support/projects.ts'
import * as samples from '#test/support/samples.ts'
import { enableTwoFactor } from '#test/support/second-factor.ts'

const app = await testApp()
const { given } = app
const admin = await given.admin()
const suspend = (person: Person, reason = 'Fraud') => admin.post(`/admin/users/${person.id}/suspend`, { reason })
const restore = (person: Person) => admin.post(`/admin/users/${person.id}/restore`, {})
const logIn = (person: Person) => app.anonymous.post('/auth/login', { email: person.email, password })

describe('a suspended person', () => {
  it('cannot use any token, and is told why at the sign-in and by mail', async () => {
    const person = await given.verifiedUser()
    const { data: key } = await person.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null })

    const { status } = await suspend(person, 'Invoices that nobody ordered')

    assert.equal(status, 200)
    assert.equal((await person.get('/auth/me')).status, 401)
    assert.equal((await app.withToken(key.key).get('/job-posts')).status, 401)
    const refused = await logIn(person)
    assert.equal(refused.status, 403)
    assert.equal(refused.message, 'This account is suspended. The reason is: Invoices that nobody ordered')
    const wrong = await app.anonymous.post('/auth/login', { email: person.email, password: 'wrong password' })
    assert.equal(wrong.message, 'These credentials do not match our records.')
    const [mail] = await app.listMails(person.email)
    assert.match(mail?.text ?? '', /Invoices that nobody ordered/)
  })

  it('cannot come back by a new password', async () => {
    const person = await given.verifiedUser()
    await suspend(person)
    await app.anonymous.post('/auth/forgot-password', { email: person.email })
    const [mail] = await app.listMails(person.email)
    const token = extractToken(mail)

    await app.anonymous.post('/auth/reset-password', {
      token,
      email: person.email,
      password: 'another long phrase',
      password_confirmation: 'another long phrase',
    })

    const reply = await app.anonymous.post('/auth/login', { email: person.email, password: 'another long phrase' })
    assert.equal(reply.status, 403)
  })

  it('is gone from lists, pages, files and what they have published, and comes back whole', async () => {
    const person = await given.user({ role: 'recruiter', name: 'Wanda Zzyzx' })
    const reader = await given.user()
    const post = await createJobPost(person)
    const secret = await project(person, { visibility: 'private' })
    const file = new File([new Uint8Array(samples.pdf)], 'a.pdf')
    const { data } = await person.send('POST', '/upload', { body: createForm({ type: 'document', file }) })
    const path = getPath(data.file.url)
    const total = async () => (await reader.get('/users')).meta.total
    const before = await total()
    assert.equal((await app.anonymous.get(path)).status, 200)

    await suspend(person)

    assert.equal(await total(), before - 1)
    assert.deepEqual((await reader.get('/users?search=Zzyzx')).data, [])
    assert.equal((await reader.get(`/users/${person.id}`)).status, 404)
    assert.equal((await reader.get(`/job-posts/${post.id}`)).status, 404)
    assert.equal((await app.anonymous.get(path)).status, 404)

    await restore(person)

    const again = (await logIn(person)).data.token
    assert.equal(await total(), before)
    assert.equal((await reader.get(`/users/${person.id}`)).status, 200)
    assert.equal((await reader.get(`/job-posts/${post.id}`)).data.status, 'open')
    assert.equal((await app.anonymous.get(path)).status, 200)
    assert.equal((await app.withToken(again).get(`/projects/${secret.id}`)).data.visibility, 'private')
  })

  it('keeps what an administrator has hidden besides', async () => {
    const person = await given.user({ role: 'recruiter' })
    const post = await createJobPost(person)
    const other = await createJobPost(person)
    const reader = await given.user()
    await admin.post(`/admin/content/job_post/${post.id}/hide`, { reason: 'Spam' })
    await suspend(person)

    await restore(person)

    assert.equal((await reader.get(`/job-posts/${post.id}`)).status, 404)
    assert.equal((await reader.get(`/job-posts/${other.id}`)).status, 200)
    await suspend(person)
    await admin.post(`/admin/content/job_post/${post.id}/restore`, {})
    assert.equal((await reader.get(`/job-posts/${post.id}`)).status, 404)
    await restore(person)
    assert.equal((await reader.get(`/job-posts/${post.id}`)).status, 200)
  })

  it('is suspended once, and counted right when the account is deleted meanwhile', async () => {
    const person = await given.user()
    const replies = await Promise.all([suspend(person), suspend(person), suspend(person)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422, 422])
    const before = (await admin.get('/users')).meta.total

    await admin.put(`/admin/users/${person.id}/role`, { role: 'recruiter' })
    await admin.delete(`/users/${person.id}`)

    assert.equal((await admin.get('/users')).meta.total, before)
    assert.equal((await admin.get(`/admin/users/${person.id}`)).data.state, 'deleted')
  })

  it('is never the administrator who acts', async () => {
    for (const act of ['suspend', 'restore', 'end-sessions', 'password-reset'])
      assert.equal(
        (await admin.post(`/admin/users/${admin.id}/${act}`, {})).message,
        'You cannot do this to your own account.',
      )
  })
})

describe('GET /admin/users', () => {
  it('finds people by words, address, id, role and state', async () => {
    const person = await given.user({ role: 'student', name: 'Ngũgĩ Qwerty' })
    await suspend(person)
    const find = async (query: string) =>
      (await admin.get(`/admin/users?${query}`)).data.map(({ id }: { id: number }) => id)

    assert.deepEqual(await find('search=ngugi'), [person.id])
    assert.deepEqual(await find(`search=${person.email}`), [person.id])
    assert.deepEqual(await find(`search=${person.id}`), [person.id])
    assert.deepEqual(await find('search=qwerty&role=student&state=suspended'), [person.id])
    assert.deepEqual(await find('search=qwerty&state=active'), [])
    assert.deepEqual(await find('search=%3F%21'), [])
  })

  it('counts the same as it lists', async () => {
    for (const query of ['', 'state=active&', 'state=suspended&', 'state=deleted&', 'state=unverified&role=learner&']) {
      const { data, meta } = await admin.get(`/admin/users?${query}limit=100`)
      assert.equal(data.length, Math.min(100, meta.total), query)
    }
  })
})

describe('GET /admin/users/{id}', () => {
  it('shows the account, its sessions and keys, and how much it has', async () => {
    const person = await given.user({ role: 'recruiter' })
    await createJobPost(person)
    await logIn(person)
    await person.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null })

    const { data } = await admin.get(`/admin/users/${person.id}`)

    assert.equal(data.user.email, person.email)
    assert.equal(data.sessions.length, 2)
    assert.deepEqual(
      data.api_keys.map(({ name }: { name: string }) => name),
      ['Sync'],
    )
    assert.equal(data.records.find(({ kind }: { kind: string }) => kind === 'job_post').count, 1)
    const { data: records } = await admin.get(`/admin/users/${person.id}/records/job_post`)
    assert.equal(records[0].status, 'open')
    assert.equal((await admin.get('/admin/users/999999')).status, 404)
    assert.equal((await admin.get('/admin/users/999999/records/attempt')).status, 404)
  })
})

describe('the acts on an account', () => {
  it('end all sessions, but not API keys', async () => {
    const person = await given.user()
    const { data: key } = await person.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null })

    await admin.post(`/admin/users/${person.id}/end-sessions`, {})

    assert.equal((await person.get('/auth/me')).status, 401)
    assert.equal((await app.withToken(key.key).get('/job-posts')).status, 200)
  })

  it('mail a link to choose a new password', async () => {
    const person = await given.user()

    await admin.post(`/admin/users/${person.id}/password-reset`, {})

    const [mail] = await app.listMails(person.email)
    assert.match(mail?.subject ?? '', /Reset your/)
  })

  it('change the role and the verification, with the values before and after in the audit log', async () => {
    const person = await given.user({ role: 'researcher' })

    await admin.put(`/admin/users/${person.id}/verified`, { verified: true, reason: 'Passport seen' })
    await admin.put(`/admin/users/${person.id}/role`, { role: 'recruiter' })

    const { data } = await admin.get(`/admin/audit?user_id=${person.id}`)
    assert.deepEqual(
      data.slice(0, 2).map(({ action, changes, reason }: { action: string; changes: object; reason: string }) => ({
        action,
        changes,
        reason,
      })),
      [
        {
          action: 'changeRole',
          changes: { before: { role: 'researcher' }, after: { role: 'recruiter' } },
          reason: null,
        },
        {
          action: 'verifyPerson',
          changes: { before: { verified: false }, after: { verified: true } },
          reason: 'Passport seen',
        },
      ],
    )
    assert.equal((await admin.put(`/admin/users/${(await given.user()).id}/verified`, { verified: true })).status, 422)
  })

  it('need a recent sign-in to change a role, and no API key can do it', async () => {
    const own = await createApp()
    const first = await own.given.admin()
    const boss = await own.given.user()
    await first.put(`/admin/users/${boss.id}/role`, { role: 'admin' })
    const { data: key } = await boss.post('/auth/api-keys', { name: 'Sync', scopes: ['admin:write'], expires_at: null })
    const person = await own.given.user()
    const path = `/admin/users/${person.id}/role`
    await enableTwoFactor(own, boss)

    assert.equal((await own.withToken(key.key).put(path, { role: 'admin' })).status, 403)
    assert.equal((await boss.put(path, { role: 'recruiter' })).status, 200)
    own.clock.advance({ minutes: 16 })
    const late = await boss.put(path, { role: 'admin' })

    assert.equal(late.status, 403)
    assert.ok(late.errors.reauthentication)
    assert.equal((await first.get(`/admin/users/${person.id}`)).data.role, 'recruiter')
  })

  it('give a new researcher the profile of one', async () => {
    const person = await given.user()

    await admin.put(`/admin/users/${person.id}/role`, { role: 'researcher' })

    assert.equal((await person.get('/researchers/me')).status, 200)
  })

  it('leave one administrator at least', async () => {
    const reply = await admin.put(`/admin/users/${admin.id}/role`, { role: 'learner' })

    assert.equal(reply.status, 422)
  })
})
