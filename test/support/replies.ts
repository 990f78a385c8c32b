/** Compares replies with what is expected, so that a failure names the request. */

import assert from 'node:assert/strict'
import type { Reply } from './client.ts'

/** Fails with each request whose reply has another status, and with what it said. */
export function assertStatuses(expected: Record<string, readonly [reply: Reply, status: number]>): void {
  const wrong = Object.entries(expected).flatMap(([request, [reply, status]]) =>
    reply.status === status ? [] : [`${request}: expected ${status}, was ${reply.status} ${reply.text.slice(0, 300)}`],
  )
  assert.deepEqual(wrong, [])
}
