import type { Config } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { rebuildFollower } from '#platform/followers/rebuild.ts'
import { openDatabase } from '#service/open-database.ts'
import { followers } from '#service.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/** Builds what a follower of the journal stores anew from the tables. */
export async function runRebuild(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { positionals } = parseOptions(invocation, { allowPositionals: true })
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw new OperatorError(`Name one follower to build anew.\n\n${usage}`)
  const db = await openDatabase(config)
  try {
    const began = performance.now()
    const ctx = await createCommandContext(config, db, `rebuild ${name}`)
    const result = await rebuildFollower(ctx, followers, name)
    if (result.state === 'unknown')
      throw new OperatorError(
        `There is no follower "${name}" that is built from the tables; there is: ${result.names.join(', ')}.`,
      )
    if (result.state === 'impossible') throw new OperatorError(`What "${name}" stores is not built anew: ${result.why}`)
    printLine(stdout, `${name} is built anew, in ${Math.round((performance.now() - began) / 1_000)} s.`)
    return 0
  } finally {
    await db.close()
  }
}
