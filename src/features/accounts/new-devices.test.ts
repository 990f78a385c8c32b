import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, linkIn, type Person, password, type TestApp, testApp } from '#test/support/app.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140.0', '141.0')
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const behindProxy = { TRUST_PROXY: 'true' }

const logIn = ({ anonymous }: TestApp, { email }: Person, userAgent: string, address = '198.51.100.7') =>
  anonymous.post('/auth/login', { email, password }, { 'user-agent': userAgent, 'x-forwarded-for': address })

const listAnnouncements = async (app: TestApp, { email }: Person) =>
  (await app.listMails(email)).filter(({ subject }) => subject.startsWith('New sign-in'))

describe('a login from a device and network that were not seen in 90 days', () => {
  it('is mailed with the device, the address and the time in the time zone of the user', async () => {
    const app = await testApp(behindProxy)
    const ada = await app.given.verifiedUser()
    await ada.put(`/users/${ada.id}`, { timezone: 'Africa/Nairobi' })

    await logIn(app, ada, firefox)

    const [mail, ...others] = await listAnnouncements(app, ada)
    assert.equal(others.length, 0)
    assert.match(mail?.text ?? '', /Firefox on Linux signed in to your account from the address 198\.51\.100\.7/)
    assert.match(mail?.text ?? '', /\(Africa\/Nairobi\)/)
  })

  it('is not mailed for a newer version of the browser or another address of the network', async () => {
    const app = await testApp(behindProxy)
    const ada = await app.given.verifiedUser()
    await logIn(app, ada, firefox)

    await logIn(app, ada, newerFirefox, '198.51.100.200')

    assert.equal((await listAnnouncements(app, ada)).length, 1)
  })

  it('is mailed for another device on the network, and for the device on another network', async () => {
    const app = await testApp(behindProxy)
    const ada = await app.given.verifiedUser()
    await logIn(app, ada, firefox)
    await logIn(app, ada, chrome)
    await logIn(app, ada, firefox, '203.0.113.9')
    await logIn(app, ada, chrome)

    assert.equal((await listAnnouncements(app, ada)).length, 3)
  })

  it('is mailed again after 90 days without it', async () => {
    const app = await createApp(behindProxy)
    const ada = await app.given.verifiedUser()
    await logIn(app, ada, firefox)
    assert.equal((await listAnnouncements(app, ada)).length, 1)
    // The mailbox forgets old mails meanwhile.
    app.clock.advance({ days: 89 })
    await logIn(app, ada, firefox)
    assert.equal((await listAnnouncements(app, ada)).length, 0)
    app.clock.advance({ days: 90 })

    await logIn(app, ada, firefox)

    assert.equal((await listAnnouncements(app, ada)).length, 1)
  })

  it('is mailed ten times a day', async () => {
    const app = await testApp(behindProxy)
    const ada = await app.given.verifiedUser()
    for (let network = 0; network < 12; network++) await logIn(app, ada, firefox, `198.51.${network}.7`)

    assert.equal((await listAnnouncements(app, ada)).length, 10)
  })

  it('is not mailed at sign-up, nor to an unverified address', async () => {
    const app = await testApp(behindProxy)
    const [ada, eve] = [await app.given.verifiedUser(), await app.given.user()]

    await logIn(app, eve, firefox)

    assert.deepEqual(await listAnnouncements(app, ada), [])
    assert.deepEqual(await listAnnouncements(app, eve), [])
  })
})

describe('the link in the mail about a new device', () => {
  it('ends that session and no other, once', async () => {
    const app = await testApp(behindProxy)
    const ada = await app.given.verifiedUser()
    const { data } = await logIn(app, ada, firefox)
    const stranger = app.withToken(data.token)
    const [mail] = await listAnnouncements(app, ada)
    const link = linkIn(mail)
    assert.equal(link.pathname, '/end-session')
    const token = link.searchParams.get('token')
    const end = () => app.anonymous.post('/auth/sessions/end', { token })

    const first = await end()
    const second = await end()

    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal((await ada.get(`/users/${ada.id}/activity?type=logout`)).meta.total, 1)
    const foreign = await app.anonymous.post('/auth/sessions/end', { token: `${token}x` })
    assert.deepEqual(foreign.errors, { token: ['This link is invalid, or the session has ended already.'] })
    assert.equal((await stranger.get('/auth/me')).status, 401)
    assert.equal((await ada.get('/auth/me')).status, 200)
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=logout`)).data
    assert.equal(entry.description, 'Ended a session by the link in a mail')
  })

  it('cannot be made up for another session', async () => {
    const app = await testApp(behindProxy)
    const ada = await app.given.verifiedUser()
    await logIn(app, ada, firefox)
    const [mail] = await listAnnouncements(app, ada)
    const token = linkIn(mail).searchParams.get('token') ?? ''
    const [{ id }] = (await ada.get('/auth/sessions')).data
    const proof = token.slice(token.indexOf('-'))

    for (const wrong of [`${id - 1}${proof}`, `${id}-`, '', '-', 'x', `${id}${proof.slice(0, -1)}`]) {
      const reply = await app.anonymous.post('/auth/sessions/end', { token: wrong })
      assert.equal(reply.status, 422, wrong)
    }
    assert.equal((await ada.get('/auth/sessions')).meta.total, 2)
  })
})
