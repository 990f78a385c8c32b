/** Authorization of accounts: one's own and those of other users. */

import { createUniqueEmail, password } from '#test/support/app.ts'
import { createForm } from '#test/support/forms.ts'
import { png } from '#test/support/samples.ts'
import { addPasskey } from '#test/support/second-factor.ts'
import { redirectUri, signIn } from '#test/support/sign-in.ts'
import { all, byRole, type Ids, lists, type Relation, type Scene, type Table } from './matrix.ts'
import { signInAgain, type TestObjects } from './world.ts'

const picture = new File([Uint8Array.from(await png())], 'me.png')
const createAvatar = () => createForm({ avatar: picture })
const secret = 'x'.repeat(43)
const newCredential = { id: 'x', response: { clientDataJSON: 'x', attestationObject: 'x' } }
const usedCredential = { id: 'x', response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }
const start = { action: 'login', redirect_uri: redirectUri }

const sentAnswer = { ...start, code: 'x', state: secret }

/** A second session for each user, so that the first one can end it. */
async function createSessionScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const createSession = async (who: Relation['who']): Promise<Ids> => {
    await signInAgain(world, who)
    const { data } = await who.get('/auth/sessions')
    return { id: data.find((one: { current: boolean }) => !one.current).id }
  }
  const holders: Relation[] = []
  for (const who of await cast('owners')) holders.push({ who, ids: await createSession(who) })
  const [other = admin] = await cast('learners')
  const ids = await createSession(other)
  return {
    'no token': all([nobody], ids),
    stranger: all(await cast('strangers'), ids),
    holder: holders,
    administrator: all([admin], ids),
  }
}

