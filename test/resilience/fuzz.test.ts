import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { walk } from '../contract/walk.ts'
import { checkAnswer } from '../support/client.ts'
import { type Aimed, aim, type RequestTargets } from './addressed-requests.ts'
import { Cast, type Member } from './fuzz-users.ts'
import { hostileBytes, strangeHost } from './hostile-bytes.ts'
import { createRequests } from './hostile-requests.ts'
import { Things } from './known-objects.ts'
import { Chance } from './random.ts'
import { closeConnection, exchange, exchangeBytes } from './raw-client.ts'
import { Spread } from './response-counts.ts'
import type { Answer } from './response-parser.ts'

// The same requests each time; `FUZZ_SEED` chooses others, `FUZZ_REQUESTS` more.
const seed = Number(process.env.FUZZ_SEED ?? 1)
const preset = process.env.TEST_DATABASE === 'postgres' ? 1_000 : 2_000
const total = Number(process.env.FUZZ_REQUESTS ?? preset)
/** The share of requests to routes; the others are malformed HTTP. */
const requests = Math.ceil(0.6 * total)
const parts = Math.ceil(requests / 2_500)
const share = Math.ceil(requests / parts)
/** Concurrent requests. */
const together = 8
const batchesBetweenRests = 50
/** Needs an identity provider, or a secret that no response contains. */
const outOfReach = new Set([
  'POST /auth/:provider/callback',
  'POST /auth/:provider/unlink',
  'POST /auth/google/verify',
  'POST /payments/webhooks/:gateway',
  'PUT /payments/webhooks/:gateway',
  // Need a code, a token or a signature that cannot be guessed.
  'POST /auth/sessions/end',
  'POST /auth/two-factor',
  'POST /auth/two-factor/enable',
  'POST /auth/two-factor/disable',
  'POST /auth/two-factor/recovery-codes',
  'DELETE /users/:id/two-factor',
  'POST /auth/passkeys',
  'PUT /auth/passkeys/:id',
  'DELETE /auth/passkeys/:id',
  'POST /auth/passkeys/login',
  'POST /auth/api-keys/revoke',
  'GET /certificates/verify/:code/badge.svg',
  'GET /certificates/verify/:code/badge.png',
  'GET /certificates/verify/:code/card.png',
  'GET /certificates/verify/:code/credential',
  'GET /certificates/shared/:token',
  'GET /certificates/shared/:token/card.png',
  'GET /calendar/:token.ics',
  'GET /interviews/:id/invitation',
  'POST /interviews/:id/invitation',
  // Need headers of their protocol, and a clock that the tests do not have.
  'POST /upload/tus',
  'PATCH /upload/tus/:upload_id',
  'DELETE /upload/tus/:upload_id',
  'POST /upload/tus/:upload_id',
  'GET /sandbox/clock',
  'POST /sandbox/clock',
  // Need a webhook, whose address must lead to a public network.
  'POST /webhooks',
  'PUT /webhooks/:id',
  'DELETE /webhooks/:id',
  'POST /webhooks/:id/rotate-secret',
  'POST /webhooks/:id/test',
  'GET /webhooks/:id/deliveries',
  'POST /webhooks/:id/deliveries/:delivery_id/redeliver',
  // Needs a file with a credential.
  'POST /certificates/verify',
  // Need an object that a random request rarely names: a mail that waits, a report, a suspended account.
  'GET /admin/content/:kind/:id',
  'POST /admin/content/:kind/:id/hide',
  'POST /admin/content/:kind/:id/restore',
  'POST /admin/mails/:id/retry',
  'POST /admin/mails/:id/cancel',
  'POST /admin/tasks/:id/retry',
  'GET /admin/tasks/:id',
  'DELETE /admin/tasks/:id',
  'POST /admin/reports/:id/decide',
  'POST /admin/users/:id/restore',
  'POST /admin/schedules/:name/run',
  'POST /admin/payments/:id/refund',
  'POST /admin/subscriptions/:id/cancel',
  'POST /admin/subscriptions/:id/extend',
  // Need a course that was completed, or an exam that was passed.
  'POST /profile/upgrade',
  'GET /users/:id/transcript',
  'POST /certificates/:id/share',
  'GET /certificates/:id/shares',
  'DELETE /certificates/:id/shares/:share_id',
])

