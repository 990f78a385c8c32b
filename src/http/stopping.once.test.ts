import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { createApp } from '#test/support/app.ts'
import { createBlocker, waitUntil } from '#test/support/background.ts'
import type { Client } from '#test/support/client.ts'
import { responds } from './envelope.ts'
import type { Routes } from './routes.ts'

const isRefused = (client: Client) =>
  client.get('/health/live').then(
    ({ status }) => status === 503,
    () => true,
  )

describe('a service that is shutting down', () => {
  async function createStoppingApp() {
    const { act, begun, release } = createBlocker()
    const createSlowRequest: Routes = (app) => {
      app.get('/test/slow', {
        config: { access: 'public' },
        schema: { response: responds(200, Type.Object({ late: Type.Boolean() })) },
        async handler() {
          await act()
          return { late: true }
        },
      })
    }
    return { ...(await createApp({}, { routes: [createSlowRequest] })), begun, release }
  }

  it('completes running requests, accepts no new ones, and ends without delay', async () => {
    const { anonymous, service, begun, release } = await createStoppingApp()
    const running = anonymous.get('/test/slow')
    await begun

    const stopped = service.stop()
    await waitUntil(() => isRefused(anonymous))
    release()

    const { status, data } = await running
    assert.equal(status, 200)
    assert.deepEqual(data, { late: true })
    await stopped
    await assert.rejects(anonymous.get('/health/live'))
  })

  it('responds in the envelope to a request that was on its way', async () => {
    const { address, anonymous, service } = await createApp()
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const whole = 'GET /health/live HTTP/1.1\r\nHost: api.test\r\n'
    // The first response shows that the beginning of the second request has arrived.
    socket.write(`${whole}\r\n${whole}`)
    await once(socket, 'data')

    const stopped = service.stop()
    await waitUntil(() => isRefused(anonymous))
    const received = text(socket)
    socket.write('\r\n')
    const [head = '', body = ''] = (await received).split('\r\n\r\n')
    await stopped

    assert.match(head, /^HTTP\/1.1 503 /)
    assert.match(head, /^connection: close$/im)
    assert.match(head, /^retry-after: \d+$/im)
    const { code, error, status } = JSON.parse(body)
    assert.deepEqual([code, error, status], [503, true, 'error'])
  })
})
