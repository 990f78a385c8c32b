import assert from 'node:assert/strict'
import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { after, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createSystemContext } from '#context.ts'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { project } from '#test/support/projects.ts'
import { createRunner } from './runner.ts'

/** Receivers of the tests are on this machine. */
const local = { ALLOW_PRIVATE_ADDRESSES: 'true' }

interface ReceivedDelivery {
  headers: IncomingHttpHeaders
  body: string
}

const receivers: Server[] = []
after(() => {
  for (const server of receivers) {
    server.closeAllConnections()
    server.close()
  }
})

/** A receiver that answers in turn with the given functions, and then with 204. */
async function startReceiver(...answers: RequestListener[]) {
  const received: ReceivedDelivery[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    const answer = answers[received.length - 1]
    if (answer === undefined) response.writeHead(204).end()
    else answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receivers.push(server)
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : bound
  return { url: `http://127.0.0.1:${port}/hook`, received }
}

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end('So it is.')

async function createWebhook(person: Person, url: string, more: object = {}) {
  const { data, text, status: code } = await person.post('/webhooks', { url, types: ['job_post'], ...more })
  assert.equal(code, 201, text)
  return data
}

const ask = (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) =>
  ({
    GET: () => person.get(path),
    POST: () => person.post(path),
    PUT: () => person.put(path, {}),
    DELETE: () => person.delete(path),
  })[method]()

const listDeliveries = async (person: Person, id: number) =>
  (await person.get(`/webhooks/${id}/deliveries?limit=100`)).data

const headersOf = ({ headers }: ReceivedDelivery) =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  )

/** Lets time pass, with background work in each hour. */
async function passTime(app: TestApp, hours: number) {
  await runSequentially(hours, async () => {
    app.clock.advance({ hours: 1 })
    await app.settle()
  })
}

/** The fake clock stands still at a moment that the judge would call too old. */
function judge(secret: string, { headers, body }: ReceivedDelivery, app: TestApp) {
  const { now } = Date
  Date.now = () => Date.parse(app.clock.now())
  try {
    new Webhook(secret).verify(body, headersOf({ headers, body }))
    return JSON.parse(body)
  } finally {
    Date.now = now
  }
}

