import type { Config } from '#config.ts'
import { rebuildSearchIndex } from '#features/search-index/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'

export async function runReindex(config: Config, { stdout }: Invocation): Promise<ExitCode> {
  const db = await openDatabase(config)
  try {
    const began = performance.now()
    let told = began
    const tell = (done: number) => {
      if (performance.now() - told < 1_000) return
      told = performance.now()
      printLine(stdout, `${done} profiles`)
    }
    await rebuildSearchIndex(await createCommandContext(config, db, 'reindex'), { tell })
    printLine(stdout, `The search index is built anew, in ${Math.round((performance.now() - began) / 1_000)} s.`)
    return 0
  } finally {
    await db.close()
  }
}
