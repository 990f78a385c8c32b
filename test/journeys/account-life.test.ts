import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { runInTransaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { verbatim } from '#language/sentence.ts'
import { testApp } from '../support/app.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

const email = 'ada@example.org'
const moved = 'ada@analytical.example.org'
const first = 'the first password'
const second = 'the second password'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const office = await startMailServer()
const app = await testApp({ SMTP_URL: office.url, MAIL_FROM: 'platform@example.org' })
// Stopped after the service, which keeps connections to it.
after(() => office.close())

describe('an account', () => {
  it('starts with a sign-up and leaves no personal data when it is deleted', async () => {
    const { anonymous, withToken, given, clock } = app
    const stranger = await given.user({ name: 'Charles Babbage' })
    const admin = await given.admin()
    const login = (address: string, password: string) =>
      anonymous.post('/auth/login', { email: address, password }, { 'user-agent': firefox })

    // Sign-up while the mail server is busy; the mail is delivered later.
    office.busy = true
    const signup = await anonymous.post('/auth/signup', {
      name: 'Ada Lovelace',
      email: ` ${email.toUpperCase()}`,
      password: first,
    })
    await app.settle()
    assert.equal(signup.status, 201)
    assert.equal(signup.data.user.email_verified, false)
    assert.deepEqual(office.mailsTo(email), [])
    office.busy = false
    clock.advance({ minutes: 5 })
    await app.settle()
    const ada = withToken(signup.data.token)
    const { id } = signup.data.user

    // The mail has the same content as text and HTML, and its link works once.
    const [welcome, ...more] = office.mailsTo(email)
    assert.ok(welcome)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [welcome.from?.address, welcome.subject],
      ['platform@example.org', 'Confirm your e-mail address for Research Platform'],
    )
    const proof = { token: extractToken(office, email, '/verify-email') }
    assert.ok(welcome.text?.includes('Hello Ada Lovelace') && welcome.html?.includes('Hello Ada Lovelace'))
    assert.equal((await anonymous.post('/auth/email/verify', proof)).status, 200)
    assert.equal((await anonymous.post('/auth/email/verify', proof)).status, 200)
    assert.equal((await ada.get('/auth/me')).data.email_verified, true)

    // An account is created with the address of another person, who removes it from that account.
    const theirs = 'mary@example.org'
    await anonymous.post('/auth/signup', { name: 'Not Mary', email: theirs, password: first })
    await app.settle()
    const rejection = { token: extractToken(office, theirs, '/reject-email') }
    assert.equal((await anonymous.post('/auth/email/reject', rejection)).status, 200)
    assert.equal((await anonymous.post('/auth/login', { email: theirs, password: first })).status, 401)

    // The profile is completed, and other users see its public part.
    const profile = {
      headline: 'Enchantress of Number',
      bio: 'Notes on the analytical engine.',
      skills: ['Bernoulli numbers'],
    }
    assert.equal((await ada.put(`/users/${id}`, profile)).data.profile_complete, true)
    const seen = await stranger.get(`/users/${id}`)
    assert.deepEqual([seen.data.headline, seen.data.email, seen.data.bio], [profile.headline, undefined, undefined])
    assert.deepEqual(
      (await stranger.get('/users?search=lovel')).data.map((one: { id: number }) => one.id),
      [id],
    )
    assert.equal((await stranger.put(`/users/${id}`, { headline: 'Mine' })).status, 403)

    // The password is reset by mail, which ends all sessions.
    assert.equal((await anonymous.post('/auth/forgot-password', { email })).status, 200)
    assert.equal((await anonymous.post('/auth/forgot-password', { email })).status, 422)
    await app.settle()
    const secrets = { password: second, password_confirmation: second }
    const reset = { token: extractToken(office, email, '/reset-password'), email, ...secrets }
    assert.equal((await anonymous.post('/auth/reset-password', reset)).status, 200)
    assert.equal((await anonymous.post('/auth/reset-password', reset)).status, 422)
    assert.equal((await ada.get('/auth/me')).status, 401)
    assert.equal((await login(email, first)).status, 401)

    // Two sessions; one ends the other.
    const [here, there] = [await login(email, second), await login(email, second)]
    const herself = withToken(here.data.token)
    const sessions = (await herself.get('/auth/sessions')).data
    assert.deepEqual(
      sessions.map((one: { device: string; current: boolean }) => [one.device, one.current]),
      [
        ['Firefox on Linux', false],
        ['Firefox on Linux', true],
      ],
    )
    assert.equal((await stranger.delete(`/auth/sessions/${sessions[0].id}`)).status, 404)
    assert.equal((await herself.delete(`/auth/sessions/${sessions[0].id}`)).status, 200)
    assert.equal((await withToken(there.data.token).get('/auth/me')).status, 401)

    // An event is notified twice and stored once.
    for (let times = 1; times <= 2; times++)
      await runInTransaction(app.service.context, (tx) =>
        notify(tx, id, 'project_invite', {
          title: verbatim('An invitation'),
          message: verbatim('Charles Babbage added you to a project.'),
          data: { url: '/users', action: 'view_project' },
          event: 'project:1:added',
        }),
      )
    const [notice, ...others] = (await herself.get('/notifications?read=false')).data
    assert.deepEqual([notice.title, others], ['An invitation', []])
    assert.equal((await stranger.put(`/notifications/${notice.id}/read`)).status, 404)
    assert.equal((await herself.put(`/notifications/${notice.id}/read`)).status, 200)
    assert.deepEqual((await herself.get('/notifications/unread-count')).data, { count: 0 })

    // The address is changed and becomes effective after its verification.
    const pending = await herself.put(`/users/${id}`, { email: moved, current_password: second })
    assert.deepEqual([pending.data.email, pending.data.pending_email], [email, moved])
    assert.equal((await login(moved, second)).status, 401)
    await app.settle()
    await anonymous.post('/auth/email/verify', { token: extractToken(office, moved, '/verify-email') })
    assert.equal((await login(moved, second)).status, 200)
    assert.equal((await login(email, second)).status, 401)

    // The export contains all data; other users may not read it.
    const exported = await herself.get(`/users/${id}/export`)
    const { profile: kept, ...parts } = exported.data
    assert.deepEqual([kept.email, kept.headline], [moved, profile.headline])
    assert.deepEqual(
      parts.notifications.map((one: { title: string }) => one.title),
      ['An invitation'],
    )
    const types = new Set(parts.activity.map((one: { type: string }) => one.type))
    assert.deepEqual(types, new Set(['signup', 'email_verified', 'profile_updated', 'password_reset', 'login']))
    assert.doesNotMatch(exported.text, /argon2|rps_|password_hash|token_hash/)
    assert.equal((await stranger.get(`/users/${id}/export`)).status, 403)

    // The account is deleted for all users, and its address is free again.
    assert.equal((await stranger.delete(`/users/${id}`)).status, 403)
    assert.equal((await herself.delete(`/users/${id}`)).status, 200)
    assert.equal((await herself.get('/auth/me')).status, 401)
    assert.equal((await login(moved, second)).status, 401)
    for (const somebody of [stranger, admin]) {
      assert.equal((await somebody.get(`/users/${id}`)).status, 404)
      assert.deepEqual((await somebody.get('/users?search=lovelace')).data, [])
    }
    const again = await anonymous.post('/auth/signup', {
      name: 'Ada Lovelace',
      email: moved,
      password: first,
    })
    assert.equal(again.status, 201)
    assert.notEqual(again.data.user.id, id)
  })
})

/** The token of the newest mail, whose text and HTML contain the same link. */
function extractToken({ mailsTo }: MailServer, address: string, path: string): string {
  const mail = mailsTo(address).at(-1)
  const links = mail?.text?.match(/http:\/\/app\.test\/\S+/g) ?? []
  const link = links.find((one) => new URL(one).pathname === path) ?? ''
  const url = new URL(link)
  assert.ok(mail?.html?.includes(`href="${link.replaceAll('&', '&amp;')}"`), mail?.html ?? '')
  return url.searchParams.get('token') ?? ''
}
