import type { Config } from '#config.ts'
import { openDatabase } from '#database/index.ts'
import { recordCommand } from './context.ts'

export async function migrate(config: Config) {
  // Opening a database migrates it.
  const db = await openDatabase(config)
  await recordCommand(config, db, 'migrate').finally(() => db.close())
  console.log('The database is up to date.')
}
