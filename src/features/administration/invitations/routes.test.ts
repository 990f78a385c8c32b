import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createApp,
  createUniqueEmail,
  extractToken,
  linkIn,
  password,
  type TestApp,
  testApp,
} from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { callBack, signIn, signInAtProvider } from '#test/support/sign-in.ts'

const invalidToken = { token: ['This invitation is invalid, was used or has expired. Ask for a new one.'] }

/** Invites a person and returns the invitation and the token of the mail. */
async function invite(app: TestApp, more: object = {}) {
  const admin = await app.given.admin()
  const email = createUniqueEmail()
  const { status, data, text } = await admin.post('/admin/users', { name: 'Grace Hopper', email, ...more })
  assert.equal(status, 201, text)
  const [mail] = await app.listMails(email)
  return { admin, email, mail, id: Number(data.user.id), invitation: data, token: extractToken(mail) }
}

const accept = (app: TestApp, token: string, more: object = {}) =>
  app.anonymous.post('/auth/invitations/accept', { token, password, ...more })

describe('POST /admin/users', () => {
  it('creates an account without a password and mails a link in the language of the person', async () => {
    const app = await testApp()

    const { email, mail, invitation } = await invite(app, { role: 'researcher', locale: 'es', message: 'Hola, Grace.' })

    assert.deepEqual(
      [invitation.user.email, invitation.user.role, invitation.state, invitation.message],
      [email, 'researcher', 'waiting', 'Hola, Grace.'],
    )
    assert.equal(invitation.expires_at, new Date(Date.parse(invitation.sent_at) + 14 * 86_400_000).toISOString())
    assert.match(mail?.subject ?? '', /Administrator te invita a Research Platform/)
    assert.match(mail?.text ?? '', /Hola, Grace\./)
    const link = linkIn(mail)
    assert.equal(link.origin + link.pathname, 'http://app.test/welcome')
    const login = await app.anonymous.post('/auth/login', { email, password })
    assert.equal(login.status, 401)
  })

  it('refuses an address that has an account, an unknown role and an empty name, and leaves no trace', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const person = await app.given.user()
    const before = await admin.get('/admin/invitations')

    const taken = await admin.post('/admin/users', { name: 'Ada', email: person.email.toUpperCase() })
    const invalid = await admin.post('/admin/users', { name: '', email: 'x', role: 'boss', message: 'x'.repeat(2_001) })

    assert.deepEqual(taken.errors, { email: ['The email has already been taken.'] })
    assert.deepEqual(Object.keys(invalid.errors).sort(), ['email', 'message', 'name', 'role'])
    assert.equal((await admin.get('/admin/invitations')).meta.total, before.meta.total)
  })

  it('creates one account when twenty requests invite one address', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const email = createUniqueEmail()

    const replies = await runConcurrently(20, () => admin.post('/admin/users', { name: 'Ada', email }))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal((await app.listMails(email)).length, 1)
  })

  it('never makes an administrator with an API key', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const { data } = await admin.post('/auth/api-keys', { name: 'HR', scopes: ['admin:write'], expires_at: null })
    const key = app.withToken(data.key)

    const asAdmin = await key.post('/admin/users', { name: 'Ada', email: createUniqueEmail(), role: 'admin' })
    const asLearner = await key.post('/admin/users', { name: 'Ada', email: createUniqueEmail() })

    assert.deepEqual([asAdmin.status, asLearner.status], [403, 201])
  })

  it('works with closed doors', async () => {
    const app = await testApp({ SIGN_UP: 'closed' })
    const { token, email } = await invite(app)

    const reply = await accept(app, token)

    assert.deepEqual([reply.status, reply.data.user.email, reply.data.user.email_verified], [200, email, true])
  })
})

describe('POST /auth/invitations/show', () => {
  it('tells what the link is for, repeatedly, and nothing for an invalid one', async () => {
    const app = await testApp()
    const { token, email } = await invite(app, { message: 'Welcome.' })

    for (const _ of [1, 2]) {
      const { data } = await app.anonymous.post('/auth/invitations/show', { token })
      assert.deepEqual(
        [data.name, data.email, data.invited_by, data.message],
        ['Grace Hopper', email, 'Administrator', 'Welcome.'],
      )
    }
    const wrong = await app.anonymous.post('/auth/invitations/show', { token: `${token}x` })
    assert.deepEqual([wrong.status, wrong.errors], [422, invalidToken])
  })
})

