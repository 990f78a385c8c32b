import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { password, testApp } from '#test/support/app.ts'
import { sessionLimit } from '../sign-in.ts'

describe('the sessions of an account', async () => {
  const { given, clock, anonymous, withToken } = await testApp()

  it('ends the session that was used longest ago, and lets its owner in', async () => {
    const { email, token } = await given.user()
    const logIn = async (): Promise<string> => {
      clock.advance({ minutes: 1 })
      const reply = await anonymous.post('/auth/login', { email, password })
      assert.equal(reply.status, 200, reply.text)
      return reply.data.token
    }
    const { most } = sessionLimit
    assert.equal(most, 500)
    sessionLimit.most = 2
    try {
      const tokens = [token, await logIn(), await logIn()]
      const states = await Promise.all(tokens.map(async (one) => (await withToken(one).get('/auth/me')).status))
      assert.deepEqual(states, [401, 200, 200])
    } finally {
      sessionLimit.most = most
    }
  })
})
