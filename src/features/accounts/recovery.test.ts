import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Person } from '#test/support/app.ts'
import { createApp, createUniqueEmail, extractToken, linkIn, password } from '#test/support/app.ts'
import { countByStatus, runSequentially } from '#test/support/concurrency.ts'
import { signIn } from '#test/support/sign-in.ts'

const app = await createApp()
const { anonymous } = app

const of = ({ id }: { id: number }) => `/users/${id}`
const changed = 'another horse'
const subjects = async (email: string) => (await app.listMails(email)).map(({ subject }) => subject)
const loginMethods = async (person: Person) => (await person.get('/auth/me')).data.login_methods

/** The newest mail to the address whose text contains a link to the page. */
async function findToken(email: string, page: string): Promise<string> {
  for (const { text } of await app.listMails(email)) {
    const [link] = new RegExp(`http\\S+/${page}\\?\\S+`).exec(text) ?? []
    if (link) return new URL(link).searchParams.get('token') ?? ''
  }
  throw new Error(`No mail to ${email} links to ${page}.`)
}

async function createVerifiedUser(): Promise<Person> {
  const person = await app.given.user()
  await anonymous.post('/auth/email/verify', { token: extractToken((await app.listMails(person.email))[0]) })
  return person
}

async function resetPassword({ email }: { email: string }) {
  await anonymous.post('/auth/forgot-password', { email })
  const token = await findToken(email, 'reset-password')
  const reset = { token, email, password: changed, password_confirmation: changed }
  assert.equal((await anonymous.post('/auth/reset-password', reset)).status, 200)
  return app.withToken((await anonymous.post('/auth/login', { email, password: changed })).data.token)
}

describe('an intruder', () => {
  it('loses linked identities when the owner resets the password', async () => {
    const owner = await createVerifiedUser()
    const intruder = { provider: 'linkedin', action: 'link' } as const
    assert.equal((await signIn(app, intruder, owner)).status, 200)

    const session = await resetPassword(owner)

    assert.deepEqual((await session.get('/auth/me')).data.login_methods, ['password'])
  })

  for (const [what, act] of [
    [
      'the password is changed',
      (owner: Person) => owner.put(of(owner), { password: changed, current_password: password }),
    ],
    ['all sessions are ended', (owner: Person) => owner.post('/auth/logout-all')],
  ] as const)
    it(`cannot take the account over by a pending address once ${what}`, async () => {
      const owner = await createVerifiedUser()
      const address = createUniqueEmail()
      await owner.put(of(owner), { email: address, current_password: password })
      const token = await findToken(address, 'verify-email')

      assert.equal((await act(owner)).status, 200)

      assert.equal((await anonymous.post('/auth/email/verify', { token })).status, 422)
      const login = await anonymous.post('/auth/login', { email: address, password: changed })
      assert.equal(login.status, 401)
    })

  it('loses an identity with another address when the owner of the address verifies it', async () => {
    const owner = await app.given.user()
    const foreign = { provider: 'google', action: 'link', email: createUniqueEmail() } as const
    assert.equal((await signIn(app, foreign, owner)).status, 200)
    assert.deepEqual((await loginMethods(owner)).sort(), ['google', 'password'])

    await anonymous.post('/auth/email/verify', { token: await findToken(owner.email, 'verify-email') })

    assert.deepEqual(await loginMethods(owner), ['password'])
  })

  it('keeps no address whose owner says "This was not me"', async () => {
    const intruder = await app.given.user()
    const [mail] = await app.listMails(intruder.email)
    assert.match(mail?.text ?? '', /This was not me:\nhttp:\/\/app\.test\/reject-email\?token=/)
    const token = linkIn(mail).searchParams.get('token')

    const rejected = await anonymous.post('/auth/email/reject', { token })
    const again = await anonymous.post('/auth/email/reject', { token })

    assert.deepEqual([rejected.status, again.status], [200, 200])
    const { data } = await intruder.get('/auth/me')
    assert.deepEqual([data.email, data.email_verified], ['', false])
    assert.equal((await anonymous.post('/auth/email/verify', { token })).status, 422)
    assert.equal((await intruder.post('/auth/email/resend')).status, 422)
    assert.equal((await anonymous.post('/auth/signup', { name: 'Owner', email: intruder.email, password })).status, 201)
  })

  it('keeps no pending address whose owner says "This was not me"', async () => {
    const intruder = await createVerifiedUser()
    const address = createUniqueEmail()
    await intruder.put(of(intruder), { email: address, current_password: password })

    const { status } = await anonymous.post('/auth/email/reject', { token: await findToken(address, 'reject-email') })

    assert.equal(status, 200)
    const { data } = await intruder.get('/auth/me')
    assert.deepEqual([data.email, data.email_verified, data.pending_email], [intruder.email, true, null])
  })

  it('cannot remove a verified address', async () => {
    const person = await app.given.user()
    const [first] = await app.listMails(person.email)
    app.clock.advance({ minutes: 2 })
    await person.post('/auth/email/resend')
    const token = await findToken(person.email, 'verify-email')
    await anonymous.post('/auth/email/verify', { token: extractToken(first) })

    assert.equal((await anonymous.post('/auth/email/reject', { token })).status, 422)

    assert.equal((await person.get('/auth/me')).data.email, person.email)
  })
})

describe('the owner of an account', () => {
  it('is told by mail of a changed password, also when an administrator changes it', async () => {
    const [owner, admin] = [await createVerifiedUser(), await app.given.admin()]

    await owner.put(of(owner), { password: changed, current_password: password })
    await admin.put(of(owner), { password })
    await resetPassword(owner)

    const told = (await subjects(owner.email)).filter((one) => one === 'Your password has changed at Research Platform')
    assert.equal(told.length, 3)
  })

  it('is told by mail of linked and unlinked providers', async () => {
    const owner = await createVerifiedUser()

    await signIn(app, { provider: 'google', action: 'link' }, owner)
    await owner.post('/auth/google/unlink')

    assert.deepEqual((await subjects(owner.email)).slice(0, 2), [
      'A way to sign in was unlinked at Research Platform',
      'A way to sign in was linked at Research Platform',
    ])
  })

  it('can change the password five times in ten minutes', async () => {
    const owner = await app.given.user()
    const passwords = [password, ...Array.from({ length: 6 }, (_, n) => `changed horse ${n}`)]
    const change = (n: number) => owner.put(of(owner), { password: passwords[n + 1], current_password: passwords[n] })

    const replies = await runSequentially(6, change)
    app.clock.advance({ minutes: 10 })
    const later = await change(5)

    assert.deepEqual(countByStatus(replies), { 200: 5, 429: 1 })
    assert.equal(later.status, 200)
  })
})