describe('POST /auth/invitations/accept', () => {
  it('sets the password, verifies the address and signs in', async () => {
    const app = await testApp()
    const { token, email, id, admin } = await invite(app)

    const { data } = await accept(app, token, { password_confirmation: password })

    assert.deepEqual([data.user.id, data.user.email_verified, data.user.login_methods], [id, true, ['password']])
    assert.equal((await app.anonymous.post('/auth/login', { email, password })).status, 200)
    const { data: log } = await app.withToken(data.token).get(`/users/${id}/activity?type=signup`)
    assert.equal(log.length, 1)
    assert.equal((await admin.get(`/admin/users/${id}`)).data.invitation, null)
  })

  it('accepts a link once, of twenty simultaneous requests', async () => {
    const app = await testApp()
    const { token } = await invite(app)

    const replies = await runConcurrently(20, () => accept(app, token))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
  })

  it('refuses a short password, and the link still works', async () => {
    const app = await testApp()
    const { token } = await invite(app)

    const short = await accept(app, token, { password: '123' })

    assert.deepEqual([short.status, Object.keys(short.errors)], [422, ['password']])
    assert.equal((await accept(app, token)).status, 200)
  })

  it('refuses a link after 14 days, and so does every other way into the account, until it is sent again', async () => {
    const app = await createApp({ SIGN_UP: 'invited' })
    const { token, email, id } = await invite(app)
    app.clock.advance({ days: 14 })

    const late = await accept(app, token)
    await app.anonymous.post('/auth/forgot-password', { email })
    const provider = await signIn(app, { email })

    assert.deepEqual([late.status, late.errors], [422, invalidToken])
    assert.equal((await app.listMails(email)).length, 1)
    assert.deepEqual([provider.status, provider.message], [403, 'Sign-up is by invitation.'])
    const admin = await app.given.admin()
    assert.equal((await admin.get('/admin/invitations')).data[0].state, 'expired')
    assert.equal((await admin.post(`/admin/users/${id}/password-reset`, {})).status, 422)

    assert.equal((await admin.post(`/admin/users/${id}/invitation`, {})).status, 200)
    assert.equal((await accept(app, extractToken((await app.listMails(email))[0]))).status, 200)
  })

  it('leaves the ways into the account open after 14 days where it was accepted before', async () => {
    const app = await createApp({ SIGN_UP: 'invited' })
    const { token, email, id } = await invite(app)
    await accept(app, token)
    const { length } = await app.listMails(email)
    app.clock.advance({ days: 15 })

    await app.anonymous.post('/auth/forgot-password', { email })
    const mails = await app.listMails(email)
    const login = await app.anonymous.post('/auth/login', { email, password })
    const byAdmin = await (await app.given.admin()).post(`/admin/users/${id}/password-reset`, {})

    assert.equal(mails.length, length + 1)
    assert.match(mails[0]?.subject ?? '', /^Reset/)
    assert.deepEqual([login.status, byAdmin.status], [200, 200], byAdmin.text)
  })

  it('refuses the account of a suspended person', async () => {
    const app = await testApp()
    const { token, id, admin } = await invite(app)
    await admin.post(`/admin/users/${id}/suspend`, { reason: 'No' })

    assert.equal((await accept(app, token)).status, 403)
  })
})