/** What the service logged about the last failed request. */
let logged = ''
const { app, routes } = await walk({
  logger: pino(
    { level: 'error' },
    {
      write(line: string) {
        logged = line
      },
    },
  ),
})
const raws = routes
  .filter(({ raw }) => raw)
  .map(({ method, url }) => ({
    method,
    pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
  }))
after(closeConnection)

// A user whose e-mail address and password the requests know.
await app.given.user({ email: 'victim@example.org' })
const world: RequestTargets = {
  cast: await new Cast(app).gatherAnswers(),
  things: new Things(),
  mailed: { token: '', email: '' },
}
const spread = new Spread(routes)

describe('the service under random requests', () => {
  // The routes of the product twice as often as those of its administrators, whose acts undo what others do.
  const make = createRequests([...routes, ...routes.filter(({ url }) => !url.startsWith('/admin/'))])
  // What is asked about must exist first: a tenth of the requests are to routes that create, and lists.
  const begin = createRequests(routes.filter(({ url }) => !url.includes(':') && !/^\/(admin|auth|sandbox)\//.test(url)))
  let batches = 0

  // In parts, so that progress is visible.
  for (let part = 1; part <= parts; part++)
    it(`responds to each of ${share} as declared, and never fails (${part} of ${parts})`, async () => {
      const chance = new Chance(seed * 1_000 + part)
      for (let sent = 0; sent < share; sent += together) {
        const all = Array.from({ length: together }, () => aim(world, (sent < share / 10 ? begin : make)(chance)))
        await consider(all, await Promise.all(all.map(send)))
        if (++batches % batchesBetweenRests === 0) await waitForRest()
      }
    })

  it('accepts enough of them', (t) => {
    if (process.env.FUZZ_SPREAD) for (const line of spread.lines()) t.diagnostic(line)

    // A short run spends much of its time on creating objects.
    assert.ok(spread.getShare('done') > (total < 10_000 ? 0.3 : 0.4), spread.summary())
    // A few hundred requests may contain none of a type that a route does not read.
    const statuses = [200, 201, 400, 401, 403, 404, 422, ...(total < 10_000 ? [] : [415])]
    for (const status of statuses) assert.ok(spread.count(status) > requests / 5_000, `${status}: ${spread.summary()}`)
    // A few hundred requests cannot reach all routes.
    if (total < 10_000) return
    const never = spread.neverDone().filter((name) => !outOfReach.has(name))
    // What an earlier request has prepared by chance.
    assert.ok(never.length <= 0.075 * routes.length, `Never done: ${never.join(', ')}`)
  })

  it('responds or closes the connection, whatever bytes arrive', async () => {
    const reader = await app.given.user()
    const one = hostileBytes(
      routes.filter(({ raw }) => !raw),
      reader.token,
    )

    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: together, maxLength: together }), async (all) => {
        const answers = await Promise.all(all.map((bytes) => exchangeBytes(app.address, bytes)))

        for (const [index, bytes] of all.entries())
          describeRequest(bytes.toString('latin1'), () => judgeBytes(answers[index] ?? ''))
      }),
      { seed, numRuns: Math.ceil((total - requests) / together), endOnFailure: true },
    )
  })

  it('is healthy afterwards', async () => {
    const person = await app.given.user()

    assert.equal((await person.get('/auth/me')).status, 200)
    assert.equal((await app.anonymous.get('/health/ready')).status, 200)
    await app.settle()
    assert.match((await app.anonymous.get('/metrics')).text, /^background_tasks\{state="dead"\} 0$/m)
  })
})

const send = (aimed: Aimed): Promise<Answer> => exchange(app.address, aimed)

