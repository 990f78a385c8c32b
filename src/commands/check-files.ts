import type { Config } from '#config.ts'
import { compareFiles } from '#features/files/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext, recordCommand } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'

/** Compares the table of files with the storage, both ways. The exit code is 1 when files are missing or differ. */
export async function checkFiles(config: Config, { stdout }: Invocation): Promise<ExitCode> {
  const db = await openDatabase(config)
  try {
    const { rows, missing, different, unreferenced } = await compareFiles(
      await createCommandContext(config, db, 'check-files'),
    )
    for (const { id, key } of missing) printLine(stdout, `missing       file ${id}  ${key}`)
    for (const { id, key, size, stored } of different)
      printLine(stdout, `wrong size    file ${id}  ${key}  (${stored} bytes instead of ${size})`)
    for (const { key, size } of unreferenced) printLine(stdout, `unreferenced  ${key}  (${size} bytes)`)
    const parts = [`${missing.length} missing`, `${different.length} of a wrong size`]
    printLine(stdout, `${rows} files: ${parts.join(', ')}. ${unreferenced.length} in the storage belong to no file.`)
    const found = { missing: missing.length, different: different.length, unreferenced: unreferenced.length }
    await recordCommand(config, db, 'check-files', { before: null, after: found })
    return missing.length + different.length > 0 ? 1 : 0
  } finally {
    await db.close()
  }
}
