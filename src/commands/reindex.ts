import type { Config } from '#config.ts'
import { openDatabase } from '#database/index.ts'
import { rebuildSearchIndex } from '#features/search-index/index.ts'
import { createCommandContext } from './context.ts'

export async function runReindex(config: Config) {
  const db = await openDatabase(config)
  try {
    const began = performance.now()
    let told = began
    const tell = (done: number) => {
      if (performance.now() - told < 1_000) return
      told = performance.now()
      console.log(`${done} profiles`)
    }
    await rebuildSearchIndex(createCommandContext(config, db, 'reindex'), { tell })
    console.log(`The search index is built anew, in ${Math.round((performance.now() - began) / 1_000)} s.`)
  } finally {
    await db.close()
  }
}
