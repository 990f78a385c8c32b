import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, extractToken, type Person, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const of = ({ id }: Pick<Person, 'id'>) => `/users/${id}`
const nobody = { id: 999_999 }

/** A service with two administrators and no other accounts. */
async function createTwoAdmins() {
  const { given } = await createApp()
  const [first, second] = [await given.admin(), await given.user()]
  assert.equal((await first.put(of(second), { role: 'admin' })).status, 200)
  return [first, second] as const
}

describe('DELETE /users/{id}', () => {
  it('removes the account from every list and signs it out', async () => {
    const { anonymous, given } = await testApp()
    const [person, admin] = [await given.user({ name: 'Zebedee Quux' }), await given.admin()]

    const { status, data } = await person.delete(of(person))

    assert.equal(status, 200)
    assert.equal(data, undefined)
    assert.equal((await person.get('/auth/me')).status, 401)
    assert.equal((await anonymous.post('/auth/login', { email: person.email, password })).status, 401)
    assert.equal((await admin.get(of(person))).status, 404)
    assert.equal((await admin.get(`${of(person)}/activity`)).status, 404)
    assert.equal((await admin.get(`${of(person)}/export`)).status, 404)
    assert.equal((await admin.put(of(person), { name: 'Back' })).status, 404)
    assert.equal((await admin.get('/users?search=Quux')).meta.total, 0)
    assert.equal((await admin.get('/users?search=deleted')).meta.total, 0)
  })

  it('makes the e-mail address available to a new account, which inherits nothing', async () => {
    const { given } = await testApp()
    const person = await given.user({ role: 'researcher' })
    await person.put(of(person), { bio: 'Mine' })
    await person.delete(of(person))

    const heir = await given.user({ email: person.email })

    assert.notEqual(heir.id, person.id)
    const { data } = await heir.get(`${of(heir)}/export`)
    assert.equal(data.profile.bio, '')
    assert.equal(data.researcher.profile, null)
    assert.equal(data.activity.length, 1)
  })

  it('invalidates every link that was mailed before', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const person = await given.user()
    await anonymous.post('/auth/forgot-password', { email: person.email })
    const [reset, verification] = (await mailsTo(person.email)).map(extractToken)
    await person.delete(of(person))
    await given.user({ email: person.email })

    const verified = await anonymous.post('/auth/email/verify', { token: verification })
    const taken = await anonymous.post('/auth/reset-password', {
      token: reset,
      email: person.email,
      password: 'stolen away',
      password_confirmation: 'stolen away',
    })

    assert.equal(verified.status, 422)
    assert.equal(taken.status, 422)
  })

  it('keeps mails to an address that the account only requested', async () => {
    const { given, listMails: mailsTo } = await testApp()
    const [person, email] = [await given.user(), createUniqueEmail()]
    await person.put(`/users/${person.id}`, { email, current_password: password })
    await given.user({ email })

    await person.delete(`/users/${person.id}`)

    assert.equal((await mailsTo(email)).length, 2)
    assert.deepEqual(await mailsTo(person.email), [])
  })

  it('is allowed for the user and administrators', async () => {
    const { anonymous, given } = await testApp()
    const [person, stranger, admin] = [await given.user(), await given.user(), await given.admin()]

    const byStranger = await stranger.delete(of(person))
    const byNobody = await anonymous.delete(of(person))
    const still = await person.get('/auth/me')
    const byAdmin = await admin.delete(of(person))

    assert.equal(byStranger.status, 403)
    assert.equal(byNobody.status, 401)
    assert.equal(still.status, 200)
    assert.equal(byAdmin.status, 200)
    assert.equal((await person.get('/auth/me')).status, 401)
  })

  it('succeeds once when it is sent twenty times at once', async () => {
    const { given } = await createApp()
    const [person, admin] = [await given.user(), await given.admin()]

    const replies = await runConcurrently(20, () => admin.delete(of(person)))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 19 })
    assert.equal((await admin.get('/users')).meta.total, 1)
  })

  it('responds with 404 for an unknown user', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]

    assert.equal((await admin.delete(of(nobody))).status, 404)
    assert.equal((await person.delete(of(nobody))).status, 404)
    assert.equal((await admin.delete('/users/me')).status, 404)
  })
})

