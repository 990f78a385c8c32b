/** What a service leaves to the next one that uses its server: the routes, and nothing that it knows. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, endApps } from '#test/support/app.ts'

const settings = { ORGANIZATION_NAME: 'Pool' }

describe('a server that services use one after the other', () => {
  it('answers with the database and the clock of the service that uses it', async () => {
    const first = await createApp(settings)
    const { server } = first.service.server
    const ada = await first.given.user({ email: 'ada@example.org' })
    first.clock.advance({ days: 3 })
    await endApps()

    const second = await createApp(settings)
    const stranger = await second.withToken(ada.token).get('/auth/me')
    const next = await second.given.user({ email: 'ada@example.org' })

    assert.equal(second.service.server.server, server)
    assert.equal(stranger.status, 401)
    assert.equal(next.id, ada.id)
    assert.equal((await next.get('/auth/me')).data.created_at, second.clock.now())
  })

  it('is another one for other settings, for a service that runs beside it, and after an open stream', async () => {
    const [one, beside, other] = [
      await createApp(settings),
      await createApp(settings),
      await createApp({ ORGANIZATION_NAME: 'Other' }),
    ]
    const servers = [one, beside, other].map(({ service }) => service.server.server)
    const reader = await one.given.user()
    assert.equal((await reader.get('/notifications/stream')).status, 200)
    await endApps()

    const [next, last] = [await createApp(settings), await createApp(settings)]

    assert.equal(new Set(servers).size, 3)
    assert.equal(next.service.server.server, servers[1])
    assert.ok(!servers.includes(last.service.server.server))
  })

  it('is closed by a service that a test stops', async () => {
    const { service, address } = await createApp(settings)
    await service.stop()
    await assert.rejects(fetch(`${address}/health/live`))
    const { service: next } = await createApp(settings)
    assert.notEqual(next.server.server, service.server.server)
  })
})

describe('a server that the service of a test has used', () => {
  const servers: unknown[] = []
  for (const place of ['first', 'next'])
    it(`serves the ${place} test`, async () => {
      const { service } = await createApp(settings)
      servers.push(service.server.server)
      assert.equal(servers.at(-1), servers[0])
    })
})
