import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createService } from '#service.ts'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { type Following, follow } from '#test/support/event-stream.ts'
import { sendNotification } from '#test/support/notifications.ts'

const path = '/notifications/stream'
const beating = { STREAM_HEARTBEAT: '1' }

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })

/** A stream that ends with the test. */
async function open(
  test: { after(end: () => Promise<void>): void },
  { address }: Pick<TestApp, 'address'>,
  person: Person,
  headers: Record<string, string> = {},
): Promise<Following> {
  const stream = await follow(address, path, { ...bearer(person), ...headers })
  test.after(() => stream.close())
  assert.equal(stream.status, 200)
  return stream
}

const listIds = (events: readonly { id: number }[]) => events.map(({ id }) => id)

/** The ids of all notifications of a user, oldest first. */
async function listReceivedIds(person: Person): Promise<number[]> {
  const pages = await runSequentially(2, (index) => person.get(`/notifications?limit=100&page=${index + 1}`))
  return listIds(pages.flatMap(({ data }) => data)).reverse()
}

describe('GET /notifications/stream', () => {
  it('sends new notifications of the caller, in the same form as the list', async (t) => {
    const app = await testApp()
    const [person, other] = [await app.given.user(), await app.given.user()]
    await sendNotification(app.platform, person)
    const stream = await open(t, app, person)

    await sendNotification(app.platform, other)
    await sendNotification(app.platform, person, { type: 'exam_reminder', message: 'Line\nbreaks: too' })

    const { id, event, data } = await stream.next()
    const [newest] = (await person.get('/notifications')).data
    assert.deepEqual([id, event, data], [newest.id, 'notification', newest])
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.match(stream.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(stream.headers.get('access-control-allow-origin'), '*')
    assert.equal(stream.headers.get('x-content-type-options'), 'nosniff')
  })

  it('sends each notification once and in order to every stream, whatever is created at once', async (t) => {
    const app = await testApp()
    const people = await runSequentially(3, () => app.given.user())
    const streams = await runSequentially(2, () => Promise.all(people.map((person) => open(t, app, person))))

    await runConcurrently(20, () => Promise.all(people.map((person) => sendNotification(app.platform, person))))

    for (const theirs of streams)
      for (const [index, person] of people.entries())
        assert.deepEqual(listIds((await theirs[index]?.take(20)) ?? []), await listReceivedIds(person))
  })

  it("continues after the last notification that the client received, by header or query, and never before the stream's own start", async (t) => {
    const app = await testApp()
    const person = await app.given.user()
    for (let count = 0; count < 120; count++) await sendNotification(app.platform, person)
    await person.put('/notifications/read-all')
    const ids = await listReceivedIds(person)

    const all = await open(t, app, person, { 'last-event-id': '0' })
    const some = await open(t, app, person, { 'last-event-id': String(ids[99]) })
    const asked = await follow(app.address, `${path}?last_event_id=${ids[109]}`, bearer(person))
    t.after(() => asked.close())
    const ahead = await open(t, app, person, { 'last-event-id': '999999999' })
    const strange = await open(t, app, person, { 'last-event-id': 'what?' })
    await sendNotification(app.platform, person)
    ids.push(...(await listReceivedIds(person)).slice(-1))

    const everything = await all.take(121)
    assert.deepEqual(listIds(everything), ids)
    assert.deepEqual(
      everything.map(({ data }) => data.read),
      [...new Array(120).fill(true), false],
    )
    assert.deepEqual(listIds(await some.take(21)), ids.slice(100))
    assert.deepEqual(listIds(await asked.take(11)), ids.slice(110))
    assert.deepEqual([(await ahead.next()).id, (await strange.next()).id], [ids[120], ids[120]])
  })

  it('requires a token', async () => {
    const { address, anonymous, withToken } = await testApp()

    for (const client of [anonymous, withToken('rps_x')]) {
      const { status, message, headers } = await client.get(path)
      assert.deepEqual([status, message, headers.get('www-authenticate')], [401, 'Unauthenticated.', 'Bearer'])
    }
    assert.equal((await anonymous.get(`${path}?ticket=${'x'.repeat(43)}`)).status, 401)
    assert.equal((await fetch(`${address}${path}`, { method: 'HEAD' })).status, 404)
  })

  it('limits the number of streams, until one is closed', async (t) => {
    const app = await testApp()
    const person = await app.given.user()
    const streams = await runSequentially(20, () => open(t, app, person))

    const refused = await person.get(path)
    await streams[0]?.close()

    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '30')
    await waitUntil(async () => (await person.get(path)).status === 200)
  })

  for (const [what, revoke] of [
    ['its token is revoked', (person: Person) => person.post('/auth/logout')],
    ['all tokens are revoked', (person: Person) => person.post('/auth/logout-all')],
    ['the account is deleted', (person: Person) => person.delete(`/users/${person.id}`)],
  ] as const)
    it(`ends when ${what}`, async (t) => {
      const app = await testApp()
      const person = await app.given.user()
      const stream = await open(t, app, person)

      await revoke(person)

      await stream.ended()
    })

  it('ends at once when an administrator suspends the user', async (t) => {
    const app = await testApp()
    const [person, admin] = [await app.given.user(), await app.given.admin()]
    const stream = await open(t, app, person)

    await admin.post(`/admin/users/${person.id}/suspend`, {})

    await assert.rejects(stream.next(), /The stream has ended/)
  })

  it('ends before anything is sent for an expired token', async (t) => {
    const app = await createApp()
    const person = await app.given.user()
    const stream = await open(t, app, person)
    app.clock.advance({ days: 31 })

    await sendNotification(app.platform, person)

    await assert.rejects(stream.next(), /The stream has ended/)
  })

  it('ends properly when the service stops', async (t) => {
    const app = await createApp()
    const streams = await runSequentially(3, async () => open(t, app, await app.given.user()))

    await Promise.all([app.service.stop(), ...streams.map((stream) => stream.ended())])
  })
})