describe('the last administrator', () => {
  it('cannot be deleted', async () => {
    const { given } = await createApp()
    const admin = await given.admin()

    const { status, message } = await admin.delete(of(admin))

    assert.equal(status, 422)
    assert.equal(message, 'The last administrator cannot be removed; make somebody else one first.')
    assert.equal((await admin.get('/auth/me')).status, 200)
  })

  it('cannot be demoted', async () => {
    const { given } = await createApp()
    const admin = await given.admin()

    const { status, errors } = await admin.put(of(admin), { role: 'learner', headline: 'new' })

    assert.equal(status, 422)
    assert.deepEqual(Object.keys(errors), ['role'])
    const { role, headline } = (await admin.get('/auth/me')).data
    assert.deepEqual({ role, headline }, { role: 'admin', headline: '' })
  })

  it('remains when two administrators delete each other at once', async () => {
    const [first, second] = await createTwoAdmins()

    const replies = await Promise.all([first.delete(of(second)), second.delete(of(first))])

    const left = await Promise.all([first, second].map((one) => one.get('/users?role=admin')))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(countByStatus(left), { 200: 1, 401: 1 })
    assert.equal(left.find(({ status }) => status === 200)?.meta.total, 1)
  })

  it('remains when two administrators delete themselves at once', async () => {
    const [first, second] = await createTwoAdmins()

    const replies = await Promise.all([first.delete(of(first)), second.delete(of(second))])

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 1 })
  })

  it('remains when two administrators demote each other at once', async () => {
    const [first, second] = await createTwoAdmins()
    const role = { role: 'learner' }

    const replies = await Promise.all([first.put(of(second), role), second.put(of(first), role)])

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    const roles = await Promise.all([first, second].map((one) => one.get('/auth/me')))
    assert.deepEqual(roles.map(({ data }) => data.role).toSorted(), ['admin', 'learner'])
  })
})

describe('GET /users/{id}/export', () => {
  it('contains the profile, the sessions and the activity with address and user agent', async () => {
    const { anonymous, given, clock } = await testApp()
    const person = await given.user({ role: 'researcher' })
    const agent = { 'user-agent': 'Tester/1.0' }
    await anonymous.post('/auth/login', { email: person.email, password }, agent)

    const { status, data } = await person.get(`${of(person)}/export`)

    assert.equal(status, 200)
    assert.equal(data.exported_at, clock.now())
    assert.deepEqual(data.profile, (await person.get('/auth/me')).data)
    assert.equal(data.researcher.profile.id, data.profile.researcher_id)
    assert.deepEqual(
      data.account.sessions.map((session: Record<string, unknown>) => session.device),
      ['node', 'Tester'],
    )
    const { id, ...login } = data.activity[1]
    assert.equal(Number.isInteger(id), true)
    assert.deepEqual(login, {
      type: 'login',
      description: 'Signed in',
      metadata: {},
      ip_address: '127.0.0.1',
      user_agent: 'Tester/1.0',
      api_key_id: null,
      created_at: clock.now(),
    })
    assert.deepEqual(data.notifications, [])
  })

  it('contains no secret', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { text } = await person.get(`${of(person)}/export`)

    assert.doesNotMatch(text, /hash|argon2|rps_/)
  })

  it('is allowed for the user and administrators', async () => {
    const { anonymous, given } = await testApp()
    const [person, stranger, admin] = [await given.user(), await given.user(), await given.admin()]
    const path = `${of(person)}/export`

    assert.equal((await stranger.get(path)).status, 403)
    assert.equal((await anonymous.get(path)).status, 401)
    assert.equal((await admin.get(path)).status, 200)
    assert.equal((await admin.get(`${of(nobody)}/export`)).status, 404)
  })

  it('records the export of another user in the activity of the administrator', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]
    const readExports = async ({ get, id }: Person) => {
      const { data } = await get(`/users/${id}/activity`)
      return data.filter(({ type }: { type: string }) => type === 'data_exported')
    }

    await person.get(`${of(person)}/export`)
    await admin.get(`${of(person)}/export`)

    assert.deepEqual(await readExports(person), [])
    const [newest] = await readExports(admin)
    assert.deepEqual(newest.metadata, { user_id: person.id })
  })
})
