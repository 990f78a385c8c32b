/** The command line: serve (default) · migrate · admin · demo · reindex. */

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { noIdentityProviders } from './adapters/identity/providers.ts'
import { mailboxTransport } from './adapters/mail/transport.ts'
import { createPasswords } from './adapters/passwords.ts'
import { sandboxGateway } from './adapters/payments/sandbox.ts'
import { createStorage } from './adapters/storage/create.ts'
import { version } from './app.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { type Context, nowhere, system } from './context.ts'
import { systemClock } from './core/time.ts'
import { type Database, DatabaseUnusable, UniqueViolation } from './database/database.ts'
import { openDatabase } from './database/index.ts'
import { addAdmin, type FirstAdmin } from './features/accounts/index.ts'
import { rebuildSearchIndex } from './features/search-index/index.ts'
import { createService, serviceLogger } from './service.ts'

const usage = `research-platform ${version}

  node src/main.ts [serve]                             start the service
  node src/main.ts migrate                             bring the database to this version, then stop
  node src/main.ts admin --email E [--password P]      add an administrator; without --password, ADMIN_PASSWORD
  node src/main.ts demo                                start it on a data folder of its own, filled with examples
  node src/main.ts reindex                             build the search index anew, while the service is stopped

Settings come from the environment and from .env; docs/OPERATIONS.md lists them.`

/** The operator's mistake in one sentence: printed without a stack. */
class Refusal extends Error {}

const commands = new Map([
  ['serve', serve],
  ['migrate', migrate],
  ['admin', admin],
  ['demo', serve],
  ['reindex', reindex],
])

try {
  const name = process.argv[2]?.startsWith('-') ? undefined : process.argv[2]
  if (process.argv.includes('--help') || name === 'help') {
    console.log(usage)
  } else {
    const command = commands.get(name ?? 'serve')
    if (command === undefined) throw new Refusal(`There is no command "${name}".\n\n${usage}`)
    if (existsSync('.env')) process.loadEnvFile('.env')
    await command(await configFor(name))
  }
} catch (error) {
  const expected = [Refusal, ConfigurationError, DatabaseUnusable].some((kind) => error instanceof kind)
  console.error(expected && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function serve(config: Config) {
  const logger = serviceLogger(config)
  const service = await createService(config, { logger })
  if (service.firstAdmin !== null) introduce(service.firstAdmin)
  try {
    await service.server.listen({ host: config.host, port: config.port })
  } catch (error) {
    await service.stop()
    if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))
      throw new Refusal(
        error.code === 'EACCES'
          ? `The port ${config.port} needs more rights; choose another PORT.`
          : `The port ${config.port} on ${config.host} is in use; stop the other program or choose another PORT.`,
      )
    throw error
  }

  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    logger.info({ signal }, 'stopping')
    await service.stop()
    logger.info({}, 'stopped')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  welcome(config)
  setTimeout(returnMemory, 2_500).unref()
}

function welcome({ publicUrl, databaseUrl, dataDir, environment, demo }: Config) {
  // In production standard output belongs to the log, which says where the service listens.
  if (environment === 'production') return
  print(
    `Research Platform ${version} answers at ${publicUrl}`,
    `API reference: ${publicUrl}/docs`,
    `Mailbox:       ${publicUrl}/sandbox/mail`,
    `Data:          ${databaseUrl === null ? dataDir : 'PostgreSQL'}`,
  )
  if (demo === null) return
  const shown = demo.logins.map(({ role, email, name }) => `  ${role.padEnd(12)}${email.padEnd(22)}${name}`)
  print(`Sign in with the password ${demo.password} as`, ...shown)
}

/** Comes before anything can fail: a password that was made up is never shown again. */
function introduce({ email, password }: FirstAdmin) {
  const shown = password === null ? [] : [`with the password  ${password}  (change it with PUT /users/{id})`]
  print(`The first administrator is ${email}`, ...shown)
}

function print(...lines: string[]) {
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

async function configFor(command: string | undefined): Promise<Config> {
  if (command !== 'demo') return readConfig(settingsFor(command))
  // Loaded for it alone: serving needs none of what fills a demonstration.
  const { openDemo } = await import('./demo/index.ts')
  return openDemo(process.env, print)
}

/** For `admin`, the password is that of the new administrator and stands alone. */
function settingsFor(command: string | undefined) {
  return command === 'admin'
    ? { ...process.env, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined }
    : process.env
}

/**
 * Starting leaves some 30 MB of garbage, which V8 would hold as long as nobody asks for anything. The function is not
 * in the language, so it is taken from a context made after it was switched on.
 */
function returnMemory() {
  setFlagsFromString('--expose-gc')
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
}

async function migrate(config: Config) {
  // Opening a database migrates it.
  const db = await openDatabase(config)
  await db.close()
  console.log('The database is up to date.')
}

function adminOptions() {
  try {
    return parseArgs({
      args: process.argv.slice(3),
      options: { email: { type: 'string' }, password: { type: 'string' } },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

async function admin(config: Config) {
  const { values } = adminOptions()
  const email = values.email?.trim().toLowerCase() ?? ''
  const password = values.password ?? process.env.ADMIN_PASSWORD ?? ''
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(`An e-mail address is needed.\n\n${usage}`)
  if (password.length < config.passwordMinLength || password.length > 200)
    throw new Refusal(`The password must have ${config.passwordMinLength} to 200 characters.`)

  const db = await openDatabase(config)
  try {
    await addAdmin(commandContext(config, db), { email, password })
    console.log(`${email} is an administrator.`)
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw new Refusal(`${email} has an account already; an administrator can change its role.`)
    throw error
  } finally {
    await db.close()
  }
}

/** What a command may touch: nothing of the world outside. */
function commandContext(config: Config, db: Database): Context {
  return {
    db,
    config,
    clock: systemClock,
    log: serviceLogger(config),
    mail: mailboxTransport,
    passwords: createPasswords(),
    identity: noIdentityProviders,
    storage: createStorage(config),
    payments: sandboxGateway(systemClock, config.appSecret),
    wake: () => undefined,
    actor: system,
    origin: nowhere,
  }
}

async function reindex(config: Config) {
  const db = await openDatabase(config)
  try {
    const tell = (done: number) => console.log(`${done} profiles`)
    const done = await rebuildSearchIndex(commandContext(config, db), tell)
    console.log(`The search index is built anew: ${done} profiles.`)
  } finally {
    await db.close()
  }
}
