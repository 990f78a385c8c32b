import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { addAdmin } from '../../src/features/accounts/index.ts'
import { walk } from '../contract/walk.ts'
import { type Person, password, uniqueEmail } from '../support/app.ts'
import { checkAnswer } from '../support/client.ts'
import { type Answer, agent, exchange, exchangeBytes } from './exchange.ts'
import { hostileBytes, strangeHost } from './hostile-bytes.ts'
import { type HostileRequest, requestsTo, type Sender } from './hostile-requests.ts'

// The same requests for everybody; `FUZZ_SEED` takes others, `FUZZ_REQUESTS` more.
const seed = Number(process.env.FUZZ_SEED ?? 1)
const preset = process.env.TEST_DATABASE === 'postgres' ? 2_000 : 10_000
const requests = Number(process.env.FUZZ_REQUESTS ?? preset)
const parts = 4
const share = Math.ceil(requests / parts)
const slow = { timeout: 600_000 }
/** Requests that are on their way at the same time. */
const together = 8

/** What the service logged of the last request that failed. */
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
after(() => agent.destroy())

// Somebody whose e-mail and password the requests know.
await app.given.user({ email: 'victim@example.org' })
const people = { user: await app.given.user(), admin: await newAdmin() }
const answered = new Map<number, number>()

describe('the service under random requests', () => {
  const batch = fc.array(requestsTo(routes), { minLength: together, maxLength: together })

  // In parts, so that whoever waits sees that it goes on.
  for (let part = 1; part <= parts; part++)
    it(`answers each of ${share} as declared, and never fails (${part} of ${parts})`, slow, async () => {
      const judged = fc.asyncProperty(batch, async (attempts) => {
        const answers = await Promise.all(attempts.map(send))

        const someoneLeft = attempts.some((attempt, index) => hasDeleted(attempt, answers[index]))
        for (const [index, attempt] of attempts.entries()) {
          // Whose account is deleted while they ask for something may hear that they are not there.
          if (someoneLeft && answers[index]?.status === 404) continue
          naming(JSON.stringify(attempt), () => judge(attempt, answers[index]))
        }
        await renew(attempts.filter((_, index) => [401, 403].includes(answers[index]?.status ?? 0)))
      })

      const numRuns = Math.ceil(share / together)
      await fc.assert(judged, { seed: seed + part, numRuns, asyncReporter: tellBriefly })
    })

  it('got past the checks often enough to find what is behind them', () => {
    for (const status of [200, 201, 400, 401, 403, 404, 415, 422])
      assert.ok((answered.get(status) ?? 0) > requests / 5_000, `${status}: ${[...answered]}`)
  })

  it('answers or ends the connection, whatever bytes come', slow, async () => {
    const reader = await app.given.user()
    const one = hostileBytes(
      routes.filter(({ raw }) => !raw),
      reader.token,
    )

    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: together }), async (all) => {
        const answers = await Promise.all(all.map((bytes) => exchangeBytes(app.address, bytes)))

        for (const [index, bytes] of all.entries())
          naming(JSON.stringify(bytes.toString('latin1')), () => judgeBytes(answers[index] ?? ''))
      }),
      { seed, numRuns: Math.ceil(requests / together / 5), asyncReporter: tellBriefly },
    )
  })

  it('is as well afterwards as before', async () => {
    const person = await app.given.user()

    assert.equal((await person.get('/auth/me')).status, 200)
    assert.equal((await app.anonymous.get('/health/ready')).status, 200)
    await app.settle()
  })
})

/** What was wrong, and how to see it again; a counterexample may be a megabyte. */
async function tellBriefly<T>({ failed, errorInstance }: fc.RunDetails<T>) {
  if (!failed) return
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  throw new Error(`${message}\nRepeat with FUZZ_SEED=${seed}.`, { cause: errorInstance })
}

async function send({ sender, headers, path, ...rest }: HostileRequest): Promise<Answer> {
  const person = sender === 'anonymous' ? null : people[sender]
  const answer = await exchange(app.address, {
    ...rest,
    path: path.replaceAll('{me}', String(person?.id ?? 1)),
    headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
  })
  answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
  return answer
}

/** Runs the judgement; when it fails, says about what. */
function naming(what: string, judgement: () => void) {
  try {
    judgement()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${why.slice(0, 1_000)}\nSent: ${what.slice(0, 1_000)}`, { cause: error })
  }
}

const hasDeleted = ({ method, path }: HostileRequest, answer: Answer | undefined) =>
  method === 'DELETE' && path.startsWith('/users/') && answer?.status === 200

function judge({ method, path }: HostileRequest, answer: Answer | undefined) {
  assert.ok(answer)
  const { status, headers, text } = answer
  assert.ok(
    status < 500 || (status === 503 && headers['retry-after'] !== undefined),
    `${status} ${text}\nLogged: ${logged}`,
  )
  if (method === 'HEAD' || isRaw(method, path)) return
  if (status >= 400) assertRefusal(status, text)
  checkAnswer(method, path, { status, type: 'application/json', text })
}

/** Pages, files and the sandbox's identity provider have answers of their own. */
function isRaw(method: string, path: string): boolean {
  const [plain = ''] = path.split('?')
  return raws.some((raw) => raw.method === method && raw.pattern.test(plain))
}

function assertRefusal(status: number, text: string) {
  const body = JSON.parse(text)
  assert.deepEqual([body.code, body.error, body.status], [status, true, 'error'], text)
  assert.match(body.message, /^[A-Z].*$/)
  assert.doesNotMatch(body.message, /node_modules|sqlite|postgres|\bat .*:\d+|FST_|HPE_/i)
}

/** There may be several answers on a connection, or none. */
function judgeBytes(answers: string) {
  assert.ok(!answers.includes(strangeHost), answers)
  for (const answer of answers.split(/(?=HTTP\/1\.1 \d{3} )/).filter((one) => one !== '')) {
    const [head = '', text = ''] = answer.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    assert.ok(status < 500, answer)
    if (status >= 400) assertRefusal(status, text)
  }
}

/** Whoever was signed out, deleted or demoted by a request becomes somebody new. */
async function renew(refused: readonly HostileRequest[]) {
  const senders = new Set<Sender>(refused.map(({ sender }) => sender))
  for (const role of ['user', 'admin'] as const) {
    if (!senders.has(role)) continue
    const { status, data } = await people[role].get('/auth/me')
    if (status === 401 || (data.role === 'admin') !== (role === 'admin'))
      people[role] = role === 'admin' ? await newAdmin() : await app.given.user()
  }
}

async function newAdmin(): Promise<Person> {
  const email = uniqueEmail()
  await addAdmin(app.service.context, { email, password })
  const { data } = await app.anonymous.post('/auth/login', { email, password })
  return { ...app.withToken(data.token), ...data.user, token: data.token }
}
