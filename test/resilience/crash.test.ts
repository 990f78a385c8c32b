import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { createPasswords } from '../../src/adapters/passwords.ts'
import { createService } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { inTransaction } from '../../src/context.ts'
import { notify } from '../../src/features/notifications/index.ts'
import { ask } from '../contract/empty-database.ts'
import { password, uniqueEmail } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { freshConfig } from '../support/database.ts'
import { type Serving, serve } from './program.ts'

const rounds = 3
const notices = 90

/** Somebody whose headline counts their changes: `sent` at most, `acknowledged` at least. */
interface Writer {
  id: number
  token: string
  sent: number
  acknowledged: number
}

/** Somebody who reads one notification after the other. */
interface Reader {
  token: string
  sent: Set<number>
  acknowledged: Set<number>
}

interface Newcomer {
  email: string
  /** Null until the sign-up was acknowledged. */
  token: string | null
}

const { config, drop } = await freshConfig()
after(drop)
const settings = {
  NODE_ENV: 'test',
  APP_SECRET: 'a secret that only the tests know of',
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  RATE_LIMIT_API: '0',
  RATE_LIMIT_AUTH: '0',
}
const { writers, readers } = await prepared()
const newcomers: Newcomer[] = []

describe('a service that is killed in the middle of writes', () => {
  for (let round = 1; round <= rounds; round++)
    it(`has all it acknowledged, and nothing by halves, after crash ${round} of ${rounds}`, async (t) => {
      const program = await serve(settings)
      t.after(() => program.kill('SIGKILL'))
      const enough = 40 + Math.random() * 120

      const acknowledged = await burst(program, enough)
      const { signal } = await program.ended

      const again = await serve(settings)
      t.after(() => again.kill('SIGKILL'))
      assert.equal(signal, 'SIGKILL')
      assert.ok(acknowledged >= enough)
      for (const writer of writers) await assertProfile(again, writer)
      for (const reader of readers) await assertRead(again, reader)
      for (const newcomer of newcomers) await assertSignedUp(again, newcomer)
      await assertSound()
      again.kill('SIGTERM')
      assert.equal((await again.ended).code, 0)
    })
})

/** People with notifications, made before the first round. */
async function prepared() {
  const service = await createService(readConfig(settings), {
    logger: pino({ level: 'silent' }),
    passwords: createPasswords({ memory: 8, passes: 1 }),
  })
  const person = async () => {
    const body = { name: 'Ada Lovelace', email: uniqueEmail(), password }
    const reply = await service.server.inject({ method: 'POST', url: '/auth/signup', payload: body })
    const { data } = reply.json()
    return { id: Number(data.user.id), token: String(data.token) }
  }
  const writer = async (): Promise<Writer> => ({ ...(await person()), sent: 0, acknowledged: 0 })
  const reader = async (): Promise<Reader> => {
    const { id, token } = await person()
    const data = { url: '/users', action: 'view_project' } as const
    await inTransaction(service.context, async (tx) => {
      for (let event = 1; event <= notices; event++)
        await notify(tx, id, 'course_update', { title: 'New', message: 'New', data, event: String(event) })
    })
    return { token, sent: new Set(), acknowledged: new Set() }
  }
  const people = {
    writers: [await writer(), await writer(), await writer(), await writer()],
    readers: [await reader(), await reader()],
  }
  await service.stop()
  return people
}

/** Everybody writes until the program is killed, which is when enough was acknowledged; answers how much that was. */
async function burst(program: Serving, enough: number): Promise<number> {
  let count = 0
  const acknowledge = () => {
    if (++count >= enough) program.kill('SIGKILL')
  }
  await Promise.all([
    ...writers.map((writer) => untilLost(() => change(program.as(writer.token), writer).then(acknowledge))),
    ...readers.map((reader) => untilLost(() => read(program.as(reader.token), reader).then(acknowledge))),
    ...[1, 2].map(() => untilLost(() => signUp(program.anonymous).then(acknowledge))),
  ])
  return count
}

/** Repeats the work until the connection breaks. */
async function untilLost(work: () => Promise<void>) {
  for (;;)
    try {
      await work()
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
}

async function change(client: Client, writer: Writer) {
  const headline = String(++writer.sent)
  const { status, text } = await client.put(`/users/${writer.id}`, { headline })
  assert.equal(status, 200, text)
  writer.acknowledged = writer.sent
}

async function read(client: Client, reader: Reader) {
  const { data } = await client.get('/notifications?read=false&limit=1')
  const [{ id } = { id: 0 }] = data
  if (id === 0) throw new Error('Everything is read.')
  reader.sent.add(id)
  const { status, text } = await client.put(`/notifications/${id}/read`)
  assert.equal(status, 200, text)
  reader.acknowledged.add(id)
}

async function signUp(client: Client) {
  const newcomer: Newcomer = { email: uniqueEmail(), token: null }
  newcomers.push(newcomer)
  const { status, data, text } = await client.post('/auth/signup', {
    name: 'Newcomer',
    email: newcomer.email,
    password,
  })
  assert.equal(status, 201, text)
  newcomer.token = data.token
}

/** Each change is a transaction with an entry in the activity log, so there are as many entries as changes. */
async function assertProfile(program: Serving, writer: Writer) {
  const client = program.as(writer.token)
  const { data } = await client.get(`/users/${writer.id}`)
  const found = Number(data.headline)
  assert.ok(found >= writer.acknowledged && found <= writer.sent, `${found} of ${JSON.stringify(writer)}`)
  const { meta } = await client.get(`/users/${writer.id}/activity?type=profile_updated&limit=1`)
  assert.equal(meta.total, found)
  writer.sent = found
  writer.acknowledged = found
}

async function assertRead(program: Serving, { token, sent, acknowledged }: Reader) {
  const client = program.as(token)
  const { data, meta } = await client.get('/notifications?limit=100')
  const done = new Set<number>(
    data.filter((one: { read: boolean }) => one.read).map(({ id }: { id: number }) => id),
  )
  assert.deepEqual(acknowledged.difference(done), new Set())
  assert.deepEqual(done.difference(sent), new Set())
  assert.deepEqual([meta.total, meta.unread_count], [notices, notices - done.size])
}

/** A sign-up is a transaction with a mail, so there is one for each. */
async function assertSignedUp({ anonymous, as }: Serving, { email, token }: Newcomer) {
  const { data: mails } = await anonymous.get(`/sandbox/mail?to=${email}`, { accept: 'application/json' })
  if (token === null) {
    const { status } = await anonymous.post('/auth/login', { email, password })
    assert.ok(status === (mails.length === 1 ? 200 : 401), `${status} with ${mails.length} mails`)
    return
  }
  const { status, data } = await as(token).get('/auth/me')
  assert.deepEqual([status, data.email, mails.length], [200, email, 1])
}

async function assertSound() {
  if (config.databaseUrl !== null) return
  const [checked] = await ask(config, 'pragma integrity_check')
  assert.equal(checked?.integrity_check, 'ok')
  assert.deepEqual(await ask(config, 'pragma foreign_key_check'), [])
}
