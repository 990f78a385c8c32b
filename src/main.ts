/** The command line: serve (default) · migrate · admin · reindex · backup · restore. */

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { noIdentityProviders } from './adapters/identity/providers.ts'
import { mailboxTransport } from './adapters/mail/transport.ts'
import { createPasswords } from './adapters/passwords.ts'
import { sandboxGateway } from './adapters/payments/sandbox.ts'
import { createStorage } from './adapters/storage/create.ts'
import { version } from './app.ts'
import { makeBackup } from './backup/backup.ts'
import { BackupRefused } from './backup/refused.ts'
import { restoreBackup } from './backup/restore.ts'
import { type Config, ConfigurationError, readConfig, readPlace } from './config.ts'
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
  node src/main.ts reindex                             build the search index anew, while the service is stopped
  node src/main.ts backup FOLDER                       copy the embedded database and its files, also while serving
  node src/main.ts restore FOLDER [--replace]          put a backup into DATA_DIR; the service must not run

Settings come from the environment and from .env; docs/OPERATIONS.md lists them.`

/** The operator's mistake in one sentence: printed without a stack. */
class Refusal extends Error {}

const commands = new Map([
  ['serve', async () => serve(readConfig(await withPort(process.env)))],
  ['migrate', () => migrate(readConfig(process.env))],
  // The password is that of the new administrator and stands alone.
  ['admin', () => admin(readConfig({ ...process.env, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined }))],
  ['reindex', () => reindex(readConfig(process.env))],
  ['backup', backup],
  ['restore', restore],
])

try {
  const name = process.argv[2]?.startsWith('-') ? undefined : process.argv[2]
  if (process.argv.includes('--help') || name === 'help') {
    console.log(usage)
  } else {
    const command = commands.get(name ?? 'serve')
    if (command === undefined) throw new Refusal(`There is no command "${name}".\n\n${usage}`)
    if (existsSync('.env')) process.loadEnvFile('.env')
    await command()
  }
} catch (error) {
  const expected = [Refusal, ConfigurationError, DatabaseUnusable, BackupRefused].some(
    (kind) => error instanceof kind,
  )
  console.error(expected && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** With 0 a free port is chosen here and not by the listener, because every link in the answers has it. */
async function withPort(variables: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (variables.PORT?.trim() !== '0') return variables
  const probe = createServer().listen(0, variables.HOST?.trim() || '127.0.0.1')
  // A HOST that cannot be used is refused by the listener.
  await once(probe, 'listening').catch(() => undefined)
  const address = probe.address()
  if (typeof address !== 'object' || address === null) return variables
  await probe[Symbol.asyncDispose]()
  return { ...variables, PORT: String(address.port) }
}

async function serve(config: Config) {
  const logger = serviceLogger(config)
  const service = await createService(config, { logger })
  if (service.firstAdmin !== null) introduce(service.firstAdmin)
  try {
    await service.server.listen({ host: config.host, port: config.port })
  } catch (error) {
    await service.stop()
    const sentence = error instanceof Error && 'code' in error ? unusable(config).get(error.code) : undefined
    if (sentence !== undefined) throw new Refusal(sentence)
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

/** Why the service cannot listen there, by the code of the system. */
function unusable({ host, port }: Config) {
  return new Map<unknown, string>([
    ['EADDRINUSE', `The port ${port} on ${host} is in use; stop the other program or choose another PORT.`],
    ['EACCES', `The port ${port} needs more rights; choose another PORT.`],
    ['EADDRNOTAVAIL', `The HOST ${host} is no address of this machine; choose another.`],
    ['ENOTFOUND', `The HOST ${host} is no address that can be found; choose another.`],
  ])
}

function welcome({ publicUrl, databaseUrl, dataDir, environment }: Config) {
  // In production standard output belongs to the log, which says where the service listens.
  if (environment === 'production') return
  print(
    `Research Platform ${version} answers at ${publicUrl}`,
    `API reference: ${publicUrl}/docs`,
    `Mailbox:       ${publicUrl}/sandbox/mail`,
    `Data:          ${databaseUrl === null ? dataDir : 'PostgreSQL'}`,
  )
}

/** Comes before anything can fail: a password that was made up is never shown again. */
function introduce({ email, password }: FirstAdmin) {
  const shown = password === null ? [] : [`with the password  ${password}  (change it with PUT /users/{id})`]
  print(`The first administrator is ${email}`, ...shown)
}

function print(...lines: string[]) {
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
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

/** What stands behind the command; a sentence and the usage when it cannot be read. */
function optionsOf<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs({ args: process.argv.slice(3), ...config })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** The one folder a command is about. */
function folderIn([folder, ...others]: readonly string[]): string {
  if (folder === undefined || folder === '' || others.length > 0)
    throw new Refusal(`One folder is needed.\n\n${usage}`)
  return folder
}

async function backup() {
  const { positionals } = optionsOf({ allowPositionals: true, options: {} })
  const place = readPlace(process.env)
  const { folder, files, bytes, secret } = await makeBackup(place, folderIn(positionals), version)
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  console.log(`The database and ${files} ${files === 1 ? 'file' : 'files'} (${size}) are in ${folder}.`)
  console.log(
    secret
      ? 'The secret is in it too, so keep it where nobody else reads.'
      : 'Keep APP_SECRET; it is not in the backup.',
  )
  if (place.storage === 's3') console.log('The files are in the bucket: protect them by its versioning.')
}

async function restore() {
  const { positionals, values } = optionsOf({
    allowPositionals: true,
    options: { replace: { type: 'boolean' } },
  })
  const folder = folderIn(positionals)
  const { dataDir, made_at, former } = await restoreBackup(
    readPlace(process.env),
    folder,
    values.replace === true,
  )
  console.log(`${dataDir} is as it was at ${made_at}.`)
  if (former !== null) console.log(`What was there is in ${former}; remove it when it is no longer needed.`)
}

async function admin(config: Config) {
  const { values } = optionsOf({ options: { email: { type: 'string' }, password: { type: 'string' } } })
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
