import type { Config } from '#config.ts'
import { openDatabase } from '#database/index.ts'
import { rebuildSearchIndex } from '#features/search-index/index.ts'
import { createCommandContext } from './context.ts'

export async function runReindex(config: Config) {
  const db = await openDatabase(config)
  try {
    const tell = (done: number) => console.log(`${done} profiles`)
    const done = await rebuildSearchIndex(createCommandContext(config, db), tell)
    console.log(`The search index is built anew: ${done} profiles.`)
  } finally {
    await db.close()
  }
}
