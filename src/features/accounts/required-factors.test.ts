import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, testApp } from '#test/support/app.ts'
import { enableTwoFactor } from '#test/support/second-factor.ts'

const settings = { REQUIRE_TWO_FACTOR: 'admin, recruiter' }
const refused = { two_factor: ['Your role needs a second factor. Please set it up first.'] }

describe('with REQUIRE_TWO_FACTOR, a user of the role', () => {
  it('can only set the second factor up until it is turned on', async () => {
    const app = await testApp(settings)
    const recruiter = await app.given.user({ role: 'recruiter' })

    for (const reply of [
      await recruiter.get('/job-posts'),
      await recruiter.get(`/users/${recruiter.id}`),
      await recruiter.post('/job-posts', { title: 'Botanist', description: 'Plants.' }),
      await recruiter.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null }),
      await recruiter.get('/subscriptions/plans'),
    ])
      assert.deepEqual([reply.status, reply.errors], [403, refused], reply.text)
    for (const path of ['/auth/me', '/auth/two-factor', '/auth/sessions'])
      assert.equal((await recruiter.get(path)).status, 200, path)

    await enableTwoFactor(app, recruiter)
    assert.equal((await recruiter.get('/job-posts')).status, 200)
    assert.equal((await recruiter.post('/auth/logout')).status, 200)
  })

  it('is an administrator too, and others are not affected', async () => {
    const app = await testApp(settings)
    const [admin, learner] = [await app.given.admin(), await app.given.user()]

    assert.deepEqual((await admin.get('/coupons')).errors, refused)
    assert.equal((await learner.get('/job-posts')).status, 200)
  })

  it('is limited again after turning it off, with all API keys', async () => {
    const app = await testApp(settings)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const factor = await enableTwoFactor(app, recruiter)
    const { data } = await recruiter.post('/auth/api-keys', { name: 'Sync', scopes: ['jobs:read'], expires_at: null })
    assert.equal((await app.withToken(data.key).get('/job-posts')).status, 200)

    await recruiter.post('/auth/two-factor/disable', { code: factor.nextCode() })

    assert.deepEqual((await app.withToken(data.key).get('/job-posts')).errors, refused)
    assert.deepEqual((await recruiter.get('/job-posts')).errors, refused)
  })
})

describe('REQUIRE_TWO_FACTOR', () => {
  it('refuses what is no role', async () => {
    await assert.rejects(
      createApp({ REQUIRE_TWO_FACTOR: 'admin,boss' }),
      /REQUIRE_TWO_FACTOR must list roles \(student, learner, researcher, recruiter, admin\), not "boss"\./,
    )
  })
})