async function createPersonScene({ nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const { id } = await newcomer('learner')
  const themselves = (await cast('people')).map((who) => ({ who, ids: { id: who.id } }))
  return {
    'no token': all([nobody], { id }),
    stranger: all(await cast('strangers'), { id }),
    themselves,
    administrator: all([admin], { id }),
  }
}

const createNew = async ({ who, ids }: Relation, world: TestObjects): Promise<Relation> => ({
  who: who.role === 'nobody' ? who : await world.newcomer(who.role),
  ids,
})

export const accounts: Table[] = [
  {
    name: 'accounts',
    scene: byRole,
    questions: [
      { asks: 'POST /auth/signup', body: () => ({ name: 'Ada', email: createUniqueEmail(), password }) },
      { asks: 'POST /auth/login', body: ({ ids }) => ({ email: ids.email, password }), first: withEmail },
      { asks: 'GET /auth/methods' },
      { asks: 'GET /auth/me' },
      {
        asks: 'POST /auth/logout',
        first: async ({ who, ids }, world) => ({ who: await signInAgain(world, who), ids }),
      },
      { asks: 'POST /auth/logout-all', first: createNew },
      { asks: 'GET /auth/two-factor' },
      { asks: 'POST /auth/two-factor/setup', first: createNew },
      { asks: 'POST /auth/two-factor/enable', body: { code: '000000' } },
      { asks: 'POST /auth/two-factor/disable', body: { code: '000000' } },
      { asks: 'POST /auth/two-factor/recovery-codes', body: { code: '000000' } },
      { asks: 'POST /auth/two-factor', body: { challenge: secret, code: '000000' } },
      { asks: 'POST /auth/passkeys/options', first: createNew },
      { asks: 'POST /auth/passkeys', body: { credential: newCredential } },
      { asks: 'POST /auth/passkeys/login/options' },
      { asks: 'POST /auth/passkeys/login', body: { credential: usedCredential } },
      { asks: 'POST /auth/api-keys', body: { name: 'Sync', scopes: ['jobs:read'], expires_at: null } },
      {
        asks: 'POST /auth/api-keys',
        part: 'for administrators',
        body: { name: 'Sync', scopes: ['admin:read'], expires_at: null },
        denies: 422,
      },
      { asks: 'POST /auth/api-keys/revoke', body: { key: secret } },
      { asks: 'POST /mcp', body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
      { asks: 'GET /mcp', denies: 405 },
      { asks: 'DELETE /mcp', denies: 405 },
      { asks: 'POST /auth/sessions/end', body: { token: secret } },
      { asks: 'POST /auth/google/verify', body: { credential: secret } },
      { asks: 'POST /auth/forgot-password', body: ({ ids }) => ({ email: ids.email }), first: withEmail },
      {
        asks: 'POST /auth/reset-password',
        body: ({ ids }) => ({ token: secret, email: ids.email, password, password_confirmation: password }),
        first: withEmail,
      },
      { asks: 'POST /auth/invitations/show', body: { token: secret } },
      { asks: 'POST /auth/invitations/accept', body: { token: secret, password } },
      { asks: 'POST /auth/email/verify', body: { token: secret } },
      { asks: 'POST /auth/email/reject', body: { token: secret } },
      { asks: 'POST /auth/email/resend', first: createNew },
      { asks: 'GET /auth/{provider}/redirect', query: `?${new URLSearchParams(start)}`, first: signInAtGoogle },
      { asks: 'POST /auth/{provider}/start', body: start, first: signInAtGoogle },
      {
        asks: 'POST /auth/{provider}/start',
        part: 'to link',
        body: { ...start, action: 'link' },
        first: signInAtGoogle,
      },
      { asks: 'POST /auth/{provider}/callback', body: sentAnswer, first: signInAtGoogle },
      {
        asks: 'POST /auth/{provider}/callback',
        part: 'to link',
        body: { ...sentAnswer, action: 'link' },
        first: signInAtGoogle,
      },
      { asks: 'POST /auth/{provider}/unlink', first: linkIdentity },
      { asks: 'POST /auth/update-profile-picture', form: createAvatar },
      { asks: 'POST /profile/upgrade', body: {} },
      { asks: 'GET /profile/eligibility' },
    ],
  },
  {
    name: 'a session',
    scene: createSessionScene,
    questions: [
      { asks: 'GET /auth/sessions', query: '?limit=100', shows: lists },
      { asks: 'DELETE /auth/sessions/{id}' },
    ],
  },
]

/** A passkey and an API key of each user. */
async function createCredentialScene({ nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const create = async (who: Relation['who']): Promise<Ids> => {
    const { passkey } = await addPasskey(who)
    const { data } = await who.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null })
    return { id: passkey.id, key_id: data.id }
  }
  const owners: Relation[] = []
  for (const who of await cast('owners')) owners.push({ who, ids: await create(who) })
  const ids = await create(await newcomer('learner'))
  return {
    'no token': all([nobody], ids),
    stranger: all(await cast('strangers'), ids),
    owner: owners,
    administrator: all([admin], ids),
  }
}

export const credentials: Table[] = [
  {
    name: 'a passkey or an API key',
    scene: createCredentialScene,
    questions: [
      { asks: 'GET /auth/passkeys', query: '?limit=100', shows: lists },
      { asks: 'PUT /auth/passkeys/{id}', body: { name: 'Phone' } },
      { asks: 'GET /auth/api-keys', about: 'key_id', query: '?limit=100', shows: lists },
      { asks: 'DELETE /auth/api-keys/{id}', about: 'key_id', turn: 1 },
      { asks: 'DELETE /auth/passkeys/{id}', turn: 2 },
    ],
  },
]

export const users: Table[] = [
  {
    name: 'a person',
    scene: createPersonScene,
    questions: [
      { asks: 'GET /users', query: '?limit=100', shows: lists },
      { asks: 'GET /users/{id}' },
      { asks: 'GET /users/{id}', part: 'e-mail and the like', shows: ({ email }) => email !== undefined },
      { asks: 'PUT /users/{id}', body: { headline: 'Botanist' } },
      {
        asks: 'PUT /users/{id}',
        part: 'the role',
        body: ({ who }) => ({ role: who.role === 'student' ? 'learner' : 'student' }),
      },
      { asks: 'POST /users/{id}', form: createAvatar },
      { asks: 'POST /users/{id}/upload-avatar', form: createAvatar },
      { asks: 'DELETE /users/{id}/avatar' },
      { asks: 'DELETE /users/{id}/two-factor' },
      { asks: 'DELETE /users/{id}', turn: 1 },
      { asks: 'GET /users/{id}/activity' },
      { asks: 'GET /users/{id}/export' },
      { asks: 'GET /users/{id}/accommodations' },
      { asks: 'PUT /users/{id}/accommodations', body: { factor: 1.5 } },
    ],
  },
]

/** The e-mail address of an existing account. */
async function withEmail({ who, ids }: Relation, { newcomer }: TestObjects): Promise<Relation> {
  const { email } = who.role === 'nobody' ? await newcomer('learner') : who
  return { who, ids: { ...ids, email } }
}

async function signInAtGoogle({ who, ids }: Relation): Promise<Relation> {
  return { who, ids: { ...ids, provider: 'google' } }
}

async function linkIdentity({ who, ids }: Relation, { app }: TestObjects): Promise<Relation> {
  if (who.role !== 'nobody') await signIn(app, { action: 'link' }, who)
  return signInAtGoogle({ who, ids })
}
