/** Signs in through providers that the operator named: a certified OpenID provider from npm, which knows only the standard. */

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { systemClock } from '#core/time.ts'
import { createApp, createUniqueEmail, type TestApp, testApp } from '#test/support/app.ts'
import { type Account, openIdProvider } from '#test/support/openid-provider.ts'
import { beginSignIn, callBack, parseRedirect, redirectUri } from '#test/support/sign-in.ts'

const client = { client_id: 'platform', client_secret: 'the secret at campus', redirect_uris: [redirectUri] }
const campus = await openIdProvider([client])
after(() => campus.stop())

const settings = {
  OIDC_PROVIDERS: 'campus',
  OIDC_CAMPUS_ISSUER: campus.issuer,
  OIDC_CAMPUS_CLIENT_ID: client.client_id,
  OIDC_CAMPUS_CLIENT_SECRET: client.client_secret,
  OIDC_CAMPUS_LABEL: 'Campus account',
}
const mapped = {
  ...settings,
  OIDC_CAMPUS_ROLE_CLAIM: 'directory.groups',
  OIDC_CAMPUS_ROLES: 'it:admin,staff:researcher,hr:recruiter',
}
const create = (more: Record<string, string> = {}) => testApp({ ...settings, ...more }, { clock: systemClock })

interface Visitor extends Partial<Account> {
  subject?: string
}

/** Signs in at the provider as the visitor, and sends the answer to the callback. */
async function signIn(
  app: TestApp,
  { subject, ...more }: Visitor = {},
  action: 'login' | 'link' = 'login',
  who = app.anonymous,
) {
  const email = more.email ?? createUniqueEmail()
  const page = action === 'login' ? await beginSignIn(who, { provider: 'campus', action }) : await beginLink(who)
  const account = { email_verified: true, name: 'Grace Hopper', ...more, email }
  const answer = parseRedirect(await campus.signIn(page, subject ?? `subject of ${email}`, account))
  return callBack(who, answer, { provider: 'campus', action })
}

async function beginLink(who: TestApp['anonymous']): Promise<URL> {
  const { data } = await who.post('/auth/campus/start', { action: 'link', redirect_uri: redirectUri })
  return new URL(data.url)
}

describe('a provider of OIDC_PROVIDERS', () => {
  it('is listed with its label and signs in repeatedly, as the same user', async () => {
    const app = await create()
    const email = createUniqueEmail()

    const methods = await app.anonymous.get('/auth/methods')
    const first = await signIn(app, { email })
    const second = await signIn(app, { email })

    assert.deepEqual(methods.data.providers[0], { name: 'campus', label: 'Campus account' })
    assert.equal(first.status, 200, first.text)
    const { user } = first.data
    assert.deepEqual([user.email, user.email_verified, user.login_methods], [email, true, ['campus']])
    assert.equal(second.data.user.id, user.id)
  })

  it('is linked to an account, told by mail with its label, and unlinked', async () => {
    const app = await create()
    const person = await app.given.verifiedUser()

    const linked = await signIn(app, {}, 'link', person)
    const { data } = await person.get('/auth/me')
    const unlinked = await person.post('/auth/campus/unlink', {})

    assert.equal(linked.status, 200, linked.text)
    assert.deepEqual(data.login_methods.toSorted(), ['campus', 'password'])
    const [, mail] = await app.listMails(person.email)
    assert.match(mail?.text ?? '', /signing in through Campus account/)
    assert.equal(unlinked.status, 200)
  })

  it('enters the account of another person neither by an unverified address nor by a state of another provider', async () => {
    const app = await create()
    const person = await app.given.verifiedUser()

    const unverified = await signIn(app, { email: person.email, email_verified: false })
    const page = await beginSignIn(app.anonymous, { provider: 'campus' })
    const answer = parseRedirect(
      await campus.signIn(page, 'a stranger', { email: createUniqueEmail(), email_verified: true, name: 'X' }),
    )
    const elsewhere = await callBack(app.anonymous, answer, { provider: 'google' })

    assert.deepEqual([unverified.status, Object.keys(unverified.errors)], [422, ['email']])
    assert.deepEqual([elsewhere.status, Object.keys(elsewhere.errors)], [422, ['state']])
  })

  it('answers 404 under other names', async () => {
    const app = await create()

    for (const name of ['faculty', 'CAMPUS', 'x', 'constructor']) {
      const start = await app.anonymous.post(`/auth/${name}/start`, { action: 'login', redirect_uri: redirectUri })
      assert.equal(start.status, 404, name)
    }
  })

  it('obeys closed doors', async () => {
    const app = await create({ SIGN_UP: 'invited' })

    const reply = await signIn(app)

    assert.deepEqual([reply.status, reply.message], [403, 'Sign-up is by invitation.'])
  })
})

describe('the domains of a provider', () => {
  const domains = { OIDC_CAMPUS_DOMAINS: 'campus.example.edu' }
  const createCampusEmail = () => createUniqueEmail().replace('example.org', 'campus.example.edu')

  it('admit no other address, also not to an account that is linked', async () => {
    const app = await create(domains)
    const email = createCampusEmail()
    await signIn(app, { email, subject: `moved ${email}` })

    const stranger = await signIn(app)
    const moved = await signIn(app, { email: createUniqueEmail(), subject: `moved ${email}` })

    for (const reply of [stranger, moved])
      assert.deepEqual(
        [reply.status, reply.message],
        [403, 'This provider is for other e-mail addresses. Please sign in in another way.'],
      )
  })

  it('tell a person whose provider shares no address that there is none', async () => {
    const app = await create(domains)
    const page = await beginSignIn(app.anonymous, { provider: 'campus' })
    const account = { email: '', email_verified: true, name: 'Grace Hopper' }
    const answer = parseRedirect(await campus.signIn(page, 'a person without an address', account))

    const { status, errors } = await callBack(app.anonymous, answer, { provider: 'campus' })

    const message = 'The provider shared no e-mail address. Allow it there, or sign up with a password.'
    assert.deepEqual([status, errors], [422, { email: [message] }])
  })

  it('count as verified unless the provider says that an address is not', async () => {
    const app = await create(domains)

    const silent = await signIn(app, { email: createCampusEmail(), email_verified: undefined })
    const denied = await signIn(app, { email: createCampusEmail(), email_verified: false })

    assert.deepEqual([silent.data.user.email_verified, denied.data.user.email_verified], [true, false])
  })
})

