import { createBackup } from '#backup/backup.ts'
import { restoreBackup } from '#backup/restore.ts'
import { readDataLocation } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { version } from '#core/version.ts'
import { recordIfPossible } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseFolder, parseOptions } from './usage.ts'

export async function runBackup(invocation: Invocation): Promise<ExitCode> {
  const { env, stdout } = invocation
  const { positionals, values } = parseOptions(invocation, {
    allowPositionals: true,
    options: { 'without-files': { type: 'boolean', default: false } },
  })
  const place = readDataLocation(env)
  const withFiles = !values['without-files']
  if (!withFiles && place.storage === 'disk')
    throw new OperatorError('--without-files is for files in a bucket; those in DATA_DIR belong to a backup.')
  const { folder, files, bytes, secret, missing } = await createBackup(place, parseFolder(positionals), {
    version,
    withFiles,
  })
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  printLine(stdout, `The database and ${files} ${files === 1 ? 'file' : 'files'} (${size}) are in ${folder}.`)
  printLine(
    stdout,
    secret
      ? 'The secret is in it too, so keep it where no other person can read it.'
      : 'Keep APP_SECRET; it is not in the backup.',
  )
  if (missing > 0) printLine(stdout, `Files that were lost before: ${missing}. "npm run check-files" names them.`)
  if (!withFiles) printLine(stdout, 'The files are in the bucket: protect them by its versioning.')
  await record('backup', { folder, files }, invocation)
  return 0
}

async function record(command: string, after: object, { env, stdout }: Invocation) {
  const problem = await recordIfPossible(command, { before: null, after: { ...after } }, env)
  if (problem !== null) printLine(stdout, `The audit log has no row about it: ${problem}.`)
}

export async function runRestore(invocation: Invocation): Promise<ExitCode> {
  const { env, stdout } = invocation
  const { positionals, values } = parseOptions(invocation, {
    allowPositionals: true,
    options: { replace: { type: 'boolean' } },
  })
  const folder = parseFolder(positionals)
  const { dataDir, made_at, former } = await restoreBackup(readDataLocation(env), folder, values.replace === true)
  printLine(stdout, `${dataDir} is as it was at ${made_at}.`)
  if (former !== null) printLine(stdout, `What was there is in ${former}; remove it when it is no longer needed.`)
  await record('restore', { made_at, replaced: former !== null }, invocation)
  return 0
}
