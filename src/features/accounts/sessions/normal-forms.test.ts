import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { describe, it } from 'node:test'
import { prepare } from '#database/query/prepare.ts'
import { createUniqueEmail, testApp } from '#test/support/app.ts'

const app = await testApp()
const composed = 'pässwörd é'
const decomposed = composed.normalize('NFD')

const signUp = (more: object) =>
  app.anonymous.post('/auth/signup', { name: 'José', email: createUniqueEmail(), password: composed, ...more })
const setHash = prepare((q, p: { email: string; password_hash: string }) =>
  q.updateTable('users').set({ password_hash: p.password_hash }).where('email', '=', p.email),
)
const setEmail = prepare((q, p: { email: string; stored: string }) =>
  q.updateTable('users').set({ email: p.stored }).where('email', '=', p.email),
)
const logIn = async (email: string, password: string) =>
  (await app.anonymous.post('/auth/login', { email, password })).status

describe('a password', () => {
  it('signs in composed, decomposed and with another space, whichever was stored', async () => {
    for (const password of [composed, decomposed]) {
      const email = createUniqueEmail()
      const signup = await signUp({ email, password, password_confirmation: composed })

      assert.equal(signup.status, 201, signup.text)
      for (const typed of [composed, decomposed, composed.replace(' ', '\u00a0')])
        assert.equal(await logIn(email, typed), 200)
      assert.equal(await logIn(email, composed.replace('é', 'e')), 401)
    }
  })

  it('signs in with a hash of decomposed letters, which earlier versions stored', async () => {
    const email = createUniqueEmail()
    await signUp({ email })
    const nonce = Buffer.alloc(16, 7)
    const cost = { parallelism: 1, tagLength: 32, memory: 8, passes: 1 }
    const tag = crypto.argon2Sync('argon2id', { message: decomposed, nonce, ...cost })
    const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
    await setHash.run(app.platform, { email, password_hash: `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}` })

    assert.deepEqual([await logIn(email, decomposed), await logIn(email, composed)], [200, 200])
  })

  it('has its least length in composed letters', async () => {
    const reply = await signUp({ password: 'äöü'.normalize('NFD') })

    assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['password']])
  })
})

describe('an e-mail address', () => {
  it('is one account in composed and decomposed letters', async () => {
    const email = `josé-${createUniqueEmail()}`

    const first = await signUp({ email: email.normalize('NFD').toUpperCase() })
    const second = await signUp({ email })

    assert.deepEqual([first.status, first.data.user.email], [201, email])
    assert.deepEqual([second.status, Object.keys(second.errors)], [422, ['email']])
    assert.equal(await logIn(email.normalize('NFD'), composed), 200)
    assert.equal((await app.anonymous.post('/auth/forgot-password', { email: email.normalize('NFD') })).status, 200)
  })

  it('that an earlier version stored in decomposed letters still signs in, and is taken', async () => {
    const email = createUniqueEmail()
    await signUp({ email })
    const accented = `é${email}`
    const stored = accented.normalize('NFD')
    await setEmail.run(app.platform, { email, stored })

    assert.deepEqual([await logIn(accented, composed), await logIn(stored, composed)], [200, 200])
    assert.equal((await signUp({ email: accented })).status, 422)
  })

  it('with an invisible character is refused', async () => {
    for (const hidden of ['\u200b', '\u00ad', '\u200d', '\u202e', '\ufeff', '\u3164', '\u2060', '\u2800']) {
      const reply = await signUp({ email: `ada${hidden}@example.org` })
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['email']], JSON.stringify(hidden))
    }
  })
})

describe('names within an account', () => {
  it('are stored in one form', async () => {
    const person = await app.given.user()

    const { data } = await person.put(`/users/${person.id}`, { name: 'Jose\u0301 \ufa19', headline: 'E\u0301crivain' })

    assert.deepEqual([data.name, data.headline], ['José \ufa19', 'Écrivain'])
  })
})
