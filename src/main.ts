/**
 * The command line: serve (default) · demo · migrate · admin · api · follow · reindex · doctor · audit · transparency · keys · verify · check-files · backup · restore ·
 * move. The modules of a command are imported after its settings were validated, so that mistakes are reported at once.
 */

import './node-version.ts'
import { existsSync } from 'node:fs'
import { OperatorError } from '#core/operator-error.ts'
import { withPort } from './commands/port.ts'
import { parseOptions, usage } from './commands/usage.ts'
import { readConfig } from './config.ts'

// What the service stores is for its user alone: files are 0600 and folders 0700.
process.umask(0o077)

const commands = new Map([
  ['serve', serve],
  ['demo', demo],
  ['migrate', migrate],
  ['admin', admin],
  ['reindex', reindex],
  ['check-files', checkFiles],
  ['doctor', doctor],
  ['audit', audit],
  ['keys', keys],
  ['transparency', transparency],
  ['verify', async () => (await import('./commands/verify.ts')).runVerify()],
  ['api', api],
  ['follow', follow],
  ['backup', async () => (await import('./commands/backup.ts')).runBackup()],
  ['restore', async () => (await import('./commands/backup.ts')).runRestore()],
  ['move', async () => (await import('./commands/move.ts')).runMove()],
])

try {
  const name = process.argv[2]?.startsWith('-') ? undefined : process.argv[2]
  if (process.argv.includes('--help') || name === 'help') {
    console.log(usage)
  } else {
    const command = commands.get(name ?? 'serve')
    if (command === undefined) throw new OperatorError(`There is no command "${name}".\n\n${usage}`)
    if (existsSync('.env')) process.loadEnvFile('.env')
    await command()
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}

async function serve() {
  const config = readConfig(await withPort(process.env))
  await (await import('./serve.ts')).serve(config)
}

async function demo() {
  const { values } = parseOptions({ options: { 'two-factor': { type: 'boolean', default: false } } })
  const variables = await withPort(process.env)
  const [{ openDemo }, { print, serve }] = await Promise.all([import('./demo/index.ts'), import('./serve.ts')])
  await serve(await openDemo(variables, { tell: print, twoFactor: values['two-factor'] }))
}

async function migrate() {
  const config = readConfig(process.env)
  await (await import('./commands/migrate.ts')).migrate(config)
}

async function admin() {
  // The password belongs to the new administrator, not to the settings.
  const config = readConfig({ ...process.env, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined })
  await (await import('./commands/admin.ts')).runAdmin(config)
}

async function reindex() {
  const config = readConfig(process.env)
  await (await import('./commands/reindex.ts')).runReindex(config)
}

async function checkFiles() {
  const config = readConfig(process.env)
  await (await import('./commands/check-files.ts')).checkFiles(config)
}

async function doctor() {
  const config = readConfig(process.env)
  await (await import('./commands/doctor.ts')).runDoctor(config)
}

async function api() {
  const config = readConfig(process.env)
  await (await import('./commands/api.ts')).runApi(config)
}

async function follow() {
  const config = readConfig(process.env)
  await (await import('./commands/follow.ts')).runFollow(config)
}

async function keys() {
  const config = readConfig(process.env)
  await (await import('./commands/keys.ts')).runKeys(config)
}

async function transparency() {
  const config = readConfig(process.env)
  await (await import('./commands/transparency.ts')).runTransparency(config)
}

async function audit() {
  const config = readConfig(process.env)
  await (await import('./commands/audit.ts')).runAudit(config)
}
