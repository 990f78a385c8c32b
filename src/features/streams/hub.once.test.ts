import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#config.ts'
import { EventStream } from '#http/event-stream.ts'
import { waitUntil } from '#test/support/background.ts'
import type { EventSource } from './follower.ts'
import { Hub } from './hub.ts'

const config = readConfig({
  NODE_ENV: 'test',
  SANDBOX: 'public',
  DATA_DIR: tmpdir(),
  PUBLIC_URL: 'https://api.example.org/v1',
  STREAM_HEARTBEAT: '2',
})
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** There is always a next event. */
const source: EventSource = {
  name: 'streams of a test',
  event: 'test',
  listen: async () => () => undefined,
  read: async (known) =>
    new Map(
      known.map(({ user_id, id }) => [user_id, { events: [{ id: id + 1, data: {} }], reached: id, more: false }]),
    ),
  findValidTokens: async (followers) => new Set(followers.map(({ token_id }) => token_id)),
}

/** A response whose buffers are full after each write, until the test emits `drain`. */
function createFullResponse(): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.write = () => false
  return response
}

describe('the heartbeat of a stream', () => {
  it('ends it when its client has read nothing since the last one, but not when the client reads slowly', async (t) => {
    const hub = new Hub({ config, log }, source)
    t.after(() => hub.close())
    const [slow, silent] = [createFullResponse(), createFullResponse()]
    for (const [index, response] of [slow, silent].entries())
      hub.add(new EventStream(response), { user_id: index + 1, subject: index + 1, token_id: index + 1, known: 0 })
    // Between two heartbeats, so that the buffers are full again at each of them.
    await pause(500)
    const reading = setInterval(() => slow.emit('drain'), 1_000)
    t.after(() => clearInterval(reading))

    await waitUntil(() => silent.destroyed)

    assert.ok(!slow.destroyed)
    clearInterval(reading)
    await waitUntil(() => slow.destroyed)
  })
})
