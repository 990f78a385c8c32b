import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, type TestApp, testApp } from '#test/support/app.ts'
import { signIn } from '#test/support/sign-in.ts'

const iD = /^0009-\d{4}-\d{4}-\d{3}[\dX]$/

/** Signs in through the sandbox that plays ORCID; the same address has the same iD. */
const signInAtOrcid = (app: TestApp, more: object = {}, client = app.anonymous) =>
  signIn(app, { provider: 'orcid', email: createUniqueEmail(), ...more }, client)

describe('signing in with ORCID', () => {
  it('creates an account without an address, because ORCID shares none', async () => {
    const app = await testApp()
    const email = createUniqueEmail()

    const { status, data } = await signInAtOrcid(app, { email, name: 'Josiah Carberry' })

    assert.equal(status, 200)
    assert.deepEqual([data.user.name, data.user.email, data.user.email_verified], ['Josiah Carberry', '', false])
    assert.deepEqual(data.user.login_methods, ['orcid'])
    assert.deepEqual(await app.listMails(email), [])
    const again = await signInAtOrcid(app, { email })
    assert.equal(again.data.user.id, data.user.id)
  })

  it('lets the user add an address, which counts once it is verified', async () => {
    const app = await testApp()
    const atOrcid = createUniqueEmail()
    const { data } = await signInAtOrcid(app, { email: atOrcid })
    const user = app.withToken(data.token)
    const email = createUniqueEmail()

    assert.equal((await user.put(`/users/${data.user.id}`, { email })).data.pending_email, email)
    const [mail] = await app.listMails(email)
    const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    await app.anonymous.post('/auth/email/verify', { token })

    const me = (await user.get('/auth/me')).data
    assert.deepEqual([me.email, me.email_verified, me.login_methods], [email, true, ['orcid']])
    assert.equal((await signInAtOrcid(app, { email: atOrcid })).data.user.id, data.user.id)
  })

  it('loses a link to an account whose address was not verified yet, like every identity with another address', async () => {
    const app = await testApp()
    const user = await app.given.user()
    await signInAtOrcid(app, { action: 'link' }, user)
    const [mail] = await app.listMails(user.email)
    const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    await app.anonymous.post('/auth/email/verify', { token })

    assert.deepEqual((await user.get('/auth/me')).data.login_methods, ['password'])
  })

  it('sets the proven iD of a researcher, which typing it never does', async () => {
    const app = await testApp()
    const { data } = await signInAtOrcid(app, { role: 'researcher' })
    const researcher = app.withToken(data.token)
    const proven = (await researcher.get('/researchers/me')).data
    assert.match(proven.orcid, iD)
    assert.equal(proven.orcid_verified, true)

    const typed = (await researcher.put('/researchers/me', { orcid: '0000-0002-1825-0097' })).data
    assert.deepEqual([typed.orcid, typed.orcid_verified], ['0000-0002-1825-0097', false])
    const other = await app.given.user({ role: 'researcher' })
    const copied = (await other.put('/researchers/me', { orcid: proven.orcid })).data
    assert.deepEqual([copied.orcid, copied.orcid_verified], [proven.orcid, false])
  })

  it('restores the proven iD at the next sign-in', async () => {
    const app = await testApp()
    const email = createUniqueEmail()
    const { data } = await signInAtOrcid(app, { email, role: 'researcher' })
    const researcher = app.withToken(data.token)
    const { orcid } = (await researcher.get('/researchers/me')).data
    await researcher.put('/researchers/me', { orcid: null })

    await signInAtOrcid(app, { email })

    const after = (await researcher.get('/researchers/me')).data
    assert.deepEqual([after.orcid, after.orcid_verified], [orcid, true])
  })
})

describe('linking ORCID', () => {
  it('proves the iD of the profile, and unlinking ends the proof', async () => {
    const app = await testApp()
    const researcher = await app.given.user({ role: 'researcher' })

    assert.equal((await signInAtOrcid(app, { action: 'link' }, researcher)).status, 200)
    const linked = (await researcher.get('/researchers/me')).data
    assert.match(linked.orcid, iD)
    assert.equal(linked.orcid_verified, true)
    const found = (await app.given.user().then((ada) => ada.get(`/researchers/details/${linked.id}`))).data
    assert.equal(found.orcid_verified, true)

    assert.equal((await researcher.post('/auth/orcid/unlink')).status, 200)
    const after = (await researcher.get('/researchers/me')).data
    assert.deepEqual([after.orcid, after.orcid_verified], [linked.orcid, false])
  })

  it('proves the iD of a learner who becomes a researcher later', async () => {
    const app = await testApp()
    const [admin, learner] = [await app.given.admin(), await app.given.user()]
    await signInAtOrcid(app, { action: 'link' }, learner)

    await admin.put(`/users/${learner.id}`, { role: 'researcher' })

    assert.equal((await learner.get('/researchers/me')).data.orcid_verified, true)
  })

  it('belongs to one account only', async () => {
    const app = await testApp()
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const email = createUniqueEmail()
    assert.equal((await signInAtOrcid(app, { action: 'link', email }, ada)).status, 200)

    const reply = await signInAtOrcid(app, { action: 'link', email }, eve)

    assert.equal(reply.status, 422)
    assert.match(reply.message, /belongs to another account/)
  })
})
