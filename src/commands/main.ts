/**
 * The command line: serve (default) · demo · migrate · admin · api · follow · reindex · rebuild · doctor · reconcile · audit · transparency · keys · verify · import · compare · check-files · backup · restore ·
 * move. The modules of a command are imported after its settings were validated, so that mistakes are reported at once.
 */

import { inspect } from 'node:util'
import { followIgnored, type IgnoredError } from '#core/ignored-errors.ts'
import { OperatorError } from '#core/operator-error.ts'
import { type Config, readConfig } from '../config.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { withPort } from './port.ts'
import { parseOptions, usage } from './usage.ts'

type Command = (invocation: Invocation) => Promise<ExitCode>

const commands = new Map<string, Command>([
  ['serve', serve],
  ['demo', demo],
  ['migrate', withConfig(async (...args) => (await import('./migrate.ts')).migrate(...args))],
  // The password belongs to the new administrator, not to the settings.
  [
    'admin',
    withConfig(async (...args) => (await import('./admin.ts')).runAdmin(...args), {
      ADMIN_EMAIL: undefined,
      ADMIN_PASSWORD: undefined,
    }),
  ],
  ['reindex', withConfig(async (...args) => (await import('./reindex.ts')).runReindex(...args))],
  ['rebuild', withConfig(async (...args) => (await import('./rebuild.ts')).runRebuild(...args))],
  ['import', withConfig(async (...args) => (await import('./import.ts')).runImport(...args))],
  ['compare', async (invocation) => (await import('./compare.ts')).runCompare(invocation)],
  ['check-files', withConfig(async (...args) => (await import('./check-files.ts')).checkFiles(...args))],
  ['doctor', withConfig(async (...args) => (await import('./doctor.ts')).runDoctor(...args))],
  ['reconcile', withConfig(async (...args) => (await import('./reconcile.ts')).runReconcile(...args))],
  ['audit', withConfig(async (...args) => (await import('./audit.ts')).runAudit(...args))],
  ['keys', withConfig(async (...args) => (await import('./keys.ts')).runKeys(...args))],
  ['transparency', withConfig(async (...args) => (await import('./transparency.ts')).runTransparency(...args))],
  ['api', withConfig(async (...args) => (await import('./api.ts')).runApi(...args))],
  ['follow', withConfig(async (...args) => (await import('./follow.ts')).runFollow(...args))],
  ['verify', async (invocation) => (await import('./verify.ts')).runVerify(invocation)],
  ['backup', async (invocation) => (await import('./backup.ts')).runBackup(invocation)],
  ['restore', async (invocation) => (await import('./backup.ts')).runRestore(invocation)],
  ['move', async (invocation) => (await import('./move.ts')).runMove(invocation)],
])

/**
 * Runs a command and returns the exit code of the process; `serve` and `demo` run until the signal to stop. The first
 * argument is the name of the command, or an option of `serve`.
 */
export async function main(args: readonly string[], surroundings: Omit<Invocation, 'args'>): Promise<ExitCode> {
  const name = args[0]?.startsWith('-') ? undefined : args[0]
  // The service has a log.
  const isService = name === undefined || name === 'serve' || name === 'demo'
  const endFollowing = isService ? null : followIgnored((ignored) => printIgnored(surroundings.stderr, ignored))
  try {
    if (args.includes('--help') || name === 'help') {
      printLine(surroundings.stdout, usage)
      return 0
    }
    const command = commands.get(name ?? 'serve')
    if (command === undefined) throw new OperatorError(`There is no command "${name}".\n\n${usage}`)
    return await command({ ...surroundings, args: args.slice(1) })
  } catch (error) {
    printLine(surroundings.stderr, error instanceof OperatorError ? error.message : inspect(error))
    return 1
  } finally {
    endFollowing?.()
  }
}

const printIgnored = (stderr: NodeJS.WritableStream, { where, error }: IgnoredError) =>
  printLine(stderr, `Failed, and the command goes on: ${where}: ${error instanceof Error ? error.message : error}`)

function withConfig(run: (config: Config, invocation: Invocation) => Promise<ExitCode>, changes = {}): Command {
  return async (invocation) => run(readConfig({ ...invocation.env, ...changes }), invocation)
}

async function serve(invocation: Invocation): Promise<ExitCode> {
  const config = readConfig(await withPort(invocation.env))
  await (await import('../serve.ts')).serve(config, invocation)
  return 0
}

async function demo(invocation: Invocation): Promise<ExitCode> {
  const { env, stdout } = invocation
  const { values } = parseOptions(invocation, { options: { 'two-factor': { type: 'boolean', default: false } } })
  const variables = await withPort(env)
  const [{ openDemo }, { serve }] = await Promise.all([import('../demo/index.ts'), import('../serve.ts')])
  const tell = (line: string) => printLine(stdout, `  ${line}`)
  await serve(await openDemo(variables, { tell, twoFactor: values['two-factor'] }), invocation)
  return 0
}
