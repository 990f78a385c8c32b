import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractToken, linkIn, type Person, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const unusable = {
  token: ['This verification link is invalid or has expired. Ask for a new one.'],
}

/** The token in the newest mail to the user. */
async function readToken({ email }: Pick<Person, 'email'>) {
  const { listMails: mailsTo } = await testApp()
  return extractToken((await mailsTo(email))[0])
}

const isVerified = async (person: Person) => (await person.get('/auth/me')).data.email_verified

describe('POST /auth/email/verify', () => {
  it('verifies the address that received the token, regardless of who sends it', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const person = await given.user()
    const [mail] = await mailsTo(person.email)

    const { status, data } = await anonymous.post('/auth/email/verify', { token: extractToken(mail) })

    assert.equal(status, 200)
    assert.deepEqual(data, { email: person.email, email_verified: true, pending_email: null })
    assert.equal(await isVerified(person), true)
    const link = linkIn(mail)
    assert.equal(link.origin + link.pathname, 'http://app.test/verify-email')
    assert.deepEqual([...link.searchParams.keys()], ['token'])
    const { data: log } = await person.get(`/users/${person.id}/activity?type=email_verified`)
    assert.equal(log.length, 1)
  })

  it('accepts a token once', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const token = await readToken(person)

    const first = await anonymous.post('/auth/email/verify', { token })
    const second = await anonymous.post('/auth/email/verify', { token })

    assert.equal(first.status, 200)
    assert.deepEqual([second.status, second.data], [200, first.data])
    assert.deepEqual(
      [first.message, second.message],
      ['Your e-mail address is verified.', 'Your e-mail address is already verified.'],
    )
    assert.equal((await person.get(`/users/${person.id}/activity?type=email_verified`)).meta.total, 1)
  })

  it('says that an address is verified to any link that was mailed to it, also after the link has expired', async () => {
    const { anonymous, given, clock } = await testApp()
    const person = await given.user()
    const first = await readToken(person)
    clock.advance({ minutes: 2 })
    await person.post('/auth/email/resend')
    assert.equal((await anonymous.post('/auth/email/verify', { token: await readToken(person) })).status, 200)
    clock.advance({ days: 5 })

    const { status, message } = await anonymous.post('/auth/email/verify', { token: first })

    assert.deepEqual([status, message], [200, 'Your e-mail address is already verified.'])
  })

  it('does not verify an address again that was changed meanwhile', async () => {
    const { anonymous, given, listMails } = await testApp()
    const person = await given.user()
    const former = person.email
    const token = await readToken(person)
    await anonymous.post('/auth/email/verify', { token })
    const next = `next-${former}`
    await person.put(`/users/${person.id}`, { email: next, current_password: password })
    const change = extractToken((await listMails(next))[0])
    assert.equal((await anonymous.post('/auth/email/verify', { token: change })).status, 200)

    assert.equal((await anonymous.post('/auth/email/verify', { token })).status, 422)
    await person.put(`/users/${person.id}`, { email: former, current_password: password })
    assert.equal((await anonymous.post('/auth/email/verify', { token })).status, 422)
    assert.equal((await person.get('/auth/me')).data.email, next)
  })

  it('accepts a token once when it is sent twenty times at once', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const token = await readToken(person)

    const replies = await runConcurrently(20, () => anonymous.post('/auth/email/verify', { token }))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal(replies.filter(({ message }) => !message.includes('already')).length, 1)
    assert.equal((await person.get(`/users/${person.id}/activity?type=email_verified`)).meta.total, 1)
  })

  it('refuses a token after three days', async () => {
    const { anonymous, given, clock } = await testApp()
    const [early, late] = [await given.user(), await given.user()]
    const [earlyToken, lateToken] = [await readToken(early), await readToken(late)]

    clock.advance({ days: 3, milliseconds: -1 })
    const inTime = await anonymous.post('/auth/email/verify', { token: earlyToken })
    clock.advance({ milliseconds: 1 })
    const tooLate = await anonymous.post('/auth/email/verify', { token: lateToken })

    assert.equal(inTime.status, 200)
    assert.equal(tooLate.status, 422)
    assert.deepEqual(tooLate.errors, unusable)
    assert.equal(await isVerified(late), false)
  })

  for (const [what, body, errors] of [
    ['an unknown token', { token: 'a'.repeat(43) }, unusable],
    ['a token with a space in front', { token: ` ${'a'.repeat(43)}` }, unusable],
    ['no token', {}, { token: ['The token field is required.'] }],
    ['an empty token', { token: '' }, { token: ['The token field is required.'] }],
    ['a number for a token', { token: 5 }, { token: ['The token must be a text.'] }],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { anonymous } = await testApp()

      const reply = await anonymous.post('/auth/email/verify', body)

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, errors)
    })

  it('does not accept a password reset token', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    await anonymous.post('/auth/forgot-password', { email: person.email })

    const reply = await anonymous.post('/auth/email/verify', { token: await readToken(person) })

    assert.equal(reply.status, 422)
    assert.equal(await isVerified(person), false)
  })
})

describe('POST /auth/email/resend', () => {
  it('mails another link, and both links work', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const person = await given.user()

    const { status } = await person.post('/auth/email/resend')

    assert.equal(status, 200)
    const mails = await mailsTo(person.email)
    assert.equal(mails.length, 2)
    const older = await anonymous.post('/auth/email/verify', { token: extractToken(mails[1]) })
    assert.equal(older.status, 200)
    const newer = await anonymous.post('/auth/email/verify', { token: extractToken(mails[0]) })
    assert.deepEqual([newer.status, newer.message], [200, 'Your e-mail address is already verified.'])
  })

  it('sends one mail in 60 seconds', async () => {
    const { given, clock, listMails: mailsTo } = await testApp()
    const person = await given.user()

    const first = await person.post('/auth/email/resend')
    clock.advance({ seconds: 59 })
    const soon = await person.post('/auth/email/resend')
    clock.advance({ seconds: 1 })
    const later = await person.post('/auth/email/resend')

    assert.equal(first.status, 200)
    assert.equal(soon.status, 422)
    assert.equal(soon.message, 'Please wait before retrying.')
    assert.equal(later.status, 200)
    assert.equal((await mailsTo(person.email)).length, 3)
  })

  it('waits 60 seconds only after a mail, not after a refusal', async () => {
    const { given, clock } = await testApp({ MAILS_PER_RECIPIENT: '1' })
    const person = await given.user()

    const refused = [await person.post('/auth/email/resend'), await person.post('/auth/email/resend')]
    clock.advance({ hours: 24 })
    const later = await person.post('/auth/email/resend')

    assert.deepEqual(
      [...refused, later].map(({ status }) => status),
      [429, 429, 200],
    )
  })

  it('sends one mail when twenty are requested at once', async () => {
    const { given, listMails: mailsTo } = await testApp()
    const person = await given.user()

    const replies = await runConcurrently(20, () => person.post('/auth/email/resend'))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    assert.equal((await mailsTo(person.email)).length, 2)
  })

  it('sends nothing to a verified address', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const person = await given.user()
    await anonymous.post('/auth/email/verify', { token: await readToken(person) })

    const { status, message } = await person.post('/auth/email/resend')

    assert.equal(status, 422)
    assert.equal(message, 'Your e-mail address is already verified.')
    assert.equal((await mailsTo(person.email)).length, 1)
  })

  it('requires a signed-in user', async () => {
    const { anonymous } = await testApp()

    assert.equal((await anonymous.post('/auth/email/resend')).status, 401)
  })
})
