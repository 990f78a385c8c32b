import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  adminEmail,
  createApp,
  createUniqueEmail,
  extractToken,
  password,
  type TestApp,
  testApp,
} from '#test/support/app.ts'
import { runCommand } from '#test/support/command.ts'
import { signIn } from '#test/support/sign-in.ts'
import { createSignInLink } from './password-sign-in.ts'

const message = 'Passwords are not used here. Please sign in through a provider or with a passkey.'
const create = () => testApp({ PASSWORD_SIGN_IN: 'false' })

/** Runs the command on the database of the service. */
const runAdmin = ({ platform: { config } }: TestApp, email: string) =>
  runCommand(['admin', '--email', email, '--sign-in-link'], {
    NODE_ENV: 'test',
    APP_SECRET: config.appSecret,
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
    PUBLIC_URL: config.publicUrl,
    PASSWORD_SIGN_IN: 'false',
  })

describe('with PASSWORD_SIGN_IN=false', () => {
  it('refuses everything that needs or sets a password, whether the account exists or not', async () => {
    const { anonymous } = await create()

    for (const reply of [
      await anonymous.post('/auth/signup', { name: 'Ada', email: createUniqueEmail(), password }),
      await anonymous.post('/auth/login', { email: adminEmail, password }),
      await anonymous.post('/auth/login', { email: createUniqueEmail(), password }),
      await anonymous.post('/auth/forgot-password', { email: adminEmail }),
      await anonymous.post('/auth/reset-password', {
        token: 'x',
        email: adminEmail,
        password,
        password_confirmation: password,
      }),
      await anonymous.post('/auth/invitations/accept', { token: 'x', password }),
    ])
      assert.deepEqual([reply.status, reply.message], [403, message])
    assert.equal((await anonymous.get('/auth/methods')).data.password, false)
  })

  it('leaves providers, whose last one cannot be unlinked', async () => {
    const app = await create()

    const { data } = await signIn(app)

    const person = app.withToken(data.token)
    assert.equal((await person.get('/auth/me')).status, 200)
    assert.equal((await person.post('/auth/google/unlink', {})).status, 422)
  })

  it('lets an administrator in with the password and the link of the command line, for 15 minutes', async () => {
    const app = await createApp({ PASSWORD_SIGN_IN: 'false' })
    const link = createSignInLink(app.service.context, adminEmail)
    const logIn = (more: object = {}) =>
      app.anonymous.post('/auth/login', { email: adminEmail, password, link, ...more })

    const right = await logIn()
    const wrong = await logIn({ password: 'wrong password' })
    const forged = await logIn({ link: link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })
    const [, signature = ''] = link.split('.')
    const longer = await logIn({ link: `9999999999.${signature}` })
    app.clock.advance({ minutes: 16 })
    const late = await logIn()

    assert.equal(right.status, 200, right.text)
    assert.deepEqual([wrong.status, forged.status, longer.status, late.status], [401, 403, 403, 403])
  })

  it('prints a link for no other user, and accepts it for no other address', async () => {
    const app = await createApp({ PASSWORD_SIGN_IN: 'false' })
    const { data } = await signIn(app)
    const link = createSignInLink(app.service.context, adminEmail)

    const refused = await runAdmin(app, data.user.email)
    const printed = await runAdmin(app, adminEmail)
    const other = await app.anonymous.post('/auth/login', { email: data.user.email, password, link })

    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, /No administrator has the address/)
    assert.match(printed.stdout, /http:\/\/api\.test\/console\?link=\d+\.[\w-]{43}$/m)
    assert.equal(other.status, 403)
  })

  it('accepts invitations through providers', async () => {
    const app = await createApp({ PASSWORD_SIGN_IN: 'false', SIGN_UP: 'invited' })
    const link = createSignInLink(app.service.context, adminEmail)
    const { data } = await app.anonymous.post('/auth/login', { email: adminEmail, password, link })
    const email = createUniqueEmail()
    await app.withToken(data.token).post('/admin/users', { name: 'Grace', email })
    const token = extractToken((await app.listMails(email))[0])

    const reply = await signIn(app, { email: createUniqueEmail(), invitation: token })

    assert.deepEqual([reply.status, reply.data.user.email], [200, email])
  })

  it('needs a provider in production', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://api.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PAYMENT_GATEWAY: 'sandbox',
    }

    await assert.rejects(
      createApp({ ...production, PASSWORD_SIGN_IN: 'false' }),
      /PASSWORD_SIGN_IN=false needs a provider/,
    )
  })
})
