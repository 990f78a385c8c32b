import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { runCommand } from '#test/support/command.ts'

const root = await mkdtemp(join(tmpdir(), 'research-platform-laravel-'))
const guide = await readFile(new URL('../../docs/FROM-LARAVEL.md', import.meta.url), 'utf8')
const secret = 'TgT7vUk1mRkzG3rRkQ2xYd0oYb9nWq5sLp8eJcHi0a1b2c3d'
const token = `17|${secret}`

/** The tables as the migrations of laravel/laravel, Sanctum and Jetstream make them, with payments of the guide. */
const laravel = new DatabaseSync(':memory:')
laravel.exec(`
  create table users (id integer primary key autoincrement not null, name varchar not null, email varchar not null,
    email_verified_at datetime, password varchar not null, remember_token varchar, profile_photo_path varchar,
    created_at datetime, updated_at datetime);
  create table personal_access_tokens (id integer primary key autoincrement not null, tokenable_type varchar not null,
    tokenable_id integer not null, name text not null, token varchar not null, abilities text, last_used_at datetime,
    expires_at datetime, created_at datetime, updated_at datetime);
  create table notifications (id varchar not null primary key, type varchar not null, notifiable_type varchar not null,
    notifiable_id integer not null, data text not null, read_at datetime, created_at datetime, updated_at datetime);
  create table payments (id integer primary key autoincrement not null, user_id integer not null, plan varchar,
    description varchar not null, amount integer not null, currency varchar not null, stripe_id varchar, card_label varchar,
    status varchar not null, created_at datetime);
  create table invoices (id integer primary key autoincrement not null, payment_id integer not null, number varchar not null,
    tax_percent integer not null, tax integer not null, created_at datetime);
  insert into users values (1001, 'Ada Lovelace', 'ada@example.org', '2023-01-02 03:04:05',
    '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi', null, 'profile-photos/ada.png',
    '2023-01-02 03:04:05', '2023-01-02 03:04:05');
  insert into personal_access_tokens values (17, 'App\\Models\\User', 1001, 'iPhone',
    '${createHash('sha256').update(secret).digest('hex')}', '["*"]', null, null, '2024-01-02 03:04:05', '2024-01-02 03:04:05');
  insert into notifications values ('0b1f', 'App\\Notifications\\LessonAdded', 'App\\Models\\User', 1001,
    '{"title":"A new lesson","message":"Read it"}', null, '2024-03-02 03:04:05', '2024-03-02 03:04:05');
  insert into payments values (5, 1001, 'professional', 'Professional', 2900, 'usd', 'pi_5', 'Visa •••• 4242', 'succeeded',
    '2024-03-02 03:04:05'), (6, 1001, 'professional', 'Professional', 2900, 'usd', null, null, 'canceled', '2024-03-03 03:04:05');
  insert into invoices values (7, 5, 'INV-2024-000031', 16, 400, '2024-03-02 03:04:05');
`)

/** The old backend, as far as the mobile app asks it. */
const old = createServer((request, response) => {
  const data = answer(request)
  response.statusCode = data === undefined ? 404 : data === null ? 401 : 200
  response.setHeader('content-type', 'application/json')
  const code = response.statusCode
  response.end(
    JSON.stringify({ code, error: code !== 200, status: code === 200 ? 'success' : 'error', message: '', data }),
  )
})
await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
after(async () => {
  old.close()
  laravel.close()
  await rm(root, { recursive: true, force: true })
})

function answer({ url, headers }: IncomingMessage): unknown {
  const [, id = '', given = ''] = /^Bearer (\d+)\|(.*)$/.exec(headers.authorization ?? '') ?? []
  const hash = createHash('sha256').update(given).digest('hex')
  const holder = laravel
    .prepare(
      'select users.* from users join personal_access_tokens t on tokenable_id = users.id where t.id = ? and token = ?',
    )
    .get(Number(id), hash)
  if (holder === undefined) return null
  const { id: user_id, name, email } = holder
  if (url === '/api/auth/me') return { id: user_id, name, email, role: 'learner', profile_photo: null }
  if (url === '/api/notifications/unread-count') return { count: 1 }
  if (url !== '/api/notifications') return undefined
  return laravel
    .prepare('select data, read_at, created_at from notifications where notifiable_id = ?')
    .all(Number(user_id))
    .map(({ data, read_at, created_at }, index) => ({
      id: index + 1,
      ...JSON.parse(String(data)),
      type: 'course_update',
      read: read_at !== null,
      created_at,
    }))
}

/** Runs the statements of the guide, each of which names the file that it writes. */
async function followGuide(): Promise<string> {
  const folder = join(root, 'export')
  await mkdir(join(folder, 'files/profile-photos'), { recursive: true })
  for (const [, file = '', statement = ''] of guide.matchAll(/```sql\n-- (\w+\.ndjson)\n([^`]*)```/g)) {
    const rows = laravel.prepare(statement).all()
    await writeFile(join(folder, file), rows.map((row) => `${Object.values(row)[0]}\n`).join(''))
  }
  const photo = new URL('../../docs/brand-example/logo.png', import.meta.url)
  await copyFile(photo, join(folder, 'files/profile-photos/ada.png'))
  return folder
}

describe('the guide "From Laravel"', () => {
  it('moves a backend whose token, password and file addresses go on working, and whose answers compare', async () => {
    const app = await createApp({ LEGACY_FILE_PREFIX: '/storage' })
    const { dataDir, databaseUrl, appSecret, publicUrl } = app.platform.config
    const settings = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      APP_SECRET: appSecret,
      PUBLIC_URL: publicUrl,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    }
    await writeFile(join(root, 'tokens.txt'), `${token}\n`)
    const { port } = old.address() as AddressInfo

    const imported = await runCommand(['import', await followGuide()], settings)
    const compared = await runCommand(
      ['compare', '--old', `http://127.0.0.1:${port}/api`, '--new', app.address, '--tokens', join(root, 'tokens.txt')],
      settings,
    )
    const me = await app.withToken(token).get('/auth/me')
    const login = await app.anonymous.post('/auth/login', { email: 'ada@example.org', password: 'password' })
    const photo = await fetch(`${app.address}/storage/profile-photos/ada.png`, { redirect: 'manual' })

    assert.equal(imported.code, 0, imported.stdout + imported.stderr)
    assert.equal(compared.stdout, '3 reads were compared, 0 differ.\n')
    assert.equal(compared.code, 0)
    assert.equal(me.data.id, 1_001)
    assert.equal(login.status, 200)
    assert.equal(photo.status, 301)
    assert.equal(photo.headers.get('location'), me.data.profile_photo)
    assert.deepEqual((await app.withToken(token).get('/notifications')).data[0].title, 'A new lesson')
    const [invoice, ...others] = (await app.withToken(token).get('/billing/history')).data
    assert.deepEqual(
      [invoice.id, invoice.amount, invoice.currency, invoice.status, others],
      ['INV-2024-000031', 29, 'USD', 'paid', []],
    )
  })

  it('ends with a comparison that names what differs', async () => {
    const app = await createApp()
    await writeFile(join(root, 'unknown.txt'), `${token}\n`)
    const { port } = old.address() as AddressInfo

    const { code, stdout } = await runCommand(
      ['compare', '--old', `http://127.0.0.1:${port}/api`, '--new', app.address, '--tokens', join(root, 'unknown.txt')],
      {},
    )

    assert.equal(code, 1)
    assert.match(stdout, /^GET \/auth\/me \(token 1\): the status was 200 and is 401$/m)
    assert.match(stdout, /3 reads were compared, 3 differ\./)
  })
})
