import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, extractToken, type Person, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const of = ({ id }: Pick<Person, 'id'>) => `/users/${id}`
const changed = 'an even better horse'

async function canLogIn(email: string, secret = password) {
  const { anonymous } = await testApp()
  return (await anonymous.post('/auth/login', { email, password: secret })).status === 200
}

describe('a changed e-mail address', () => {
  async function findPendingEmail() {
    const { given, listMails: mailsTo } = await testApp()
    const [person, email] = [await given.user(), createUniqueEmail()]
    const reply = await person.put(of(person), { email: ` ${email.toUpperCase()} `, current_password: password })
    assert.equal(reply.status, 200)
    return { person, email, reply, token: extractToken((await mailsTo(email))[0]) }
  }

  it('takes effect once it is verified', async () => {
    const { anonymous } = await testApp()
    const { person, email, reply, token } = await findPendingEmail()
    const before = [await canLogIn(person.email), await canLogIn(email)]

    const verified = await anonymous.post('/auth/email/verify', { token })

    assert.equal(reply.data.email, person.email)
    assert.equal(reply.data.pending_email, email)
    assert.deepEqual(before, [true, false])
    assert.deepEqual(verified.data, { email, email_verified: true, pending_email: null })
    assert.deepEqual([await canLogIn(person.email), await canLogIn(email)], [false, true])
    const { data } = await person.get('/auth/me')
    assert.deepEqual([data.email, data.pending_email, data.email_verified], [email, null, true])
    assert.equal((await anonymous.post('/auth/signup', { ...person, password })).status, 201)
  })

  it('is announced to the previous address, when it is requested and when it takes effect', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const [person, email] = [await given.user(), createUniqueEmail()]
    await anonymous.post('/auth/email/verify', { token: extractToken((await mailsTo(person.email))[0]) })
    const told = async () => (await mailsTo(person.email)).slice(0, -1)

    await person.put(of(person), { email, current_password: password })
    await person.put(of(person), { email, headline: 'the same address again' })
    const [warning, ...more] = await told()
    await anonymous.post('/auth/email/verify', { token: extractToken((await mailsTo(email))[0]) })
    const [news, ...before] = await told()

    assert.equal(warning?.subject, 'Your e-mail address is about to change at Research Platform')
    assert.equal(more.length, 0)
    assert.equal(news?.subject, 'Your e-mail address has changed at Research Platform')
    assert.equal(before.length, 1)
    for (const mail of [warning, news]) assert.ok(mail?.text.replaceAll('\u200b', '').includes(email))
  })

  it('is not announced to a previous address that was never verified, which may belong to another person', async () => {
    const { anonymous, listMails: mailsTo } = await testApp()
    const { person, token } = await findPendingEmail()

    await anonymous.post('/auth/email/verify', { token })

    assert.equal((await mailsTo(person.email)).length, 1)
  })

  it('is cancelled by a password reset', async () => {
    const { anonymous, listMails: mailsTo } = await testApp()
    const { person, token } = await findPendingEmail()
    await anonymous.post('/auth/forgot-password', { email: person.email })
    const reset = { token: extractToken((await mailsTo(person.email))[0]), email: person.email }

    const replaced = await anonymous.post('/auth/reset-password', {
      ...reset,
      password: changed,
      password_confirmation: changed,
    })
    const late = await anonymous.post('/auth/email/verify', { token })

    assert.equal(replaced.status, 200)
    assert.equal(late.status, 422)
    const { data } = await anonymous.post('/auth/login', { email: person.email, password: changed })
    assert.deepEqual([data.user.email, data.user.pending_email], [person.email, null])
  })

  it('is cancelled when the previous address is given again', async () => {
    const { anonymous } = await testApp()
    const { person, token } = await findPendingEmail()

    const { data } = await person.put(of(person), { email: person.email })
    const late = await anonymous.post('/auth/email/verify', { token })

    assert.equal(data.pending_email, null)
    assert.equal(late.status, 422)
    assert.deepEqual(Object.keys(late.errors), ['token'])
    assert.equal((await person.get('/auth/me')).data.email, person.email)
  })

  it('is not verified by the mail to an earlier address', async () => {
    const { anonymous } = await testApp()
    const { person, token } = await findPendingEmail()
    await person.put(of(person), { email: createUniqueEmail(), current_password: password })

    const late = await anonymous.post('/auth/email/verify', { token })

    assert.equal(late.status, 422)
    assert.equal((await person.get('/auth/me')).data.email, person.email)
  })

  it('receives the mail that is sent again', async () => {
    const { listMails: mailsTo } = await testApp()
    const { person, email } = await findPendingEmail()

    assert.equal((await person.post('/auth/email/resend')).status, 200)

    assert.equal((await mailsTo(email)).length, 2)
    assert.equal((await mailsTo(person.email)).length, 1)
  })

  for (const [what, sent, message] of [
    ['without the current password', {}, 'The current password field is required.'],
    ['with a wrong one', { current_password: 'guessed' }, 'The current password is not right.'],
  ] as const)
    it(`is refused ${what}, and nothing changes`, async () => {
      const { given, listMails: mailsTo } = await testApp()
      const [person, email] = [await given.user(), createUniqueEmail()]

      const { status, errors } = await person.put(of(person), { email, headline: 'new', ...sent })

      assert.deepEqual([status, errors], [422, { current_password: [message] }])
      const { data } = await person.get('/auth/me')
      assert.deepEqual([data.pending_email, data.headline], [null, ''])
      assert.equal((await mailsTo(email)).length, 0)
    })

  it('names the missing password together with other faults', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { errors } = await person.put(of(person), { email: createUniqueEmail(), skills: 7 })

    assert.deepEqual(Object.keys(errors).sort(), ['current_password', 'skills'])
  })

  it('must not belong to another user', async () => {
    const { given } = await testApp()
    const [person, other] = [await given.user(), await given.user()]

    const { status, errors } = await person.put(of(person), {
      email: other.email,
      headline: 'new',
      current_password: password,
    })

    assert.equal(status, 422)
    assert.deepEqual(errors, { email: ['The email has already been taken.'] })
    assert.equal((await person.get('/auth/me')).data.headline, '')
  })

  it('belongs to the account that verifies it first', async () => {
    const { anonymous, given } = await testApp()
    const { person, email, token } = await findPendingEmail()
    await given.user({ email })

    const late = await anonymous.post('/auth/email/verify', { token })

    assert.equal(late.status, 422)
    assert.deepEqual(late.errors, { email: ['The email has already been taken.'] })
    assert.equal((await person.get('/auth/me')).data.email, person.email)
  })
})

