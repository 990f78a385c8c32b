import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLimiters } from './rate-limits.ts'

const tracked = 50_000

/** Sends a request of the user to the limit; returns whether it is allowed. */
function createSender() {
  const { general } = createLimiters({ api: 1, auth: 0, upload: 0 })
  const reply = { header: () => reply } as unknown as FastifyReply
  return (userId: number): boolean => {
    let error: Error | undefined
    const request = { ctx: { actor: { id: userId } }, ip: '192.0.2.1' } as unknown as FastifyRequest
    general?.(request, reply, (refusal) => {
      error = refusal
    })
    return error === undefined
  }
}

describe('the seconds until a window ends', () => {
  it('are never more than the window has, at any fraction of a millisecond', (t) => {
    const { general } = createLimiters({ api: 1_000, auth: 0, upload: 0 })
    const seconds = new Set<unknown>()
    const reply = {
      header(name: string, value: unknown) {
        if (name === 'RateLimit-Reset') seconds.add(value)
        return reply
      },
    } as unknown as FastifyReply
    let time = 0
    t.mock.method(performance, 'now', () => time)

    for (let id = 1; id <= 1_000; id++) {
      time = id * 977.123456789
      const request = { ctx: { actor: { id, token_id: id } }, ip: '192.0.2.1' } as unknown as FastifyRequest
      general?.(request, reply, () => undefined)
    }

    assert.deepEqual([...seconds], [60])
  })
})

describe('the callers that a rate limit remembers', () => {
  it('are limited in number, and those who ask again are not forgotten', () => {
    const send = createSender()
    send(1)
    send(2)
    for (let user = 3; user <= tracked; user++) send(user)
    assert.ok(!send(1))

    // One more than are remembered, so the caller who has not asked for the longest time is forgotten.
    send(tracked + 1)

    assert.ok(!send(1))
    assert.ok(send(2))
    assert.ok(!send(tracked + 1))
  })
})
