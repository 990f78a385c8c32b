import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, extractToken, linkIn, password, testApp } from '#test/support/app.ts'

const strict = () => testApp({ PASSWORD_REFUSE_COMMON: 'true' })
const common = 'This password is one of the commonest. Please choose another.'
const personal = 'The password may not be your name or e-mail address.'

describe('with PASSWORD_REFUSE_COMMON, a new password', () => {
  const email = createUniqueEmail()
  for (const [given, sentence] of [
    ['password', common],
    ['PassWord', common],
    ['123456', common],
    ['Lovelace', personal],
    ['ada lovelace', personal],
    ['adalovelace', personal],
    [email, personal],
    [email.split('@')[0], personal],
  ] as const)
    it(`is not ${given?.replace(/-.*/, '')} at sign-up`, async () => {
      const { anonymous } = await strict()

      const reply = await anonymous.post('/auth/signup', { name: 'Ada Lovelace', email, password: given })

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, { password: [sentence] })
    })

  it('is checked with the profile when it is changed or reset', async () => {
    const { anonymous, given, listMails } = await strict()
    const ada = await given.user({ name: 'Ada Lovelace' })
    const change = (next: string) => ada.put(`/users/${ada.id}`, { password: next, current_password: password })
    assert.deepEqual((await change('sunshine')).errors, { password: [common] })
    assert.deepEqual((await change('Lovelace')).errors, { password: [personal] })
    assert.equal((await change('a better one')).status, 200)

    await anonymous.post('/auth/forgot-password', { email: ada.email })
    const mails = await listMails(ada.email)
    const mail = mails.find(({ subject }) => subject.startsWith('Reset'))
    assert.equal(linkIn(mail).pathname, '/reset-password')
    const reset = (next: string) =>
      anonymous.post('/auth/reset-password', {
        token: extractToken(mail),
        email: ada.email,
        password: next,
        password_confirmation: next,
      })
    assert.deepEqual((await reset('LOVELACE')).errors, { password: [personal] })
    assert.equal((await reset('yet another one')).status, 200)
  })

  it('is accepted as the contract says without the setting', async () => {
    const { anonymous } = await testApp()

    const account = { name: 'Ada', email: createUniqueEmail(), password: 'password' }
    assert.equal((await anonymous.post('/auth/signup', account)).status, 201)
  })
})
