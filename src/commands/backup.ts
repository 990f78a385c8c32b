import { makeBackup } from '#backup/backup.ts'
import { restoreBackup } from '#backup/restore.ts'
import { readDataLocation } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { version } from '#core/version.ts'
import { recordIfPossible } from './context.ts'
import { parseFolder, parseOptions } from './usage.ts'

export async function runBackup() {
  const { positionals, values } = parseOptions({
    allowPositionals: true,
    options: { 'without-files': { type: 'boolean', default: false } },
  })
  const place = readDataLocation(process.env)
  const withFiles = !values['without-files']
  if (!withFiles && place.storage === 'disk')
    throw new OperatorError('--without-files is for files in a bucket; those in DATA_DIR belong to a backup.')
  const { folder, files, bytes, secret, missing } = await makeBackup(place, parseFolder(positionals), {
    version,
    withFiles,
  })
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  console.log(`The database and ${files} ${files === 1 ? 'file' : 'files'} (${size}) are in ${folder}.`)
  console.log(
    secret
      ? 'The secret is in it too, so keep it where no other person can read it.'
      : 'Keep APP_SECRET; it is not in the backup.',
  )
  if (missing > 0) console.log(`Files that were lost before: ${missing}. "npm run check-files" names them.`)
  if (!withFiles) console.log('The files are in the bucket: protect them by its versioning.')
  await record('backup', { folder, files })
}

async function record(command: string, after: object) {
  const problem = await recordIfPossible(command, { before: null, after: { ...after } })
  if (problem !== null) console.log(`The audit log has no row about it: ${problem}.`)
}

export async function runRestore() {
  const { positionals, values } = parseOptions({
    allowPositionals: true,
    options: { replace: { type: 'boolean' } },
  })
  const folder = parseFolder(positionals)
  const { dataDir, made_at, former } = await restoreBackup(
    readDataLocation(process.env),
    folder,
    values.replace === true,
  )
  console.log(`${dataDir} is as it was at ${made_at}.`)
  if (former !== null) console.log(`What was there is in ${former}; remove it when it is no longer needed.`)
  await record('restore', { made_at, replaced: former !== null })
}