describe('a webhook', () => {
  it('is sent each change that its owner may see, and no other, signed as in Standard Webhooks', async () => {
    const app = await testApp(local)
    const [owner, other] = [await app.given.user({ role: 'recruiter' }), await app.given.user({ role: 'recruiter' })]
    const receiver = await startReceiver()
    const { secret } = await createWebhook(owner, receiver.url)
    const draft = await createJobPost(owner, { status: 'draft' })
    await createJobPost(other, { status: 'draft' })
    const post = await createJobPost(other)
    await app.settle()
    // Messages at one time may arrive in any order.
    const bodies = receiver.received
      .map((one) => judge(secret, one, app))
      .toSorted((left, right) => left.data.object.id - right.data.object.id)
    assert.deepEqual(
      bodies.map(({ type, data }) => [type, data.object]),
      [draft, post].map(({ id }) => [
        'job_post.created',
        { kind: 'job_post', id, url: `http://api.test/job-posts/${id}` },
      ]),
    )
    const [first] = receiver.received
    assert.ok(first)
    assert.equal(first.headers['content-type'], 'application/json')
    const changed = { ...first, body: first.body.replace('created', 'deleted') }
    assert.throws(() => judge(secret, changed, app))
    assert.throws(() => judge(secret, { ...first, headers: { ...first.headers, 'webhook-id': 'msg_other' } }, app))
  })

  it('is signed with Ed25519 too, for receivers that should not hold a secret', async () => {
    const app = await testApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    const receiver = await startReceiver()
    const { public_key } = await createWebhook(owner, receiver.url)
    await createJobPost(owner)
    await app.settle()
    const [first] = receiver.received
    assert.ok(first)
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headersOf(first)
    const [, v1a = ''] =
      signatures
        .split(' ')
        .find((one) => one.startsWith('v1a,'))
        ?.split(',') ?? []
    const x = Buffer.from(public_key.slice(5), 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const check = (body: string) =>
      verifySignature(null, Buffer.from(`${id}.${time}.${body}`), key, Buffer.from(v1a, 'base64'))
    assert.deepEqual([check(first.body), check(`${first.body} `)], [true, false])
    assert.match(public_key, /^whpk_[A-Za-z0-9+/]{43}=$/)
  })

  it('signs with the former secret too for a day after it was replaced', async () => {
    const app = await createApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    const receiver = await startReceiver()
    const { id, secret: former } = await createWebhook(owner, receiver.url)
    const { data } = await owner.post(`/webhooks/${id}/rotate-secret`)
    await createJobPost(owner)
    await app.settle()
    app.clock.advance({ hours: 25 })
    await createJobPost(owner)
    await app.settle()
    const [before, later] = receiver.received
    assert.ok(before && later)
    assert.notEqual(data.secret, former)
    app.clock.advance({ hours: -25 })
    assert.ok(judge(former, before, app))
    assert.ok(judge(data.secret, before, app))
    app.clock.advance({ hours: 25 })
    assert.ok(judge(data.secret, later, app))
    assert.throws(() => judge(former, later, app))
  })

  it('gets each change once, although many are saved at once', async () => {
    const app = await testApp(local)
    const owner = await app.given.user()
    const receiver = await startReceiver()
    await createWebhook(owner, receiver.url, { types: ['project.created'] })
    const projects = await runConcurrently(30, () => project(owner))
    await app.settle()
    const ids = receiver.received.map(({ body }) => JSON.parse(body).data.object.id)
    assert.deepEqual(
      ids.toSorted((a: number, b: number) => a - b),
      projects.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 30)
  })

  it('sends everything to an administrator', async () => {
    const app = await testApp(local)
    const [owner, admin] = [await app.given.user({ role: 'recruiter' }), await app.given.admin()]
    const receiver = await startReceiver()
    const { id } = await createWebhook(admin, receiver.url)
    const draft = await createJobPost(owner, { status: 'draft' })
    await app.settle()
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body).data.object.id),
      [draft.id],
    )
    await admin.delete(`/webhooks/${id}`)
  })

  it('lists what was sent, and sends it again', async () => {
    const app = await testApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    const receiver = await startReceiver()
    const { id } = await createWebhook(owner, receiver.url)
    const test = await owner.post(`/webhooks/${id}/test`)
    assert.deepEqual([test.status, test.data.state, test.data.type], [201, 'pending', 'webhook.test'])
    const waiting = await owner.post(`/webhooks/${id}/deliveries/${test.data.id}/redeliver`)
    await app.settle()
    const [sent] = await listDeliveries(owner, id)
    const again = await owner.post(`/webhooks/${id}/deliveries/${sent.id}/redeliver`)
    await app.settle()
    assert.equal(waiting.message, 'The delivery is waiting already.')
    assert.deepEqual([sent.state, sent.attempts, sent.status_code, sent.error], ['delivered', 1, 204, ''])
    assert.deepEqual([again.status, again.data.state], [201, 'pending'])
    const [first, second] = receiver.received
    assert.deepEqual([first?.headers['webhook-id'], first?.body], [second?.headers['webhook-id'], second?.body])
    assert.deepEqual(sent.payload, JSON.parse(first?.body ?? ''))
  })

  it('can be changed, disabled, enabled from now on, and deleted', async () => {
    const app = await testApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    const [first, second] = [await startReceiver(), await startReceiver()]
    const { id, secret, ...shown } = await createWebhook(owner, first.url, { description: 'Sync' })
    const off = await owner.put(`/webhooks/${id}`, { enabled: false, url: second.url })
    await createJobPost(owner)
    await app.settle()
    const refused = await owner.post(`/webhooks/${id}/test`)
    await owner.put(`/webhooks/${id}`, { enabled: true })
    const post = await createJobPost(owner)
    await app.settle()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual([off.data.enabled, off.data.url, off.data.description], [false, second.url, 'Sync'])
    assert.deepEqual([off.data.public_key, off.data.disabled_because], [shown.public_key, null])
    assert.equal(refused.message, 'The webhook is disabled. Please enable it first.')
    assert.deepEqual(
      [first.received.length, second.received.map(({ body }) => JSON.parse(body).data.object.id)],
      [0, [post.id]],
    )
    assert.equal((await owner.delete(`/webhooks/${id}`)).status, 200)
    assert.deepEqual((await owner.get('/webhooks')).data, [])
    assert.equal((await owner.get(`/webhooks/${id}/deliveries`)).status, 404)
  })
})

