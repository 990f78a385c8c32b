/** A whole service for a test file: a database, a clock that stands still, a free port. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, getTestContext, type TestContext } from 'node:test'
import { pino } from 'pino'
import { createPasswords } from '#adapters/passwords.ts'
import { readConfig } from '#config.ts'
import type { Platform } from '#context.ts'
import type { DatabaseConfig } from '#database/index.ts'
import { createService, type Overrides, type Service } from '#service.ts'
import { type Client, createClient, type Reply } from './client.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { addCost } from './costs.ts'
import { createConfig } from './database.ts'
import { extractTextHere } from './extract-text.ts'
import { hangLimitMs } from './hang-limit.ts'
// Loaded with the first service, so that it knows all processes of this worker.
import './helper-processes.ts'
import { leaseServer } from './server-pool.ts'
import { openThreadlessDatabase } from './threadless-database.ts'

export const adminEmail = 'root@example.org'
export const password = 'correct horse'

/** A user with a signed-in client. */
export interface Person extends Client {
  id: number
  name: string
  email: string
  token: string
}

export interface Given {
  /** A new user, signed up over HTTP. */
  user(more?: { role?: string; name?: string; email?: string }): Promise<Person>
  /** A new user with a verified address. Mails that the acts of others cause go only to verified addresses. */
  verifiedUser(more?: { role?: string; name?: string; email?: string }): Promise<Person>
  /** An administrator. */
  admin(): Promise<Person>
}

export interface TestApp {
  address: string
  clock: FakeClock
  service: Service
  platform: Platform
  given: Given
  /** A client without a token. */
  anonymous: Client
  /** A client with any token. */
  withToken(token: string): Client
  /** Runs due background work. */
  settle(): Promise<void>
  /** The mails to an address, newest first. */
  listMails(email: string): Promise<Mail[]>
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content_type: string }[]
}

/** Limits that would slow the tests down; tests of limits set their own. */
const quickly = {
  RATE_LIMIT_API: '0',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_PASSWORD: '0',
  RATE_LIMIT_UPLOAD: '0',
}

const started = new Map<string, Promise<TestApp>>()

const ends: (() => Promise<void>)[] = []

/** Ends something with the test file, before what was begun earlier. Returns a function that ends it now, once. */
export function endWithFile(end: () => Promise<void>): () => Promise<void> {
  ends.push(end)
  return async () => {
    const place = ends.indexOf(end)
    if (place !== -1) await ends.splice(place, 1)[0]?.()
  }
}

/** Stops every service that the test file started, and what they needed. */
export async function endApps(): Promise<void> {
  started.clear()
  for (const end of ends.splice(0).reverse()) await end()
}

/** What the services logged during the current test: warnings and errors. */
const logged: string[] = []

const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })

/** Prints what the services logged during a test that failed, because failures in the background show nowhere else. */
export function reportLog(test: TestContext): void {
  const lines = logged.splice(0)
  if (!test.passed) for (const line of lines) test.diagnostic(`logged: ${line.trim()}`)
}

// Registered for the file; registered during a test, they would belong to that test.
after(endApps)
afterEach((test) => reportLog(test as TestContext))

/** The service of this test file; each set of settings has its own. */
export function testApp(settings: Record<string, string> = {}, overrides: Overrides = {}): Promise<TestApp> {
  const begin = () => start(settings, overrides).then(({ app }) => app)
  if (Object.keys(overrides).length > 0) return begin()
  const key = JSON.stringify(settings)
  const known = started.get(key) ?? begin()
  started.set(key, known)
  return known
}

/** A service for one test or suite, which ends with it, for tests that count all rows or change all users. */
export async function createApp(settings: Record<string, string> = {}, overrides: Overrides = {}): Promise<TestApp> {
  const owner = getTestContext()
  const { app, end } = await start(settings, overrides)
  if (owner !== undefined && 'after' in owner) owner.after(end)
  return app
}

const createServiceConfig = ({ dataDir, databaseUrl }: DatabaseConfig, settings: Record<string, string>) =>
  readConfig({
    NODE_ENV: 'test',
    APP_SECRET: 'a secret that only the tests know of',
    PORT: '0',
    PUBLIC_URL: 'http://api.test',
    FRONTEND_URL: 'http://app.test',
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: password,
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...quickly,
    ...settings,
  })

