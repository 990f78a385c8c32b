import type { Config } from '#config.ts'
import { openDatabase } from '#service/open-database.ts'
import { recordCommand } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'

export async function migrate(config: Config, { stdout }: Invocation): Promise<ExitCode> {
  // Opening a database migrates it.
  const db = await openDatabase(config)
  await recordCommand(config, db, 'migrate').finally(() => db.close())
  printLine(stdout, 'The database is up to date.')
  return 0
}
