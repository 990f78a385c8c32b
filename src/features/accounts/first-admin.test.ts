import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Context } from '#context.ts'
import { ask } from '#test/contract/empty-database.ts'
import { adminEmail, createApp, password, type TestApp } from '#test/support/app.ts'
import { createFirstAdmin } from './first-admin.ts'

/** Starts as with the settings, and returns what was created and what was logged. */
async function start({ service: { context } }: TestApp, admin: Context['config']['admin']) {
  const logged: unknown[] = []
  const log = (level: string) => (fields: unknown, message: unknown) => void logged.push([level, message, fields])
  const created = await createFirstAdmin({
    ...context,
    config: { ...context.config, admin },
    log: { ...context.log, info: log('info'), warn: log('warn') },
  })
  return { created, logged }
}

/** Leaves the service with accounts of which none is an administrator. */
const demote = ({ platform: { config } }: TestApp) => ask(config, "update users set role = 'learner' returning id")

const other = { email: 'first@example.org', password }

describe('the first administrator of a service that has accounts', () => {
  it('is created where there is none, once', async () => {
    const app = await createApp()
    await demote(app)

    const results = await Promise.all([start(app, other), start(app, other)])

    assert.deepEqual(
      results.map(({ created }) => created).filter((one) => one !== null),
      [{ email: other.email, password: null }],
    )
    const reply = await app.anonymous.post('/auth/login', other)
    assert.equal(reply.data.user.role, 'admin')
  })

  it('is not the account of another with the same address, which the log says', async () => {
    const app = await createApp()
    await demote(app)

    const { created, logged } = await start(app, { email: adminEmail, password: 'another password' })

    assert.equal(created, null)
    const reason = 'ADMIN_EMAIL is the address of another account, and there is no administrator: run npm run admin'
    assert.deepEqual(logged, [['warn', 'administrator not created', { reason }]])
    const reply = await app.anonymous.post('/auth/login', { email: adminEmail, password })
    assert.equal(reply.data.user.role, 'learner')
  })

  it('is missing without settings, which the log says', async () => {
    const app = await createApp()
    await demote(app)

    const { created, logged } = await start(app, null)

    assert.equal(created, null)
    const reason = 'ADMIN_EMAIL and ADMIN_PASSWORD are not set, and there is no administrator: run npm run admin'
    assert.deepEqual(logged, [['warn', 'administrator not created', { reason }]])
  })

  it('is not created beside another, of which the log tells unless it is the configured one', async () => {
    const app = await createApp()

    const [same, none, another] = [
      await start(app, { email: adminEmail, password }),
      await start(app, null),
      await start(app, other),
    ]

    assert.deepEqual(
      [same, none],
      [
        { created: null, logged: [] },
        { created: null, logged: [] },
      ],
    )
    const reason = 'ADMIN_EMAIL is the address of none, and there are others'
    assert.deepEqual(another, { created: null, logged: [['info', 'administrator not created', { reason }]] })
  })
})
