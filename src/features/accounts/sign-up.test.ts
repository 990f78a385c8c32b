import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, extractToken, password, type TestApp, testApp } from '#test/support/app.ts'
import { signIn } from '#test/support/sign-in.ts'

const byInvitation = 'Sign-up is by invitation.'
const createCampusEmail = () => createUniqueEmail().replace('example.org', 'campus.example.edu')
const signUp = ({ anonymous }: TestApp, email: string) =>
  anonymous.post('/auth/signup', { name: 'Ada', email, password })

for (const SIGN_UP of ['invited', 'closed'])
  describe(`with SIGN_UP=${SIGN_UP}`, () => {
    it('refuses a sign-up with a password, and creates no account', async () => {
      const app = await testApp({ SIGN_UP })
      const email = createUniqueEmail()

      const reply = await signUp(app, email)

      assert.deepEqual([reply.status, reply.message], [403, byInvitation])
      const admin = await app.given.admin()
      assert.equal((await admin.get(`/admin/users?search=${email}`)).meta.total, 0)
      assert.deepEqual(await app.listMails(email), [])
    })

    for (const provider of ['google', 'linkedin', 'orcid'] as const)
      it(`refuses a sign-up through ${provider}, and creates no account`, async () => {
        const app = await testApp({ SIGN_UP })
        const email = createUniqueEmail()

        for (const action of ['login', 'signup'] as const) {
          const reply = await signIn(app, { provider, action, email })
          assert.deepEqual([reply.status, reply.message], [403, byInvitation], action)
        }
        const admin = await app.given.admin()
        assert.equal((await admin.get(`/admin/users?search=${email}`)).meta.total, 0)
      })

    it('does not tell which addresses have an account', async () => {
      const app = await testApp({ SIGN_UP })

      const invalid = await app.anonymous.post('/auth/signup', { email: 'root@example.org', password })
      const valid = await signUp(app, 'root@example.org')

      assert.deepEqual([invalid.status, Object.keys(invalid.errors)], [422, ['name']])
      assert.deepEqual([valid.status, valid.message], [403, byInvitation])
    })
  })

describe('with SIGN_UP_DOMAINS', () => {
  const settings = { SIGN_UP_DOMAINS: 'Campus.example.edu, example.net' }

  it('accepts addresses of these domains alone, whatever the case', async () => {
    const app = await testApp(settings)

    assert.equal((await signUp(app, createCampusEmail().toUpperCase())).status, 201)
    for (const email of [
      createUniqueEmail(),
      createUniqueEmail().replace('@', '@sub.campus.example.edu.'),
      createUniqueEmail().replace('@example.org', '@sub.campus.example.edu'),
      createUniqueEmail().replace('@example.org', '@xcampus.example.edu'),
    ]) {
      const reply = await signUp(app, email)
      assert.deepEqual([reply.status, reply.message], [403, byInvitation], email)
    }
  })

  it('lets an account do nothing until its address is verified', async () => {
    const app = await testApp(settings)
    const email = createCampusEmail()
    const { data } = await signUp(app, email)
    const person = app.withToken(data.token)

    for (const reply of [
      await person.get('/job-posts'),
      await person.put(`/users/${data.user.id}`, { email: createUniqueEmail() }),
      await person.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null }),
      await person.get('/auth/google/redirect?action=link&redirect_uri=http://localhost:5173/callback'),
    ])
      assert.equal(reply.status, 403, reply.text)
    assert.deepEqual((await person.get('/courses')).errors, { email: ['Please verify your e-mail address first.'] })
    assert.equal((await person.get('/auth/me')).status, 200)
    assert.equal((await person.post('/auth/email/resend')).status, 200)

    const [mail] = await app.listMails(email)
    assert.equal((await app.anonymous.post('/auth/email/verify', { token: extractToken(mail) })).status, 200)
    assert.equal((await person.get('/job-posts')).status, 200)
  })

  it('is not opened by the owner of the address who rejects it', async () => {
    const app = await testApp(settings)
    const email = createCampusEmail()
    const { data } = await signUp(app, email)
    const [mail] = await app.listMails(email)

    assert.equal((await app.anonymous.post('/auth/email/reject', { token: extractToken(mail) })).status, 200)

    assert.equal((await app.withToken(data.token).get('/job-posts')).status, 403)
  })

  it('accepts an address from a provider that has verified it', async () => {
    const app = await testApp(settings)

    assert.equal((await signIn(app, { email: createCampusEmail() })).status, 200)
    for (const reply of [
      await signIn(app, { email: createCampusEmail(), email_verified: false }),
      await signIn(app, { email: createUniqueEmail() }),
      await signIn(app, { provider: 'orcid', email: createCampusEmail() }),
    ])
      assert.deepEqual([reply.status, reply.message], [403, byInvitation])
  })

  it('lets accounts that existed sign in through providers', async () => {
    const app = await testApp(settings)
    const email = createCampusEmail()
    const first = await signIn(app, { email })
    const again = await signIn(app, { email })

    assert.equal(again.data.user.id, first.data.user.id)
    assert.equal((await app.withToken(again.data.token).get('/job-posts')).status, 200)
  })
})

describe('the settings of sign-up', () => {
  for (const [settings, message] of [
    [{ SIGN_UP: 'shut' }, /SIGN_UP must be one of open, invited, closed, not "shut"\./],
    [{ SIGN_UP_DOMAINS: 'campus' }, /SIGN_UP_DOMAINS must list domains, like example\.edu, not "campus"\./],
    [{ SIGN_UP: 'invited', SIGN_UP_DOMAINS: 'example.edu' }, /SIGN_UP_DOMAINS needs SIGN_UP=open/],
  ] as const)
    it(`refuse ${JSON.stringify(settings)}`, async () => {
      await assert.rejects(createApp({ ...settings }), message)
    })
})