describe('a delivery that fails', () => {
  const failures: [string, RequestListener, string][] = [
    ['an error', status(500), 'The answer was 500.'],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' }), 'The answer was 302.'],
    ['a closed connection', (request) => request.socket.destroy(), 'The connection was closed before the answer.'],
    ['two gigabytes', sendEndlessly, 'The answer was 500.'],
  ]
  for (const [what, answer, error] of failures)
    it(`with ${what} is tried again until it succeeds`, async () => {
      const app = await createApp(local)
      const owner = await app.given.user({ role: 'recruiter' })
      const receiver = await startReceiver(answer, answer)
      const { id } = await createWebhook(owner, receiver.url)
      await createJobPost(owner)
      await app.settle()
      const [failed] = await listDeliveries(owner, id)
      await passTime(app, 2)
      const [sent] = await listDeliveries(owner, id)
      assert.deepEqual([failed.state, failed.attempts, failed.error], ['pending', 1, error])
      assert.ok(failed.next_attempt_at > app.clock.now().slice(0, 10))
      assert.deepEqual([sent.state, sent.attempts, sent.error, sent.next_attempt_at], ['delivered', 3, '', null])
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
      assert.ok(failed.answer.length <= 1_000)
      assert.ok(endless.sent < 100, `${endless.sent} MB were sent`)
    })

  it('for three days disables the webhook, and its owner is told', async () => {
    const app = await createApp(local)
    const owner = await app.given.verifiedUser({ role: 'recruiter' })
    const receiver = await startReceiver(...new Array<RequestListener>(1_000).fill(status(503)))
    const { id } = await createWebhook(owner, receiver.url)
    await createJobPost(owner)
    await passTime(app, 70)
    const [before] = (await owner.get('/webhooks')).data
    await passTime(app, 10)
    const [later] = (await owner.get('/webhooks')).data
    const [delivery] = await listDeliveries(owner, id)
    const attempts = receiver.received.length
    await createJobPost(owner)
    await passTime(app, 10)
    const [mail] = await app.listMails(owner.email)
    assert.deepEqual([before.enabled, before.failing_since !== null], [true, true])
    assert.deepEqual([later.enabled, later.disabled_because, delivery.state], [false, 'failing', 'failed'])
    assert.ok(attempts >= 15 && attempts <= 40, `${attempts} attempts`)
    assert.equal(receiver.received.length, attempts)
    assert.equal(mail?.subject, `Your webhook to ${new URL(receiver.url).host} was disabled`)
    assert.match(mail?.text ?? '', /failed for three days. The last error: The answer was 503\./)
  })

  it('with 410 disables the webhook at once', async () => {
    const app = await createApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    const receiver = await startReceiver(status(410))
    await createWebhook(owner, receiver.url)
    await createJobPost(owner)
    await app.settle()
    const [webhook] = (await owner.get('/webhooks')).data
    assert.deepEqual([webhook.enabled, webhook.disabled_because], [false, 'gone'])
    const described = (await owner.put(`/webhooks/${webhook.id}`, { description: 'Moved' })).data
    const enabled = (await owner.put(`/webhooks/${webhook.id}`, { enabled: true })).data
    assert.deepEqual([described.enabled, described.disabled_because], [false, 'gone'])
    assert.deepEqual([enabled.enabled, enabled.disabled_because, enabled.failing_since], [true, null, null])
  })

  it('costs others nothing, also when many addresses of three accounts never answer', async () => {
    const app = await createApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    let givenUp = 0
    const hang: RequestListener = (_, response) => void response.on('close', () => givenUp++)
    const hanging = await startReceiver(...new Array<RequestListener>(1_000).fill(hang))
    const good = await startReceiver()
    const { id } = await createWebhook(owner, good.url)
    await owner.post(`/webhooks/${id}/test`)
    await app.settle()
    for (const index of [0, 1, 2]) {
      const attacker = await app.given.user({ name: `Mallory ${index}` })
      await runSequentially(20, () => createWebhook(attacker, hanging.url))
    }
    const newcomer = await app.given.user()
    const first = await startReceiver()
    await createWebhook(newcomer, first.url)
    const { id: post } = await createJobPost(owner)
    // It ends with the service.
    const settling = app.settle().catch(() => undefined)
    await waitUntil(() =>
      [good, first].every(({ received }) => received.some(({ body }) => JSON.parse(body).data.object?.id === post)),
    )
    assert.equal(givenUp, 0, 'Others waited for one that did not answer.')
    assert.ok(hanging.received.length <= 12, `${hanging.received.length} requests hang`)
    await app.service.stop()
    await settling
  })
})

