import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { readEvents } from '../src/events.ts'
import { type FollowOptions, followChanges, followNotifications, isProblem, type StreamState } from '../src/index.ts'

const ends: (() => void)[] = []
after(() => {
  for (const end of ends) end()
})

type Answer = (response: ServerResponse) => void

/** A service that responds to each connection in turn with the given function, and records the requests. */
async function startStreamService(...answers: Answer[]) {
  const asked: IncomingHttpHeaders[] = []
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    paths.push(request.url)
    answers[asked.length - 1]?.(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const options = {
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'rps_x',
    retries: 0,
    pause: async () => undefined,
  }
  const follow = (more: FollowOptions = {}) => followNotifications(options, more)
  return { asked, paths, follow, options }
}

const formatEvents = (...ids: number[]) =>
  ids.map((id) => `id: ${id}\nevent: notification\ndata: {"id":${id}}\n\n`).join('')
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const refuse =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ message: 'Unauthenticated.' }))

/** Reads the given number of ids. */
async function takeFirst(count: number, notifications: AsyncIterable<{ id: number }>) {
  const ids: number[] = []
  for await (const { id } of notifications) if (ids.push(id) === count) break
  return ids
}

describe('Following notifications', () => {
  it('yields each notification once over lost connections, until the token expires', async () => {
    const { asked, paths, follow } = await startStreamService(
      (response) => begin(response).end(formatEvents(1, 2)),
      (response) => response.destroy(),
      refuse(503),
      (response) => begin(response).write(formatEvents(3), () => response.destroy()),
      refuse(401),
    )
    const notifications = follow({ after: 0 })

    const ids = await takeFirst(3, { [Symbol.asyncIterator]: () => ({ next: () => notifications.next() }) })
    const ended = notifications.next()

    await assert.rejects(ended, (error) => isProblem(error, 401))
    assert.deepEqual(ids, [1, 2, 3])
    assert.deepEqual(
      asked.map((headers) => headers['last-event-id']),
      ['0', '2', '2', '2', '3'],
    )
    assert.ok(asked.every((headers) => headers.authorization === 'Bearer rps_x'))
    assert.deepEqual(new Set(paths), new Set(['/notifications/stream']))
  })

  it('ends without an error when the signal aborts, and closes the connection when the caller stops reading', async () => {
    const closed: Promise<unknown>[] = []
    const open: Answer = (response) => {
      closed.push(once(response, 'close'))
      begin(response).write(formatEvents(1))
    }
    const { follow } = await startStreamService(open, open)
    const stop = new AbortController()

    const left = await takeFirst(1, follow())
    const ids: number[] = []
    for await (const { id } of follow({ signal: stop.signal })) {
      ids.push(id)
      stop.abort()
    }

    assert.deepEqual([left, ids], [[1], [1]])
    await Promise.all(closed)
    assert.equal(closed.length, 2)
  })

  it('reconnects when the connection sends nothing, and reports the state of the connection', async () => {
    const states: StreamState[] = []
    const { asked, follow } = await startStreamService(
      // Accepts the connection and sends nothing more.
      (response) => begin(response).write(formatEvents(1)),
      (response) => begin(response).write(`: beat\n\n${formatEvents(2)}`),
    )

    const ids = await takeFirst(2, follow({ silenceLimitMs: 2_000, onState: (state) => states.push(state) }))

    assert.deepEqual(ids, [1, 2])
    assert.equal(asked[1]?.['last-event-id'], '1')
    assert.deepEqual(states, ['connecting', 'open', 'waiting', 'connecting', 'open', 'closed'])
  })

  it('waits longer after each failure, up to half a minute', async () => {
    const pauses: number[] = []
    const { options } = await startStreamService(...Array.from({ length: 8 }, () => refuse(503)), refuse(401))
    const pause = async (milliseconds: number) => void pauses.push(milliseconds)

    await assert.rejects(takeFirst(1, followNotifications({ ...options, pause })), (error) => isProblem(error, 401))

    for (const [index, wait] of pauses.entries()) {
      const most = Math.min(1_000 * 2 ** index, 30_000)
      assert.ok(wait >= most / 2 && wait <= most, `${wait} ms after ${index} failures`)
    }
    assert.equal(pauses.length, 8)
  })
})

describe('Following changes', () => {
  it('yields changes of the types, and none twice', async () => {
    const { asked, paths, options } = await startStreamService(
      (response) => begin(response).end(formatEvents(7, 8).replaceAll('notification', 'change')),
      (response) => begin(response).write(formatEvents(9).replaceAll('notification', 'change')),
    )
    const ids = await takeFirst(3, followChanges(options, { after: 6, types: ['job_post', 'course'] }))
    assert.deepEqual(ids, [7, 8, 9])
    assert.deepEqual(
      asked.map((headers) => headers['last-event-id']),
      ['6', '8'],
    )
    assert.deepEqual(paths, new Array(2).fill('/changes/stream?types=job_post%2Ccourse'))
  })

  it('ends with 410 when the changes in between are not kept', async () => {
    const { options } = await startStreamService(refuse(410))
    await assert.rejects(followChanges(options, { after: 1 }).next(), (error) => isProblem(error, 410))
  })
})

describe('Server-sent events', () => {
  for (const [what, text, expected] of [
    ['of several lines', 'data: a\ndata:b\n\n', [{ event: 'message', data: 'a\nb', id: '' }]],
    [
      'with an id that stays',
      'id: 1\ndata: a\n\ndata: b\n\n',
      ['a', 'b'].map((data) => ({ event: 'message', data, id: '1' })),
    ],
    ['among comments', ': ping\r\n\r\nevent: x\r\ndata: é\r\n\r\n', [{ event: 'x', data: 'é', id: '' }]],
    ['without data', 'event: x\n\nretry: 5\n\nnonsense\n\n', []],
    ['that are cut off', 'data: a\n', []],
  ] as const)
    it(`${what} are read, however the bytes are split`, async () => {
      for (const size of [1, 2, 1000]) {
        const bytes = new TextEncoder().encode(text)
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.slice(index * size, (index + 1) * size),
        )

        const read = await Array.fromAsync(readEvents(new Response(ReadableStream.from(pieces))))

        assert.deepEqual(read, expected)
      }
    })
})