async function start(
  settings: Record<string, string>,
  overrides: Overrides,
): Promise<{ app: TestApp; end: () => Promise<void> }> {
  addCost('services')
  const { config: database, drop } = await createConfig()
  const clock = createFakeClock()
  const lease = leaseServer(settings, overrides)
  const made = await createService(createServiceConfig(database, settings), {
    // Long reads and searches, which run in threads where the test of one passes `openDatabase`.
    openDatabase: openThreadlessDatabase,
    clock,
    logger,
    // The lowest cost of argon2, because the tests hash often.
    passwords: createPasswords({ memory: 8, passes: 1 }),
    // Documents are read within the process, because each would start a program; tests of hostile ones do otherwise.
    extractText: extractTextHere,
    // The sandbox answers late on a busy machine.
    identityTimeoutMs: hangLimitMs,
    registryTimeoutMs: hangLimitMs,
    poll: 2 ** 31 - 1,
    ...(lease && { createServer: lease.createServer }),
    ...overrides,
  })
  // A test may stop it itself, and stopping twice is an error.
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= made.stop()
    return stopped
  }
  const service = { ...made, stop }
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
  const end = endWithFile(async () => {
    lease?.keep()
    await service.stop()
    await drop()
    for (const parts of [service.context, made, service, app]) release(parts)
  })
  const anonymous = createClient(address, null)
  const withToken = (token: string) => createClient(address, token)
  const listMails = async (email: string): Promise<Mail[]> => {
    await service.settle()
    const accept = { accept: 'application/json' }
    return (await anonymous.get(`/sandbox/mail?to=${encodeURIComponent(email)}`, accept)).data
  }

  const app: TestApp = {
    address,
    clock,
    service,
    platform: service.context,
    anonymous,
    withToken,
    given: given(anonymous, withToken, listMails),
    settle: service.settle,
    listMails,
  }
  return { app, end }
}

/**
 * Lets the memory of a service go that has stopped. The module of a test file stays as long as its worker, with what it has in variables, so a
 * worker would keep the routes and the statements of hundreds of services, and spend a fifth of its time collecting garbage.
 */
function release(parts: object): void {
  for (const name of Object.keys(parts)) Reflect.deleteProperty(parts, name)
}

function given(
  anonymous: Client,
  withToken: (token: string) => Client,
  listMails: (email: string) => Promise<Mail[]>,
): Given {
  const person = ({ data }: Reply): Person => ({
    ...withToken(data.token),
    id: data.user.id,
    name: data.user.name,
    email: data.user.email,
    token: data.token,
  })
  const admin = async () => {
    const reply = await anonymous.post('/auth/login', { email: adminEmail, password })
    assert.equal(reply.status, 200, reply.text)
    return person(reply)
  }
  const user: Given['user'] = async ({ role = 'learner', name = 'Ada Lovelace', email = createUniqueEmail() } = {}) => {
    addCost('users')
    const reply = await anonymous.post('/auth/signup', { name, email, password, role })
    assert.equal(reply.status, 201, reply.text)
    return person(reply)
  }
  const verifiedUser: Given['verifiedUser'] = async (more) => {
    const made = await user(more)
    const [mail] = await listMails(made.email)
    const [, token] = /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const reply = await anonymous.post('/auth/email/verify', { token })
    assert.equal(reply.status, 200, reply.text)
    return made
  }
  return { admin, user, verifiedUser }
}

export const createUniqueEmail = () => `person-${randomBytes(6).toString('hex')}@example.org`

/** The link to the frontend in a mail. */
export function linkIn(mail: Mail | undefined): URL {
  const [address] = /http:\/\/app\.test\/\S+/.exec(mail?.text ?? '') ?? []
  assert.ok(address, `This mail has no link: ${mail?.text}`)
  return new URL(address)
}

/** The token in the link of a mail. */
export const extractToken = (mail: Mail | undefined) => linkIn(mail).searchParams.get('token') ?? ''
