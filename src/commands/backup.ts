import { makeBackup } from '#backup/backup.ts'
import { restoreBackup } from '#backup/restore.ts'
import { readPlace } from '#config.ts'
import { version } from '#core/version.ts'
import { folderIn, optionsOf } from './usage.ts'

export async function backup() {
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

export async function restore() {
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