describe('the account of an administrator', () => {
  async function createAdmin(app: TestApp, email = createUniqueEmail()) {
    const [root, person] = [await app.given.admin(), await app.given.verifiedUser({ email })]
    assert.equal((await root.put(`/users/${person.id}`, { role: 'admin' })).status, 200)
    return person
  }

  it('is not opened by the address at a provider that answers for no domain, and is left as it is', async () => {
    const app = await create()
    const admin = await createAdmin(app)

    const { status, errors } = await signIn(app, { email: admin.email })

    const [, left] = [await app.settle(), await admin.get('/auth/me')]
    assert.deepEqual([status, Object.keys(errors)], [422, ['email']])
    assert.deepEqual([left.status, left.data.login_methods], [200, ['password']])
  })

  it('is opened once the administrator has linked the provider', async () => {
    const app = await create()
    const admin = await createAdmin(app)
    const who = { email: admin.email, subject: `linked ${admin.email}` }

    const linked = await signIn(app, who, 'link', admin)
    const opened = await signIn(app, who)

    assert.equal(linked.status, 200, linked.text)
    assert.deepEqual([opened.status, opened.data.user.id], [200, admin.id])
  })

  it('is opened by a provider that may make administrators, and by one that answers for the domain', async () => {
    const makes = await create(mapped)
    const answers = await create({ OIDC_CAMPUS_DOMAINS: 'campus.example.edu' })
    const [first, second] = [
      await createAdmin(makes),
      await createAdmin(answers, createUniqueEmail().replace('example.org', 'campus.example.edu')),
    ]

    const replies = [await signIn(makes, { email: first.email }), await signIn(answers, { email: second.email })]

    assert.deepEqual(
      replies.map(({ status, data }) => [status, data.user.role]),
      [
        [200, 'admin'],
        [200, 'admin'],
      ],
    )
  })

  it('has a rule of its own: accounts of other roles are opened by a verified address', async () => {
    const app = await create()
    const recruiter = await app.given.verifiedUser({ role: 'recruiter' })

    const { status, data } = await signIn(app, { email: recruiter.email })

    assert.deepEqual([status, data.user.id], [200, recruiter.id])
  })
})

describe('the roles of a provider', () => {
  it('are given to new accounts by the first value of the setting that the claim has', async () => {
    const app = await create(mapped)

    const staff = await signIn(app, { directory: { groups: ['hr', 'staff'] } })
    const single = await signIn(app, { directory: { groups: 'hr' } })
    const nobody = await signIn(app, { directory: { groups: ['guests', 7, null] } })
    const without = await signIn(app)

    assert.deepEqual(
      [staff, single, nobody, without].map(({ data }) => data.user.role),
      ['researcher', 'recruiter', 'learner', 'learner'],
    )
    assert.ok(staff.data.user.researcher_id)
  })

  it('follow the directory at each sign-in, and take the role from no administrator', async () => {
    const app = await create(mapped)
    const email = createUniqueEmail()
    await signIn(app, { email, directory: { groups: ['hr'] } })

    const promoted = await signIn(app, { email, directory: { groups: ['staff'] } })
    const same = await signIn(app, { email })
    const admin = await signIn(app, { email, directory: { groups: ['it'] } })
    const kept = await signIn(app, { email, directory: { groups: ['hr'] } })

    assert.deepEqual(
      [promoted, same, admin, kept].map(({ data }) => data.user.role),
      ['researcher', 'researcher', 'admin', 'admin'],
    )
  })
})

describe('the settings of named providers', () => {
  for (const [change, message] of [
    [{ OIDC_PROVIDERS: 'Campus' }, /OIDC_PROVIDERS must list names of lower-case letters and digits/],
    [{ OIDC_PROVIDERS: 'google' }, /google, linkedin, orcid, password, passkey are taken/],
    [{ OIDC_PROVIDERS: 'campus,campus' }, /OIDC_PROVIDERS may not list a name twice/],
    [{ OIDC_PROVIDERS: 'campus,faculty' }, /OIDC_FACULTY_ISSUER is missing[\s\S]*OIDC_FACULTY_CLIENT_ID is missing/],
    [{ OIDC_CAMPUS_SCOPES: 'email' }, /OIDC_CAMPUS_SCOPES must contain openid/],
    [{ OIDC_CAMPUS_ROLE_CLAIM: 'groups' }, /OIDC_CAMPUS_ROLE_CLAIM and OIDC_CAMPUS_ROLES go together/],
    [
      { OIDC_CAMPUS_ROLE_CLAIM: 'groups', OIDC_CAMPUS_ROLES: 'x:boss' },
      /must list values with roles[^\n]*not "x:boss"/,
    ],
    [{ OIDC_CAMPUS_DOMAINS: 'x' }, /OIDC_CAMPUS_DOMAINS must list domains/],
  ] as const)
    it(`refuse ${JSON.stringify(change)}`, async () => {
      await assert.rejects(createApp({ ...settings, ...change }), message)
    })
})