describe('a heartbeat', () => {
  it('is sent although nothing happens, and counts against no limit', async (t) => {
    const app = await testApp({ ...beating, RATE_LIMIT_API: '2' })
    const person = await app.given.user()
    const stream = await open(t, app, person)

    await stream.beat()
    await stream.beat()

    assert.equal((await person.get('/notifications/unread-count')).status, 200)
    assert.equal((await person.get('/notifications/unread-count')).status, 429)
  })

  it('closes the stream of a client that does not read', async () => {
    // Long enough for the reader below, which shares a process with the service.
    const app = await testApp({ STREAM_HEARTBEAT: '2' })
    const person = await app.given.user()
    await runSequentially(40, () => sendNotification(app.platform, person, { message: 'x'.repeat(300_000) }))
    const { hostname, port } = new URL(app.address)

    const connected = once(app.service.server.server, 'connection')
    const deaf = connect({ host: hostname, port: Number(port) })
    deaf.pause()
    deaf.on('error', () => undefined)
    deaf.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nLast-Event-ID: 0\r\n\r\n`)
    const [connection] = await connected

    await waitUntil(() => connection.destroyed)
    assert.ok(connection.bytesWritten < 12_000_000)
    deaf.destroy()
    const reader = await follow(app.address, path, { ...bearer(person), 'last-event-id': '0' })
    assert.equal((await reader.take(40)).length, 40)
    await reader.close()
  })
})

describe('POST /notifications/stream-ticket', () => {
  it('opens one stream, without a header', async (t) => {
    const app = await testApp()
    const person = await app.given.user()
    const { status, data } = await person.post('/notifications/stream-ticket')
    const streams = await runConcurrently(20, () => follow(app.address, `${path}?ticket=${data.ticket}`))
    t.after(async () => {
      for (const stream of streams) await stream.close()
    })

    await sendNotification(app.platform, person)

    assert.equal(status, 201)
    assert.equal(Date.parse(data.expires_at) - Date.parse(app.clock.now()), 60_000)
    assert.deepEqual(countByStatus(streams), { 200: 1, 401: 19 })
    const [event] = await Promise.all(streams.filter((stream) => stream.status === 200).map((stream) => stream.next()))
    assert.deepEqual([event?.id], await listReceivedIds(person))
  })

  it('is valid for a minute, and no longer than the token that requested it', async () => {
    const app = await testApp()
    const [late, gone] = [await app.given.user(), await app.given.user()]
    const tickets = [
      (await late.post('/notifications/stream-ticket')).data.ticket,
      (await gone.post('/notifications/stream-ticket')).data.ticket,
    ]

    await gone.post('/auth/logout')
    const revoked = await app.anonymous.get(`${path}?ticket=${tickets[1]}`)
    app.clock.advance({ minutes: 1 })
    const expired = await app.anonymous.get(`${path}?ticket=${tickets[0]}`)

    assert.deepEqual([revoked.status, expired.status], [401, 401])
    app.clock.advance({ hours: 1 })
    await app.settle()
  })

  it('ends its stream with the token', async (t) => {
    const app = await testApp()
    const person = await app.given.user()
    const { data } = await person.post('/notifications/stream-ticket')
    const stream = await follow(app.address, `${path}?ticket=${data.ticket}`)
    t.after(() => stream.close())

    await person.post('/auth/logout')

    await stream.ended()
  })
})

describe('a ticket that is requested while its token is revoked', () => {
  it('is either issued or refused', async () => {
    const app = await testApp()
    const people = await runSequentially(5, () => app.given.user())

    const statuses = await Promise.all(
      people.map(async (person) => {
        const asked = runConcurrently(10, () => person.post('/notifications/stream-ticket'))
        await person.post('/auth/logout')
        return countByStatus(await asked)
      }),
    )

    for (const counts of statuses)
      assert.deepEqual(
        Object.keys(counts).filter((status) => !['201', '401'].includes(status)),
        [],
      )
  })
})

describe('two instances', () => {
  // On SQLite one query is expected; a second one may run at a heartbeat.
  it("deliver each other's notifications", async (t) => {
    const app = await testApp({ ...beating, RATE_LIMIT_API: '0' })
    const [person, other] = [await app.given.user(), await app.given.user()]
    const { config, clock, passwords } = app.platform
    const second = await createService(config, {
      clock,
      passwords,
      logger: pino({ level: 'silent' }),
      poll: 2 ** 31 - 1,
    })
    const address = await second.server.listen({ host: '127.0.0.1', port: 0 })
    t.after(() => second.stop())
    const streams = [await open(t, app, person), await open(t, { address }, person), await open(t, { address }, other)]

    await sendNotification(app.platform, person)
    await sendNotification(second.context, person)

    const told = await listReceivedIds(person)
    for (const stream of streams.slice(0, 2)) assert.deepEqual(listIds(await stream.take(2)), told)
    await other.post('/auth/logout')
    await streams[2]?.ended()
  })
})
