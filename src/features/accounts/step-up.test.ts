import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import type { Client, Reply } from '#test/support/client.ts'
import { addPasskey, enableTwoFactor, logInWithPasskey } from '#test/support/second-factor.ts'
import { redirectUri, signIn } from '#test/support/sign-in.ts'

const refused = { reauthentication: ['Please sign in again to do this.'] }
const key = { name: 'Sync', scopes: ['jobs:read'], expires_at: null }

interface Change {
  what: string
  send: (client: Client, ids: { id: number; passkey: number; key: number }) => Promise<Reply>
}

const changes: Change[] = [
  {
    what: 'the password',
    send: (client, { id }) => client.put(`/users/${id}`, { password: 'another horse', current_password: password }),
  },
  {
    what: 'the e-mail address',
    send: (client, { id }) => client.put(`/users/${id}`, { email: 'new@example.org', current_password: password }),
  },
  { what: 'a new passkey', send: (client) => client.post('/auth/passkeys/options') },
  { what: 'the removal of a passkey', send: (client, ids) => client.delete(`/auth/passkeys/${ids.passkey}`) },
  { what: 'a new API key', send: (client) => client.post('/auth/api-keys', key) },
  { what: 'the end of an API key', send: (client, ids) => client.delete(`/auth/api-keys/${ids.key}`) },
  {
    what: 'turning off the second factor',
    send: (client) => client.post('/auth/two-factor/disable', { code: '000000' }),
  },
  {
    what: 'new recovery codes',
    send: (client) => client.post('/auth/two-factor/recovery-codes', { code: '000000' }),
  },
  { what: 'a new setup', send: (client) => client.post('/auth/two-factor/setup') },
  { what: 'enabling a setup', send: (client) => client.post('/auth/two-factor/enable', { code: '000000' }) },
  {
    what: 'linking a provider',
    send: (client) => client.post('/auth/google/start', { action: 'link', redirect_uri: redirectUri }),
  },
  {
    what: 'finishing to link a provider',
    send: (client) =>
      client.post('/auth/google/callback', { action: 'link', redirect_uri: redirectUri, code: 'x', state: 'x' }),
  },
  { what: 'unlinking a provider', send: (client) => client.post('/auth/google/unlink') },
  { what: 'the deletion of the account', send: (client, { id }) => client.delete(`/users/${id}`) },
]

async function createCredentials(person: Person) {
  const { passkey } = await addPasskey(person)
  const { data } = await person.post('/auth/api-keys', key)
  return { id: person.id, passkey: passkey.id, key: data.id }
}

describe('fifteen minutes after the sign-in, an account with a second factor or a passkey', () => {
  for (const { what, send } of changes)
    it(`is asked to sign in again for ${what}`, async () => {
      const app: TestApp = await testApp()
      const person = await app.given.user()
      const ids = await createCredentials(person)
      app.clock.advance({ minutes: 15 })

      const { status, message, errors } = await send(person, ids)

      assert.deepEqual([status, message, errors], [403, 'Please sign in again to do this.', refused])
    })

  it('changes its profile and leaves as before', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const { passkey } = await createCredentials(person)
    app.clock.advance({ hours: 2 })

    assert.equal((await person.put(`/users/${person.id}`, { headline: 'Botanist', email: person.email })).status, 200)
    assert.equal((await person.put(`/auth/passkeys/${passkey}`, { name: 'Phone' })).status, 200)
    assert.equal((await person.get('/auth/passkeys')).status, 200)
    assert.equal((await person.post('/auth/logout-all')).status, 200)
  })

  it('may change its credentials with the session of a new sign-in', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const { device } = await addPasskey(person)
    app.clock.advance({ hours: 2 })

    const { data } = await logInWithPasskey(app.anonymous, device)

    assert.equal((await app.withToken(data.token).post('/auth/api-keys', key)).status, 201)
    assert.equal((await person.post('/auth/api-keys', key)).status, 403)
  })

  it('protects the accounts of others from an old session of an administrator', async () => {
    const app = await testApp()
    const [root, person] = [await app.given.admin(), await app.given.user()]
    await root.put(`/users/${person.id}`, { role: 'admin' })
    const { data } = await app.anonymous.post('/auth/login', { email: person.email, password })
    const admin = app.withToken(data.token)
    const ada = await app.given.user()
    await enableTwoFactor(app, admin)
    app.clock.advance({ minutes: 15 })

    for (const reply of [
      await admin.put(`/users/${ada.id}`, { role: 'recruiter' }),
      await admin.put(`/users/${ada.id}`, { password: 'another horse' }),
      await admin.delete(`/users/${ada.id}`),
      await admin.delete(`/users/${ada.id}/two-factor`),
    ])
      assert.deepEqual([reply.status, reply.errors], [403, refused])
  })
})

describe('fifteen minutes after the sign-in, an account with a password only', () => {
  const byPassword = ['the password', 'the e-mail address']

  for (const { what, send } of changes.filter((change) => !byPassword.includes(change.what)))
    it(`is asked to sign in again for ${what}`, async () => {
      const app = await testApp()
      const person = await app.given.user()
      const { data } = await person.post('/auth/api-keys', key)
      app.clock.advance({ minutes: 15 })

      const { status, errors } = await send(person, { id: person.id, passkey: 1, key: data.id })

      assert.deepEqual([status, errors], [403, refused])
      assert.equal((await person.get('/auth/me')).status, 200)
    })

  for (const { what, send } of changes.filter((change) => byPassword.includes(change.what)))
    it(`is not asked to sign in again for ${what}, which its password allows`, async () => {
      const app = await testApp()
      const person = await app.given.user()
      app.clock.advance({ minutes: 15 })

      assert.equal((await send(person, { id: person.id, passkey: 1, key: 1 })).status, 200)
    })

  it('may delete itself with the session of a new sign-in', async () => {
    const app = await testApp()
    const person = await app.given.user()
    app.clock.advance({ days: 10 })

    const { data } = await app.anonymous.post('/auth/login', { email: person.email, password })

    assert.equal((await app.withToken(data.token).delete(`/users/${person.id}`)).status, 200)
  })

  it('administers the accounts of others as before', async () => {
    const app = await testApp()
    const [root, ada, eve] = [await app.given.admin(), await app.given.user(), await app.given.user()]
    await root.put(`/users/${eve.id}`, { role: 'admin' })
    const { data } = await app.anonymous.post('/auth/login', { email: eve.email, password })
    const admin = app.withToken(data.token)
    app.clock.advance({ minutes: 15 })

    assert.equal((await admin.put(`/users/${ada.id}`, { role: 'recruiter', email: 'other@example.org' })).status, 200)
    assert.equal((await admin.delete(`/users/${ada.id}`)).status, 200)
  })
})

describe('an account without a password', () => {
  it('changes its address after a recent sign-in only', async () => {
    const app = await testApp()
    const { data } = await signIn(app, { provider: 'google', email: createUniqueEmail() })
    const person = app.withToken(data.token)
    const change = (email: string) => person.put(`/users/${data.user.id}`, { email })

    const early = await change('first@example.org')
    app.clock.advance({ minutes: 15 })
    const late = await change('second@example.org')

    assert.equal(early.data.pending_email, 'first@example.org')
    assert.deepEqual([late.status, late.errors], [403, refused])
  })
})
