import type { Config } from '#config.ts'
import { openDatabase } from '#database/index.ts'
import { compareFiles } from '#features/files/index.ts'
import { createCommandContext, recordCommand } from './context.ts'

/** Compares the table of files with the storage, both ways. The exit code is 1 when files are missing or differ. */
export async function checkFiles(config: Config) {
  const db = await openDatabase(config)
  try {
    const { rows, missing, different, unreferenced } = await compareFiles(
      createCommandContext(config, db, 'check-files'),
    )
    for (const { id, key } of missing) console.log(`missing       file ${id}  ${key}`)
    for (const { id, key, size, stored } of different)
      console.log(`wrong size    file ${id}  ${key}  (${stored} bytes instead of ${size})`)
    for (const { key, size } of unreferenced) console.log(`unreferenced  ${key}  (${size} bytes)`)
    const parts = [`${missing.length} missing`, `${different.length} of a wrong size`]
    console.log(`${rows} files: ${parts.join(', ')}. ${unreferenced.length} in the storage belong to no file.`)
    const found = { missing: missing.length, different: different.length, unreferenced: unreferenced.length }
    await recordCommand(config, db, 'check-files', { before: null, after: found })
    if (missing.length + different.length > 0) process.exitCode = 1
  } finally {
    await db.close()
  }
}