/** Megabytes of the last endless answer. */
const endless = { sent: 0 }

function sendEndlessly(_: unknown, response: Parameters<RequestListener>[1]) {
  response.writeHead(500)
  const chunk = Buffer.alloc(1_000_000, 'x')
  endless.sent = 0
  const write = () => {
    while (endless.sent < 2_000 && !response.destroyed) {
      endless.sent++
      if (!response.write(chunk)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}

describe('the address of a webhook', async () => {
  const { given } = await testApp()
  const person = await given.user()
  for (const [url, message] of [
    ['http://hooks.example.org/', 'The url must be an address that begins with https, without a name and a password.'],
    ['ftp://hooks.example.org/', 'The url must be an address that begins with https, without a name and a password.'],
    [
      'https://ada:secret@hooks.example.org/',
      'The url must be an address that begins with https, without a name and a password.',
    ],
    ['hooks', 'The url must be an address that begins with https, without a name and a password.'],
    ['https://127.0.0.1/', 'The url leads to a private network.'],
    ['https://[::1]/', 'The url leads to a private network.'],
    ['https://[::ffff:10.0.0.1]/', 'The url leads to a private network.'],
    ['https://169.254.169.254/latest/meta-data/', 'The url leads to a private network.'],
    ['https://0x7f000001/', 'The url leads to a private network.'],
    ['https://localhost/', 'The url leads to a private network.'],
    ...[
      'https://localhost./',
      'https://LOCALHOST:443/',
      'https://a.localhost./',
      'https://[::127.0.0.1]/',
      'https://[::ffff:0:127.0.0.1]/',
      'https://127.0.0.1./',
      'https://2130706433/',
      'https://0177.0.0.1/',
      'https://①②⑦.1/',
      'https://[64:ff9b::10.0.0.1]/',
      'https://[64:ff9b:1::10.0.0.1]/',
      'https://[2002:a00:1::]/',
      'https://[2001:0:a00:1::]/',
      'https://[fec0::1]/',
      'https://[fd00::1]/',
      'https://[::]/',
      'https://0.0.0.0/',
      'https://192.88.99.1/',
    ].map((url) => [url, 'The url leads to a private network.'] as const),
  ] as const)
    it(`may not be ${url}`, async () => {
      const reply = await person.post('/webhooks', { url, types: [] })
      assert.deepEqual([reply.status, reply.errors], [422, { url: [message] }])
      assert.deepEqual((await person.get('/webhooks')).data, [])
    })

  it('is checked again when it is connected to', async () => {
    const app = await createApp(local)
    const owner = await app.given.user({ role: 'recruiter' })
    const receiver = await startReceiver()
    const { id } = await createWebhook(owner, receiver.url.replace('http:', 'https:'))
    await owner.post(`/webhooks/${id}/test`)
    // An instance on the same database that does not allow private addresses.
    const config = { ...app.platform.config, allowPrivateAddresses: false }
    const runner = createRunner(createSystemContext({ ...app.platform, config }), () => undefined)
    await runner.run()
    await runner.settle?.()
    const [delivery] = await listDeliveries(owner, id)
    assert.deepEqual([delivery.error, receiver.received.length], ['The address leads to a private network.', 0])
  })
})

describe('the rights to webhooks', () => {
  it('are of their owner alone, not of API keys, and end with the account', async () => {
    const app = await testApp(local)
    const [owner, stranger, admin] = [await app.given.user(), await app.given.user(), await app.given.admin()]
    const receiver = await startReceiver()
    const { id } = await createWebhook(owner, receiver.url, { types: ['user'] })
    for (const one of [stranger, admin]) {
      assert.deepEqual((await one.get('/webhooks')).data, [])
      for (const [method, path] of [
        ['PUT', ''],
        ['DELETE', ''],
        ['GET', '/deliveries'],
        ['POST', '/test'],
        ['POST', '/rotate-secret'],
        ['POST', '/deliveries/1/redeliver'],
      ] as const)
        assert.equal((await ask(one, method, `/webhooks/${id}${path}`)).status, 404, path)
    }
    const scopes = ['notifications:read', 'notifications:write']
    const { data } = await owner.post('/auth/api-keys', { name: 'Key', scopes, expires_at: null })
    const refused = await app.withToken(data.key).post('/webhooks', { url: receiver.url })
    assert.equal(refused.status, 403)
    const exported = await owner.get(`/users/${owner.id}/export`)
    assert.ok(!exported.text.includes('"secret"'), 'no secret is exported')
    await owner.delete(`/users/${owner.id}`)
    await stranger.put(`/users/${stranger.id}`, { bio: 'New.' })
    await app.settle()
    assert.deepEqual(receiver.received, [])
  })

  it('have a limit of the deliveries that are asked for, in one hour and while others wait', async () => {
    const app = await createApp(local)
    const owner = await app.given.user()
    const { id } = await createWebhook(owner, (await startReceiver()).url)
    const askFor = (count: number) => runSequentially(count, () => owner.post(`/webhooks/${id}/test`))

    const waiting = await askFor(101)
    await app.settle()
    const later = await askFor(100)
    const [{ id: finished }] = await listDeliveries(owner, id)
    await app.settle()

    assert.equal(
      waiting.findIndex(({ status: code }) => code === 422),
      100,
    )
    assert.equal(waiting[100]?.message, '100 deliveries of the webhook are waiting already.')
    assert.equal(later.filter(({ status: code }) => code === 201).length, 100)
    const refused = [...(await askFor(1)), await owner.post(`/webhooks/${id}/deliveries/${finished}/redeliver`)]
    assert.deepEqual(
      refused.map(({ status: code }) => code),
      [429, 429],
    )
  })

  it('are limited in number and in what is given', async () => {
    const { given } = await testApp(local)
    const owner = await given.user()
    await runConcurrently(24, () => owner.post('/webhooks', { url: 'https://hooks.example.org/' }))
    const { meta } = await owner.get('/webhooks')
    const wrong = await owner.post('/webhooks', { url: 'x', types: ['lottery'], description: 'a\nb' })
    assert.equal(meta.total, 20)
    assert.deepEqual(Object.keys(wrong.errors).sort(), ['description', 'types', 'url'])
  })

  it('are suspended with the owner, and after a reset of the password', async () => {
    const app = await createApp(local)
    const owner = await app.given.verifiedUser()
    const receiver = await startReceiver()
    await createWebhook(owner, receiver.url, { types: ['project'] })
    await app.given.admin().then((admin) => admin.post(`/admin/users/${owner.id}/suspend`, {}))
    await project(await app.given.user(), { visibility: 'public' })
    await app.settle()
    assert.deepEqual(receiver.received, [])
    await app.given.admin().then((admin) => admin.post(`/admin/users/${owner.id}/restore`, {}))
    await app.anonymous.post('/auth/forgot-password', { email: owner.email })
    await app.settle()
    const [mail] = await app.listMails(owner.email)
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const changed = { token, email: owner.email, password: 'correct horse 2', password_confirmation: 'correct horse 2' }
    assert.equal((await app.anonymous.post('/auth/reset-password', changed)).status, 200)
    const { data } = await app.anonymous.post('/auth/login', { email: owner.email, password: 'correct horse 2' })
    const [webhook] = (await app.withToken(data.token).get('/webhooks')).data
    assert.deepEqual([webhook.enabled, webhook.disabled_because], [false, 'password_reset'])
  })
})