describe('an invitation and a provider', () => {
  it('is accepted by any identity, with the link, whatever the address at the provider is', async () => {
    const app = await testApp({ SIGN_UP: 'invited' })
    const { token, id, email } = await invite(app)
    const answer = await signInAtProvider(app, { email: createUniqueEmail() })

    const reply = await callBack(app.anonymous, answer, { invitation: token })

    assert.equal(reply.status, 200, reply.text)
    const { user } = reply.data
    assert.deepEqual([user.id, user.email, user.email_verified, user.login_methods], [id, email, true, ['google']])
    assert.equal((await accept(app, token)).status, 422)
  })

  it('is accepted without the link by an identity with the verified address', async () => {
    const app = await testApp({ SIGN_UP: 'invited' })
    const { id, email, admin } = await invite(app)

    const unproven = await signIn(app, { email, email_verified: false })
    const reply = await signIn(app, { email })

    assert.equal(unproven.status, 422)
    assert.equal(reply.data.user.id, id)
    assert.equal((await admin.get(`/admin/users/${id}`)).data.invitation, null)
  })

  it('is not accepted by an identity of another account, and stays open', async () => {
    const app = await testApp()
    const other = createUniqueEmail()
    await signIn(app, { email: other })
    const { token } = await invite(app)
    const answer = await signInAtProvider(app, { email: other })

    const reply = await callBack(app.anonymous, answer, { invitation: token })

    assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['provider']])
    assert.equal((await accept(app, token)).status, 200)
  })

  it('is completed by a reset of the password too', async () => {
    const app = await testApp()
    const { email, id, admin, token } = await invite(app)
    await app.anonymous.post('/auth/forgot-password', { email })
    const [mail] = await app.listMails(email)

    const reset = { token: extractToken(mail), email, password, password_confirmation: password }
    assert.equal((await app.anonymous.post('/auth/reset-password', reset)).status, 200)

    assert.equal((await admin.get(`/admin/users/${id}`)).data.invitation, null)
    assert.equal((await accept(app, token)).status, 422)
  })
})

describe('POST /admin/users/{id}/invitation', () => {
  it('mails a new link, keeps the message, and ends the former link', async () => {
    const app = await testApp()
    const { token, id, email, admin } = await invite(app, { message: 'Welcome.' })

    const { data } = await admin.post(`/admin/users/${id}/invitation`, {})

    const [mail] = await app.listMails(email)
    assert.deepEqual([data.message, data.state], ['Welcome.', 'waiting'])
    assert.match(mail?.text ?? '', /Welcome\./)
    assert.equal((await accept(app, token)).status, 422)
    assert.equal((await accept(app, extractToken(mail))).status, 200)
    assert.equal((await admin.post(`/admin/users/${id}/invitation`, {})).status, 422)
  })

  it('answers 404 for a person who was not invited', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const person = await app.given.user()

    assert.equal((await admin.post(`/admin/users/${person.id}/invitation`, {})).status, 404)
    assert.equal((await admin.delete(`/admin/users/${person.id}/invitation`)).status, 404)
  })

  it('is bounded for each recipient', async () => {
    const app = await testApp({ MAILS_PER_RECIPIENT: '2' })
    const { id, admin } = await invite(app)

    assert.equal((await admin.post(`/admin/users/${id}/invitation`, {})).status, 200)
    assert.equal((await admin.post(`/admin/users/${id}/invitation`, {})).status, 429)
  })
})

describe('DELETE /admin/users/{id}/invitation', () => {
  it('ends the link and deletes the account, so that the address is free', async () => {
    const app = await testApp()
    const { token, id, email, admin } = await invite(app)

    assert.equal((await admin.delete(`/admin/users/${id}/invitation?reason=Typo`)).status, 200)

    assert.equal((await accept(app, token)).status, 422)
    assert.equal((await admin.get(`/users/${id}`)).status, 404)
    assert.equal((await admin.post('/admin/users', { name: 'Ada', email })).status, 201)
  })

  it('never deletes an account that is in use', async () => {
    const app = await testApp()
    const { token, id, admin } = await invite(app)
    await accept(app, token)

    assert.equal((await admin.delete(`/admin/users/${id}/invitation`)).status, 422)
    assert.equal((await admin.get(`/users/${id}`)).status, 200)
  })
})

describe('the data of an invitation', () => {
  it('is exported to the invited and to the inviter, audited, and erased', async () => {
    const app = await testApp()
    const { token, id, admin } = await invite(app, { message: 'Welcome.', reason: 'New term' })
    const { data } = await accept(app, token)
    const person = app.withToken(data.token)

    const own = await person.get(`/users/${id}/export`)
    const sent = await admin.get(`/users/${admin.id}/export`)
    const audit = await admin.get(`/admin/audit?user_id=${id}`)

    assert.equal(own.data.account.invitation.message, 'Welcome.')
    assert.ok(sent.data.account.sent_invitations.some((one: { user_id: number }) => one.user_id === id))
    assert.ok(audit.data.some((row: { reason: string }) => row.reason === 'New term'))
    assert.equal((await person.delete(`/users/${id}`)).status, 200)
    const after = await admin.get(`/users/${admin.id}/export`)
    assert.ok(!after.data.account.sent_invitations.some((one: { user_id: number }) => one.user_id === id))
  })
})
