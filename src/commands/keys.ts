import type { Config } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { exportKeys, listKeys, rotateKey } from '#features/issuer/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext, recordCommand } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

const acts = ['list', 'rotate', 'export'] as const

/** Lists the keys that sign credentials, adds a new one, or prints all with their secret parts. */
export async function runKeys(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { positionals } = parseOptions(invocation, { allowPositionals: true })
  const act = acts.find((one) => one === positionals[0])
  if (act === undefined || positionals.length !== 1)
    throw new OperatorError(`Say what to do: keys list, keys rotate or keys export.\n\n${usage}`)
  const db = await openDatabase(config)
  try {
    const ctx = await createCommandContext(config, db, `keys ${act}`)
    if (act === 'rotate') printLine(stdout, `Key ${await rotateKey(ctx)} signs from now on. Former keys still verify.`)
    if (act === 'list')
      for (const { id, public_key, created_at, retired_at } of await listKeys(ctx))
        printLine(stdout, `${id}  ${public_key}  from ${created_at}${retired_at === null ? '' : ` to ${retired_at}`}`)
    if (act === 'export') {
      printLine(stdout, JSON.stringify({ keys: await exportKeys(ctx) }, null, 2))
      await recordCommand(config, db, 'keys export')
    }
    return 0
  } finally {
    await db.close()
  }
}
