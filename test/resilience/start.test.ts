import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { readConfig } from '#config.ts'
import type { DatabaseConfig } from '#database/index.ts'
import { ask, emptyDatabase } from '../contract/empty-database.ts'
import { createClient } from '../support/client.ts'
import { runCommand, serveInProcess } from '../support/command.ts'
import { createConfig } from '../support/database.ts'
import { createImportFolder } from '../support/import.ts'
import { type Ending, freePort, runProgram, type Serving, serve } from './program.ts'

const engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'
const postgresUrl = process.env.TEST_POSTGRES_URL
// Programs use one processor each while they start.
const atOnce = { concurrency: 2 }
const admin = { email: 'root@example.org', password: 'a first password' }
const asSettings = ({ email, password }: typeof admin) => ({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })

/** The settings that production needs. */
const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://api.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENT_GATEWAY: 'sandbox',
}

const readPassword = ({ welcome }: Serving) => /with the password {2}(\S+)/.exec(welcome)?.[1] ?? ''

// Independent of the database, so it runs once.
if (engine === 'sqlite')
  describe('a start with invalid settings ends with one sentence', atOnce, () => {
    it('for an invalid setting, which it names', async (t) => {
      const ending = await runCommand([], { DATA_DIR: await folder(t), PORT: 'abc' })

      assertRefused(ending, /^PORT must be a whole number from 0 to 65535, not "abc"\.$/)
    })

    it('for each of several invalid settings', async (t) => {
      const wrong = { PORT: '65536', DATABASE_URL: 'mysql://a:confidential@b', ADMIN_EMAIL: 'a@example.org' }
      const settings = { DATA_DIR: await folder(t), NODE_ENV: 'production', TOKEN_TTL_DAYS: '0', ...wrong }

      const { code, stdout, stderr } = await runCommand([], settings)

      const named = 'PORT DATABASE_URL TOKEN_TTL_DAYS ADMIN_PASSWORD APP_SECRET PUBLIC_URL SMTP_URL PAYMENT_GATEWAY'
      const sentences = stderr.trimEnd().split('\n')
      assert.deepEqual(sentences.map((sentence) => sentence.split(' ')[0]).sort(), named.split(' ').sort())
      assert.deepEqual(
        sentences.filter((sentence) => !sentence.endsWith('.')),
        [],
      )
      assert.deepEqual([code, stdout, stderr.includes('confidential')], [1, '', false])
    })

    for (const name of ['APP_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'PAYMENT_GATEWAY'])
      it(`for production without ${name}`, () => {
        const message = new RegExp(`^${name} must be set in production [^\\n]*\\.$`)

        assert.throws(() => readConfig({ ...production, [name]: '' }), { message })
      })

    it('for production with Google sign-in and no redirect address', () => {
      const frontend = { FRONTEND_URL: 'https://app.example.org' }
      const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
      const message = /^OAUTH_REDIRECT_URIS must be set in production with GOOGLE_CLIENT_SECRET, because [^\n]*\.$/

      assert.throws(() => readConfig({ ...production, ...frontend, ...google }), { message })
      readConfig({ ...production, ...google })
      readConfig({ ...production, GOOGLE_CLIENT_ID: 'id' })
      readConfig({ ...production, ...frontend, ...google, OAUTH_REDIRECT_URIS: 'https://app.example.org/callback' })
    })

    for (const [name, value] of [
      ['HOST', 'no host'],
      ['MAIL_FROM', 'Research Platform'],
      ['CORS_ORIGINS', 'https://app.example.org, admin.example.org'],
      ['CORS_ORIGINS', 'https://app.example.org/'],
    ] as const)
      it(`for ${name}=${value}`, () => {
        const message = new RegExp(`^${name} must [^\\n]*\\.$`)

        assert.throws(() => readConfig({ ...production, [name]: value }), { message })
      })
    it('for LinkedIn without its secret, and for any secret without its id', () => {
      const starts = { ...production, OAUTH_REDIRECT_URIS: 'https://app.example.org/callback' }
      for (const [settings, name] of [
        [{ LINKEDIN_CLIENT_ID: 'id' }, 'LINKEDIN_CLIENT_SECRET'],
        [{ LINKEDIN_CLIENT_SECRET: 'secret' }, 'LINKEDIN_CLIENT_ID'],
        [{ GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID'],
      ] as const)
        assert.throws(() => readConfig({ ...starts, ...settings }), { message: new RegExp(`^${name} is missing: `) })
    })

    for (const [settings, name] of [
      [{ HOST: '0.0.0.0' }, 'HOST'],
      [{ HOST: '::' }, 'HOST'],
      [{ HOST: '192.0.2.7' }, 'HOST'],
      [{ HOST: 'api.example.org' }, 'HOST'],
      [{ PUBLIC_URL: 'https://api.example.org' }, 'PUBLIC_URL'],
    ] as const)
      it(`outside production with ${JSON.stringify(settings)}, unless strangers may use the sandbox`, () => {
        const development = { NODE_ENV: 'development', ...settings }
        assert.throws(() => readConfig(development), {
          message: new RegExp(`^${name} [^\\n]*SANDBOX=public[^\\n]*\\.$`),
        })

        readConfig({ ...development, SANDBOX: 'public', APP_SECRET: 'x'.repeat(32) })
        readConfig({ ...production, ...settings })
      })

    it('never for a loopback address, or a sender with a name', () => {
      for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
        readConfig({ HOST, APP_SECRET: 'x'.repeat(32), MAIL_FROM: 'Research Platform <no-reply@example.org>' })
    })

    it('for an administrator who could not sign in', () => {
      const settings = { ...production, ...asSettings(admin) }

      for (const email of ['root@intranet', 'root', 'a b@example.org'])
        assert.throws(() => readConfig({ ...settings, ADMIN_EMAIL: email }), {
          message: /^ADMIN_EMAIL must be/,
        })
      assert.throws(() => readConfig({ ...settings, PASSWORD_MIN_LENGTH: '20' }), {
        message: 'ADMIN_PASSWORD must have 20 to 200 characters.',
      })
    })

    it('for a variable that is a misspelled setting, without its value', () => {
      const wrong = {
        SMPT_URL: 'smtp://user:confidential@a',
        DATABASE_URI: 'postgres://a',
        RATE_LIMIT_APIS: '1',
      }
      const unrelated = {
        HOSTNAME: 'a',
        HOME: '/root',
        XDG_DATA_DIRS: '/usr',
        PORTS: '1',
        npm_config_port: '1',
      }
      const message = [
        'SMPT_URL is no setting; did you mean SMTP_URL? Rename or unset it.',
        'DATABASE_URI is no setting; did you mean DATABASE_URL? Rename or unset it.',
        'RATE_LIMIT_APIS is no setting; did you mean RATE_LIMIT_API? Rename or unset it.',
      ].join('\n')

      assert.throws(() => readConfig({ ...production, ...wrong, ...unrelated }), { message })
      readConfig({ ...production, ...unrelated })
    })

    it('for a secret that is too short', async (t) => {
      const DATA_DIR = await folder(t)
      const { appSecret } = readConfig({ DATA_DIR })
      assert.equal(readConfig({ DATA_DIR }).appSecret, appSecret)

      for (const left of ['', appSecret.slice(0, 20)]) {
        await writeFile(join(DATA_DIR, 'secret'), left)
        assert.throws(() => readConfig({ DATA_DIR }), { message: /^The secret in DATA_DIR [^\n]*cut short/ })
      }
    })

    it('for an unreachable PostgreSQL, without its password', async (t) => {
      const DATABASE_URL = `postgres://user:confidential@127.0.0.1:${await freePort()}/platform`

      const ending = await runCommand([], { DATA_DIR: await folder(t), DATABASE_URL })

      assertRefused(ending, /^The PostgreSQL server of DATABASE_URL cannot be used: /)
      assert.doesNotMatch(ending.stderr, /confidential/)
    })

    if (postgresUrl !== undefined)
      for (const [name, change, why] of [
        ['with a wrong password', { password: 'wrong' }, /password authentication failed/],
        ['without the database', { pathname: '/nowhere' }, /"nowhere" does not exist/],
      ] as const)
        it(`for a PostgreSQL ${name}`, async (t) => {
          const { href } = Object.assign(new URL(postgresUrl), change)

          const ending = await runCommand([], { DATA_DIR: await folder(t), DATABASE_URL: href })

          assertRefused(ending, /^The PostgreSQL server of DATABASE_URL cannot be used: /)
          assert.match(ending.stderr, why)
        })

    for (const [name, settings] of [
      ['that should keep the secret', {}],
      ['with the secret elsewhere', { APP_SECRET: 'x'.repeat(32) }],
    ] as const)
      it(`for a DATA_DIR that is a file, ${name}`, async (t) => {
        const file = join(await folder(t), 'file')
        await writeFile(file, '')

        const ending = await runCommand([], { DATA_DIR: file, ...settings })

        assertRefused(ending, /DATA_DIR/)
      })

    for (const [name, make, sentence] of [
      ['another program', createForeignDatabase, /belongs to another program; choose another DATA_DIR\.$/],
      ['no database', (file: string) => writeFile(file, 'All work and no play.\n'.repeat(500)), /is not a database/],
    ] as const)
      it(`for a platform.db of ${name}, which stays unchanged`, async (t) => {
        const DATA_DIR = await folder(t)
        const file = join(DATA_DIR, 'platform.db')
        await make(file)
        const before = await readFile(file)

        const ending = await runCommand([], { DATA_DIR })

        assertRefused(ending, sentence)
        assert.deepEqual(await readFile(file), before)
      })

    it('for an address of another machine, also with any port', async (t) => {
      const settings = {
        DATA_DIR: await folder(t),
        HOST: '203.0.113.1',
        SANDBOX: 'public',
        PORT: '0',
        ...asSettings(admin),
      }

      assertRefused(await runCommand([], settings), /^The HOST 203\.0\.113\.1 is no address of this machine/)
    })

    it('for an invalid setting in .env, unless the environment overrides it', async (t) => {
      const DATA_DIR = await folder(t)
      await writeFile(join(DATA_DIR, '.env'), 'PORT=from-the-file\nTOKEN_TTL_DAYS=from-the-file\n')

      const ending = await runProgram([], { DATA_DIR, TOKEN_TTL_DAYS: '30' }, DATA_DIR)

      assertRefused(ending, /^PORT must be .* not "from-the-file"\.$/)
    })
  })

describe('a start that cannot serve ends with one sentence', atOnce, () => {
  it('for a database of a newer version', async (t) => {
    const { settings, config } = await migrateDatabase(t)
    await ask(config, "insert into migrations (name, applied_at) values ('9999-old-names-contract', '2030-01-01')")

    const ending = await runCommand([], settings)

    assertRefused(ending, /^The database was made by a newer version .*9999-old-names-contract/)
  })

  it('for a port in use', async (t) => {
    const { settings } = await migrateDatabase(t)
    const port = await occupyPort(t)

    const ending = await runCommand([], { ...settings, ...asSettings(admin), PORT: String(port) })

    assertRefused(ending, new RegExp(`^The port ${port} on 127\\.0\\.0\\.1 is in use`))
  })
})

if (engine === 'sqlite')
  describe('the command line', atOnce, () => {
    for (const name of ['frobnicate', '__proto__'])
      it(`refuses ${name} and lists the commands`, async (t) => {
        const ending = await runCommand([name], { DATA_DIR: await folder(t) })

        assert.equal(ending.code, 1)
        assert.match(ending.stderr, new RegExp(`^There is no command "${name}"\\.\n\n.*migrate`, 's'))
        assert.doesNotMatch(ending.stderr, /^ {4}at /m)
      })

    for (const args of [['--help'], ['migrate', '--help']])
      it(`prints its usage: ${args.join(' ')}`, async (t) => {
        const DATA_DIR = join(await folder(t), 'untouched')

        const ending = await runCommand(args, { DATA_DIR })

        assert.equal(ending.code, 0)
        assert.match(ending.stdout, /serve.*migrate.*admin/s)
        assert.equal(existsSync(DATA_DIR), false)
      })

    const taken = ['--email', admin.email, '--password', admin.password]
    for (const [name, args, sentence] of [
      ['a taken address', taken, /^root@example\.org has an account already/],
      ['no address', ['--email', 'nobody', '--password', 'another one'], /^An e-mail address is needed/],
      [
        'a short password',
        ['--email', 'a@example.org', '--password', '12345'],
        /^The password must have 6 to 200 characters/,
      ],
      ['an option it does not know', ['--mail', 'a@example.org'], /--mail/],
    ] as const)
      it(`does not make ${name} an administrator`, async (t) => {
        const { settings } = await migrateDatabase(t)
        if (name === 'a taken address') await runCommand(['admin', ...taken], settings)

        const ending = await runCommand(['admin', ...args], settings)

        assert.equal(ending.code, 1)
        assert.match(ending.stderr, sentence)
        assert.doesNotMatch(ending.stderr, /^ {4}at /m)
      })
  })

describe('a command line program', atOnce, () => {
  it('migrates an empty database, also when several run at once', async (t) => {
    const { settings, config } = await empty(t)

    const endings = await Promise.all(
      [runProgram, runProgram, runCommand, runCommand].map((run) => run(['migrate'], settings)),
    )
    const again = await runCommand(['migrate'], settings)

    for (const { code, stdout, stderr } of [...endings, again])
      assert.deepEqual([code, stdout, stderr], [0, 'The database is up to date.\n', ''])
    assert.ok((await ask(config, 'select name from migrations')).length > 0)
    assert.deepEqual(await ask(config, 'select id from users'), [])
  })

  it('adds an administrator who can sign in', async (t) => {
    const { settings } = await migrateDatabase(t)

    const ending = await runCommand(
      ['admin', '--email', ' Second@Example.org', '--password', 'second password'],
      settings,
    )

    assert.deepEqual([ending.code, ending.stdout], [0, 'second@example.org is an administrator.\n'], ending.stderr)
    const service = await startService(t, settings)
    const { status, data } = await login(service, {
      email: 'second@example.org',
      password: 'second password',
    })
    assert.equal(status, 200)
    assert.equal(data.user.role, 'admin')
    assert.equal(data.user.email_verified, true)
  })

  if (engine === 'sqlite')
    it('takes the password of a new administrator from ADMIN_PASSWORD', async (t) => {
      const { settings } = await migrateDatabase(t)
      const { email, password } = admin

      const ending = await runCommand(['admin', '--email', email], { ...settings, ADMIN_PASSWORD: password })

      assert.deepEqual([ending.code, ending.stdout], [0, `${email} is an administrator.\n`], ending.stderr)
    })
})

describe('the first administrator', atOnce, () => {
  it('is the configured one, and later changes of the settings have no effect', async (t) => {
    const { settings } = await empty(t)
    const first = await startService(t, { ...settings, ...asSettings(admin) })
    assert.match(first.welcome, /first administrator is root@example\.org/)
    assert.doesNotMatch(first.welcome, new RegExp(admin.password))
    await stopService(first)

    const changed = { email: admin.email, password: 'a second password' }
    const second = await startService(t, { ...settings, ...asSettings(changed) })

    assert.equal((await login(second, admin)).status, 200)
    assert.equal((await login(second, changed)).status, 401)
  })

  const person = { id: 1_000, name: 'Ada', email: 'ada@example.org', role: 'learner' }

  it('is created after an import that brought none', async (t) => {
    const { settings } = await empty(t)
    const folder = await createImportFolder({ users: [person] })
    assert.equal((await runCommand(['import', folder], settings)).code, 0)
    const doctor = await runCommand(['doctor'], { ...settings, PORT: '1' })

    const service = await startService(t, { ...settings, ...asSettings(admin) })

    assert.match(doctor.stdout, /^✘ Administrator: there are accounts, and none is an administrator$/m)
    assert.equal(doctor.code, 1)
    assert.match(service.welcome, /first administrator is root@example\.org/)
    assert.equal((await login(service, admin)).data.user.role, 'admin')
    const { stdout } = await runCommand(['doctor'], { ...settings, PORT: '1' })
    assert.match(stdout, /^✔ Administrator: there is one$/m)
  })
})

if (engine === 'sqlite' && process.platform !== 'win32')
  describe('what the service stores', atOnce, () => {
    it('is for its user alone: files are 0600 and folders 0700', async (t) => {
      const { settings, config } = await empty(t)
      const service = await startService(t, settings, serve)
      const { data } = await login(service, { email: 'admin@localhost', password: readPassword(service) })
      const form = new FormData()
      form.append('type', 'project_file')
      form.append('file', new File(['x'], 'a.txt'))
      const uploaded = await service.as(data.token).send('POST', '/upload', { body: form })
      assert.equal(uploaded.status, 201, uploaded.text)

      const found = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
      const open = await Promise.all(
        found.map(async (one) => {
          const path = join(one.parentPath, one.name)
          const { mode } = await stat(path)
          return (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`]
        }),
      )
      assert.ok(found.some(({ name }) => name.endsWith('.txt')) && found.some(({ name }) => /wal$/.test(name)))
      assert.deepEqual(open.flat(), [])
    })
  })

if (engine === 'sqlite')
  describe('the random password of the first administrator', atOnce, () => {
    it('is shown once when none is configured, and can be used to sign in', async (t) => {
      const { settings } = await empty(t)
      const first = await startService(t, settings)
      const password = readPassword(first)
      await stopService(first)

      const second = await startService(t, settings)

      const reply = await login(second, { email: 'admin@localhost', password })
      assert.ok(password.length >= 12)
      assert.equal(reply.status, 200)
      assert.equal(reply.data.user.role, 'admin')
      assert.doesNotMatch(second.welcome, /administrator|password/)
    })

    it('is none in production, where standard output is a log that keeps it', async (t) => {
      const { settings } = await empty(t)
      const strict = { ...production, ...settings, LOG_LEVEL: 'warn' }

      const service = await startService(t, strict, (own) =>
        serve(own, { args: [], ready: /"msg":"administrator not created"[^\n]*\n/ }),
      )
      const reply = await login(service, { email: 'admin@localhost', password: '' })
      await stopService(service)
      const { stdout } = await service.ended

      assert.match(service.welcome, /there is no administrator: run npm run admin/)
      assert.doesNotMatch(stdout, /password {2}|admin@localhost/)
      assert.deepEqual(
        stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{')),
        [],
      )
      assert.equal(reply.status, 422)
    })

    it('is generated by the first start that can listen, and not by a failed one', async (t) => {
      const { settings } = await empty(t)
      const port = await occupyPort(t)

      const failed = await runCommand([], { ...settings, PORT: String(port), LOG_LEVEL: 'error' })

      assert.equal(failed.stdout, '')
      const service = await startService(t, settings)
      const password = readPassword(service)
      assert.equal((await login(service, { email: 'admin@localhost', password })).status, 200)
    })
  })

if (engine === 'sqlite')
  describe('a start on any free port', atOnce, () => {
    it('prints the port, and links to it', async (t) => {
      const { settings } = await migrateDatabase(t)
      const program = await startService(t, { ...settings, PORT: '0', ...asSettings(admin) })
      const [, address = ''] = /answers at (\S+)/.exec(program.welcome) ?? []
      const { data } = await createClient(address, null).post('/auth/login', admin)

      const { meta } = await createClient(address, data.token).get('/users')

      assert.match(address, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
      assert.equal(meta.path, `${address}/users`)
    })
  })

if (engine === 'sqlite')
  describe('a start with a setting by its former name', atOnce, () => {
    it('uses the value and warns, and prefers the present name', async (t) => {
      const { settings } = await migrateDatabase(t)
      const former = { ...settings, CLIENT_PATIENCE: '7' }

      const program = await startService(t, { ...former, LOG_LEVEL: 'warn' }, serve)
      program.kill('SIGTERM')

      const { stdout } = await program.ended
      assert.match(stdout, /"former":"CLIENT_PATIENCE","setting":"REQUEST_TIMEOUT".*"msg":"setting renamed"/)
      assert.equal(readConfig(former).requestTimeout, 7)
      assert.equal(readConfig({ ...former, REQUEST_TIMEOUT: '8' }).requestTimeout, 8)
    })
  })

describe('stopping the service', atOnce, () => {
  for (const signal of engine === 'sqlite' ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))
    it(`by ${signal} completes running requests, and exits with code 0`, async (t) => {
      const { settings } = await migrateDatabase(t)
      const program = await startService(t, { ...settings, LOG_LEVEL: 'info' }, serve)
      const email = 'last-minute@example.org'
      const body = JSON.stringify({ name: 'Last Minute', email, password: 'long enough' })
      const request = await beginRequest(program.address, '/auth/signup', body.length)

      program.kill(signal)
      await program.says(/"msg":"service stopping"/)
      const answer = await request.finish(body)

      const ending = await program.ended
      assert.match(answer, /^HTTP\/1\.1 201 /)
      assert.deepEqual([ending.code, ending.signal, ending.stderr], [0, null, ''])
      assert.match(ending.stdout, /"msg":"service stopped"/)
      const again = await startService(t, settings)
      assert.equal((await login(again, { email, password: 'long enough' })).status, 200)
    })
})

function assertRefused({ code, stdout, stderr }: Ending, sentence: RegExp) {
  assert.equal(code, 1, stderr)
  assert.match(stderr, /^[A-Z][^\n]*[.]\n$/)
  assert.match(stderr.trimEnd(), sentence)
  assert.doesNotMatch(stdout, /answers at/)
}

const endings = new WeakMap<TestContext, (() => unknown)[]>()

/** Started last, stopped first: programs before their databases. */
function atEnd(t: TestContext, end: () => unknown) {
  const known = endings.get(t)
  if (known) known.unshift(end)
  else {
    const list = [end]
    endings.set(t, list)
    t.after(async () => {
      for (const each of list) await each()
    })
  }
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'research-platform-start-'))
  atEnd(t, () => rm(path, { recursive: true, force: true }))
  return path
}

/** A port on which another program listens. */
async function occupyPort(t: TestContext): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  atEnd(t, () => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  return port
}

async function createForeignDatabase(file: string) {
  const db = new DatabaseSync(file)
  db.exec('create table recipes (name text)')
  db.close()
}

async function migrateDatabase(t: TestContext) {
  const { config, drop } = await createConfig()
  atEnd(t, drop)
  return { config, settings: createSettings(config) }
}

async function empty(t: TestContext) {
  const { config, drop } = await emptyDatabase(engine)
  atEnd(t, drop)
  return { config, settings: createSettings(config) }
}

function createSettings({ dataDir, databaseUrl }: DatabaseConfig): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
}

async function startService(
  t: TestContext,
  settings: Record<string, string>,
  start = serveInProcess,
): Promise<Serving> {
  const program = await start(settings)
  atEnd(t, async () => {
    program.kill('SIGKILL')
    await program.ended
  })
  return program
}

async function stopService(program: Serving) {
  program.kill('SIGTERM')
  const { code, stderr } = await program.ended
  assert.deepEqual([code, stderr], [0, ''])
}

function login({ anonymous }: Serving, credentials: { email: string; password: string }) {
  return anonymous.post('/auth/login', credentials)
}

/** A request whose head was read and whose body is expected. */
async function beginRequest(address: string, path: string, length: number) {
  const { hostname: host, port } = new URL(address)
  const socket = connect({ host, port: Number(port) })
  let received = ''
  const invited = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
    if (received.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) invited.resolve()
  })
  socket.on('error', ended.reject)
  socket.on('close', () => ended.resolve())
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  )
  await invited.promise
  return {
    async finish(body: string) {
      socket.write(body)
      await ended.promise
      return received.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
    },
  }
}
