import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { type AnyContext, runInTransaction } from '#context.ts'
import { createApp } from '#test/support/app.ts'
import { responds } from './envelope.ts'
import type { Routes } from './routes.ts'

const Times = Type.Object({ outside: Type.Array(Type.String()), inside: Type.Array(Type.String()) })

const readTwice = ({ clock }: AnyContext) => [clock.now(), clock.now()]

/** Routes that show each time that they read. */
const timeRoutes: Routes = (app) => {
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/test/times',
      config: { access: 'public', unaudited: true },
      schema: { response: responds(method === 'GET' ? 200 : 201, Times) },
      handler: async ({ ctx }) => ({
        outside: readTwice(ctx),
        inside: await runInTransaction(ctx, async (tx) => readTwice(tx)),
      }),
    })
}

describe('the time, with a clock that goes on at each reading', () => {
  it('stands still in a request that only reads, and in each transaction, and goes on in other requests', async () => {
    const { anonymous, clock } = await createApp({}, { routes: [timeRoutes] })
    clock.tickMs = 1_000

    const { data: read } = await anonymous.get('/test/times')
    const { data: changed } = await anonymous.post('/test/times')
    const { data: next } = await anonymous.get('/test/times')

    assert.equal(new Set([...read.outside, ...read.inside]).size, 1)
    assert.equal(new Set(changed.inside).size, 1)
    assert.equal(new Set([...changed.outside, ...changed.inside]).size, 3)
    assert.ok(next.outside[0] > changed.inside[0] && changed.inside[0] > changed.outside[1])
  })
})