/** Checks the responses to concurrent requests, and learns from them. */
async function consider(all: readonly Aimed[], answers: readonly Answer[]) {
  const doubtful: Member[] = []
  const someoneLeft = all.some(({ method, path }, index) => hasDeleted(method, path, answers[index]))
  for (const [index, aimed] of all.entries()) {
    const answer = answers[index]
    assert.ok(answer)
    // The account of a user may be deleted while they send a request.
    if (someoneLeft && answer.status === 404) continue
    const body = describeRequest(aimed, () => judge(aimed, answer))
    spread.add(aimed.method, aimed.path, answer)
    const { data } = (body ?? {}) as { data?: { id?: number; role?: string } }
    world.things.recordThings({ ...aimed, status: answer.status, data })
    if (aimed.thing && answer.status === 404 && aimed.thing.holder === aimed.sender)
      world.things.forget(aimed.thing.path)
    doubtful.push(...inDoubt(aimed, answer))
  }
  await world.cast.replace(doubtful, (member) => world.things.leave(member))
}

/** Users who may have been signed out, deleted, or given another role. */
function inDoubt({ sender, method, path }: Aimed, { status }: Answer): Member[] {
  if (sender && status === 401) return [sender]
  if (method === 'GET' || status !== 200) return []
  const [, kind, id] = path.replace('/admin/users', '/users').split(/[/?]/)
  const changed = kind === 'users' ? world.cast.byId(Number(id)) : undefined
  // An upgrade, and the end of a profile, change the role; an administrator may do so for any user.
  return kind === 'profile' || (kind === 'researchers' && method === 'DELETE')
    ? world.cast.all()
    : [changed ?? []].flat()
}

/** Runs background work, advances the clock and reads mails. */
async function waitForRest() {
  app.clock.advance({ minutes: 7 })
  await app.settle()
  const { text } = await app.anonymous.get('/sandbox/mail', { accept: 'application/json' })
  const [, token, email] =
    /token=([\w-]+)&email=([^\s"\\&]+)/.exec(text) ?? /verify-email\?token=([\w-]+)()/.exec(text) ?? []
  world.mailed = { token: token ?? '', email: decodeURIComponent(email ?? '') }
}

/** Runs the check and adds the request to its failure. */
function describeRequest<T>(what: unknown, judgement: () => T): T {
  try {
    return judgement()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const told = `${why.slice(0, 1_000)}\nSent: ${formatSpread(what).slice(0, 1_500)}\nRepeat with FUZZ_SEED=${seed}.`
    throw new Error(told, { cause: error })
  }
}

const hasDeleted = (method: string, path: string, answer: Answer | undefined) =>
  method === 'DELETE' && path.startsWith('/users/') && answer?.status === 200

/** The message of a response in the envelope. */
function judge({ method, path }: Aimed, { status, headers, text }: Answer): unknown {
  assert.ok(
    status < 500 || (status === 503 && headers['retry-after'] !== undefined),
    `${status} ${text}\nLogged: ${logged}`,
  )
  if (method === 'HEAD' || status === 204) return null
  if (isRaw(method, path)) return text.startsWith('{"code"') ? JSON.parse(text) : null
  const body: unknown = JSON.parse(text)
  if (status >= 400) assertRefusal(status, body)
  checkAnswer(method, path, { status, type: 'application/json', text, body })
  return body
}

/** Pages, files and the sandbox identity provider have other responses. */
function isRaw(method: string, path: string): boolean {
  const [plain = ''] = path.split('?')
  return raws.some((raw) => raw.method === method && raw.pattern.test(plain))
}

// biome-ignore lint/suspicious/noExplicitAny: it may be anything, and is held against what it should be
function assertRefusal(status: number, body: any) {
  assert.deepEqual([body.code, body.error, body.status], [status, true, 'error'])
  assert.match(body.message, /^[A-Z].*$/)
  assert.doesNotMatch(body.message, /node_modules|sqlite|postgres|\bat .*:\d+|FST_|HPE_/i)
}

/** A connection may have no response, or several. */
function judgeBytes(answers: string) {
  assert.ok(!answers.includes(strangeHost), answers)
  for (const answer of answers.split(/(?=HTTP\/1\.1 \d{3} )/).filter((one) => one !== '')) {
    const [head = '', text = ''] = answer.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    assert.ok(status < 500, answer)
    if (status >= 400) assertRefusal(status, JSON.parse(text))
  }
}

const formatSpread = (what: unknown) =>
  JSON.stringify(what, (name, value) =>
    name === 'sender' || name === 'holder'
      ? value?.role
      : value?.type === 'Buffer'
        ? String(Buffer.from(value))
        : value,
  )