describe('a changed password', () => {
  it('requires the current password and signs out every other session', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const other = await anonymous.post('/auth/login', { email: person.email, password })
    const change = { password: changed, password_confirmation: changed, current_password: password }

    const { status } = await person.put(of(person), change)

    assert.equal(status, 200)
    assert.equal((await person.get('/auth/me')).status, 200)
    const authorization = `Bearer ${other.data.token}`
    assert.equal((await anonymous.get('/auth/me', { authorization })).status, 401)
    assert.deepEqual([await canLogIn(person.email), await canLogIn(person.email, changed)], [false, true])
  })

  const needed = ['The current password field is required.']
  for (const [what, more, errors] of [
    ['without the current one', {}, { current_password: needed }],
    ['with a wrong one', { current_password: 'wrong' }, { current_password: ['The current password is not right.'] }],
    [
      'that differs from its confirmation',
      { current_password: password, password_confirmation: 'different' },
      { password_confirmation: ['The password confirmation does not match.'] },
    ],
    [
      'that is too short',
      { current_password: password, password: 'short' },
      { password: ['The password must be at least 6 characters.'] },
    ],
  ] as const)
    it(`is refused ${what}, and nothing changes`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const reply = await person.put(of(person), { headline: 'new', password: changed, ...more })

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, errors)
      assert.equal(await canLogIn(person.email), true)
      assert.equal((await person.get('/auth/me')).data.headline, '')
    })

  it('by an administrator requires no current password and signs the user out', async () => {
    const { given } = await testApp()
    const [person, admin] = [await given.user(), await given.admin()]

    const { status } = await admin.put(of(person), { password: changed })

    assert.equal(status, 200)
    assert.equal((await person.get('/auth/me')).status, 401)
    assert.equal((await admin.get('/auth/me')).status, 200)
    assert.deepEqual([await canLogIn(person.email), await canLogIn(person.email, changed)], [false, true])
  })

  it('invalidates the links of earlier resets', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const person = await given.user()
    await anonymous.post('/auth/forgot-password', { email: person.email })
    const token = extractToken((await mailsTo(person.email))[0])
    await person.put(of(person), { password: changed, current_password: password })

    const secret = { password: 'stolen away', password_confirmation: 'stolen away' }
    const reply = await anonymous.post('/auth/reset-password', { token, email: person.email, ...secret })

    assert.equal(reply.status, 422)
    assert.equal(await canLogIn(person.email, changed), true)
  })

  it('cannot be guessed with a stolen token, also not by simultaneous requests', async () => {
    const { given, clock } = await testApp()
    const person = await given.user()
    const guess = (current_password: string) => person.put(of(person), { password: changed, current_password })

    const guesses = await runConcurrently(20, (n) => guess(`guess ${n}`))
    const locked = await guess(password)
    clock.advance({ minutes: 10 })
    const open = await guess(password)

    assert.deepEqual(countByStatus(guesses), { 422: 10, 429: 10 })
    assert.equal(locked.status, 429)
    assert.equal(locked.headers.get('retry-after'), '600')
    assert.equal(open.status, 200)
  })
})

describe('changes of the password', () => {
  it('are limited to five in ten minutes for a person, and others are not affected', async () => {
    const { given, clock } = await testApp()
    const [person, other] = [await given.user(), await given.user()]
    const change = (who: Person, from: string, to: string) => who.put(of(who), { password: to, current_password: from })

    const replies = await runConcurrently(8, () => change(person, password, password))
    const [sixth] = replies.filter(({ status }) => status === 429)

    assert.deepEqual(countByStatus(replies), { 200: 5, 429: 3 })
    assert.equal(sixth?.message, 'Too many changes of the password, please try again later.')
    assert.ok(Number(sixth?.headers.get('retry-after')) > 0)
    assert.equal((await change(other, password, changed)).status, 200)
    clock.advance({ minutes: 10 })
    assert.equal((await change(person, password, changed)).status, 200)
  })
})
