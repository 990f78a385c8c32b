import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, extractToken, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const createNewcomer = (more: object = {}) => ({ name: 'Ada Lovelace', email: createUniqueEmail(), password, ...more })

describe('POST /auth/signup', () => {
  it('creates a learner who is signed in and receives one mail to verify the address', async () => {
    const { anonymous, withToken, clock, listMails: mailsTo } = await testApp()
    const given = createNewcomer({ password_confirmation: password })

    const { status, data } = await anonymous.post('/auth/signup', given)

    assert.equal(status, 201)
    assert.equal(data.token_type, 'Bearer')
    assert.equal(data.user.role, 'learner')
    assert.equal(data.user.email_verified, false)
    assert.equal(data.user.researcher_id, null)
    assert.deepEqual(data.user.login_methods, ['password'])
    assert.equal(data.user.created_at, clock.now())
    assert.deepEqual((await withToken(data.token).get('/auth/me')).data, data.user)
    const mails = await mailsTo(given.email)
    assert.equal(mails.length, 1)
    assert.match(extractToken(mails[0]), /^[\w-]{43}$/)
  })

  it('trims and lower-cases names and e-mail addresses, but never the password', async () => {
    const { anonymous } = await testApp()
    const email = createUniqueEmail()
    const given = { name: '  Ada \t', email: ` ${email.toUpperCase()} `, password: ' spaced ' }

    const { data } = await anonymous.post('/auth/signup', given)
    const trimmed = await anonymous.post('/auth/login', { email, password: 'spaced' })
    const verbatim = await anonymous.post('/auth/login', { email: given.email, password: ' spaced ' })

    assert.equal(data.user.name, 'Ada')
    assert.equal(data.user.email, email)
    assert.equal(trimmed.status, 401)
    assert.equal(verbatim.status, 200)
  })

  it('gives a researcher an unverified profile', async () => {
    const { given } = await testApp()

    const person = await given.user({ role: 'researcher' })

    const { data } = await person.get(`/users/${person.id}/export`)
    assert.equal(data.profile.researcher_id, data.researcher.profile.id)
    assert.equal(data.researcher.profile.verified, false)
  })

  for (const role of ['student', 'learner', 'recruiter'])
    it(`accepts the role ${role}, which has no researcher profile`, async () => {
      const { anonymous } = await testApp()

      const { status, data } = await anonymous.post('/auth/signup', createNewcomer({ role }))

      assert.equal(status, 201)
      assert.equal(data.user.role, role)
      assert.equal(data.user.researcher_id, null)
    })

  it('reports the errors of all fields together', async () => {
    const { anonymous } = await testApp()

    const reply = await anonymous.post('/auth/signup', {
      name: ' ',
      email: 'nobody',
      password: 'short',
      role: 'king',
    })

    assert.equal(reply.status, 422)
    assert.equal(reply.message, 'The given data was invalid.')
    assert.deepEqual(reply.errors, {
      name: ['The name field is required.'],
      email: ['The email must be a valid e-mail address.'],
      password: ['The password must be at least 6 characters.'],
      role: ['The selected role is invalid.'],
    })
  })

  it('reports a different confirmation together with the errors of other fields', async () => {
    const { anonymous } = await testApp()
    const wrong = createNewcomer({ email: 'nobody', password_confirmation: 'different' })

    const { status, errors } = await anonymous.post('/auth/signup', wrong)

    assert.equal(status, 422)
    assert.deepEqual(errors, {
      email: ['The email must be a valid e-mail address.'],
      password_confirmation: ['The password confirmation does not match.'],
    })
  })

  const createLongText = (length: number) => '😀'.repeat(length)
  const refused: [string, object, Record<string, string[]>][] = [
    ['the role admin', { role: 'admin' }, { role: ['The selected role is invalid.'] }],
    [
      'a name of 201 characters',
      { name: createLongText(201) },
      { name: ['The name may not be longer than 200 characters.'] },
    ],
    [
      'a password of 201 characters',
      { password: createLongText(201) },
      { password: ['The password may not be longer than 200 characters.'] },
    ],
    ['NUL in a name', { name: 'A\0da' }, { name: ['The name contains characters that cannot be stored.'] }],
    [
      'half a surrogate pair in a name',
      { name: 'Ada \ud800' },
      { name: ['The name contains characters that cannot be stored.'] },
    ],
    [
      'NUL in a password',
      { password: 'secret\0secret' },
      { password: ['The password contains characters that cannot be stored.'] },
    ],
    ['a number for a name', { name: 5 }, { name: ['The name must be a text.'] }],
    ['null for a password', { password: null }, { password: ['The password must be a text.'] }],
  ]
  for (const [what, more, expected] of refused)
    it(`refuses ${what} and creates no account`, async () => {
      const { anonymous, listMails: mailsTo } = await testApp()
      const given = createNewcomer(more)

      const { status, errors } = await anonymous.post('/auth/signup', given)

      assert.equal(status, 422)
      assert.deepEqual(errors, expected)
      assert.deepEqual(await mailsTo(given.email), [])
      assert.equal((await anonymous.post('/auth/login', { email: given.email, password })).status, 401)
    })

  it('accepts names and passwords of 200 characters', async () => {
    const { anonymous } = await testApp()
    const given = createNewcomer({ name: createLongText(200), password: createLongText(200) })

    const { status, data } = await anonymous.post('/auth/signup', given)

    assert.equal(status, 201)
    assert.equal(data.user.name, createLongText(200))
    assert.equal((await anonymous.post('/auth/login', given)).status, 200)
  })

  it('checks passwords against the configured minimum length', async () => {
    const { anonymous } = await testApp({ PASSWORD_MIN_LENGTH: '10' })

    const { status, errors } = await anonymous.post('/auth/signup', createNewcomer({ password: 'ninechars' }))

    assert.equal(status, 422)
    assert.deepEqual(errors, { password: ['The password must be at least 10 characters.'] })
  })

  it('refuses an address that is already used, in any spelling', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const { status, errors } = await anonymous.post('/auth/signup', createNewcomer({ email: email.toUpperCase() }))

    assert.equal(status, 422)
    assert.deepEqual(errors, { email: ['The email has already been taken.'] })
  })

  it('creates one account from twenty simultaneous sign-ups with one address', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const one = createNewcomer({ role: 'researcher' })
    const admin = await given.admin()

    const replies = await runConcurrently(20, () => anonymous.post('/auth/signup', one))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    for (const { status, errors } of replies)
      if (status === 422) assert.deepEqual(errors, { email: ['The email has already been taken.'] })
    assert.equal((await mailsTo(one.email)).length, 1)
    const found = await admin.get(`/users?search=${encodeURIComponent(one.email)}`)
    assert.equal(found.meta.total, 1)
  })
})
