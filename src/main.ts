/** The command line: serve (default) · demo · migrate · admin · reindex · backup · restore. */

import { existsSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { noIdentityProviders } from './adapters/identity/providers.ts'
import { mailboxTransport } from './adapters/mail/transport.ts'
import { createPasswords } from './adapters/passwords.ts'
import { sandboxGateway } from './adapters/payments/sandbox.ts'
import { createStorage } from './adapters/storage/create.ts'
import { version } from './app.ts'
import { BackupRefused } from './backup/refused.ts'
import { type Config, ConfigurationError, readConfig, readPlace } from './config.ts'
import { type Context, nowhere, system } from './context.ts'
import { isEmail } from './core/email.ts'
import { Refusal } from './core/refusal.ts'
import { systemClock } from './core/time.ts'
import { type Database, DatabaseUnusable, UniqueViolation } from './database/database.ts'
import { openDatabase } from './database/index.ts'
import { addAdmin } from './features/accounts/index.ts'
import { rebuildSearchIndex } from './features/search-index/index.ts'
import { print, serve, withPort } from './serve.ts'
import { serviceLogger } from './service.ts'

const usage = `research-platform ${version}

  node src/main.ts [serve]                             start the service
  node src/main.ts demo                                the same on a folder of its own, filled with examples
  node src/main.ts migrate                             bring the database to this version, then stop
  node src/main.ts admin --email E [--password P]      add an administrator; without --password, ADMIN_PASSWORD
  node src/main.ts reindex                             build the search index anew, while the service is stopped
  node src/main.ts backup FOLDER                       copy the embedded database and its files, also while serving
  node src/main.ts restore FOLDER [--replace]          put a backup into DATA_DIR; the service must not run

Settings come from the environment and from .env; docs/OPERATIONS.md lists them.`

const commands = new Map([
  ['serve', async () => serve(readConfig(await withPort(process.env)))],
  ['demo', demo],
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

async function demo() {
  // Loaded for it alone: serving needs none of what fills a demonstration.
  const { openDemo } = await import('./demo/index.ts')
  await serve(await openDemo(await withPort(process.env), print))
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
  const { makeBackup } = await import('./backup/backup.ts')
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
  const { restoreBackup } = await import('./backup/restore.ts')
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
  if (!isEmail(email)) throw new Refusal(`An e-mail address is needed.\n\n${usage}`)
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
