import { readFile } from 'node:fs/promises'
import type { Config } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { appendToLog, verifyLog } from '#features/transparency/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/** Verifies the transparency log, also against a saved head; with a fault the exit code is 1. */
export async function runTransparency(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { positionals, values } = parseOptions(invocation, {
    allowPositionals: true,
    options: { head: { type: 'string' } },
  })
  if (positionals.length !== 1 || positionals[0] !== 'verify')
    throw new OperatorError(`Say what to do: transparency verify.\n\n${usage}`)
  const saved = values.head === undefined ? null : await readHead(values.head)
  const db = await openDatabase(config)
  try {
    const ctx = { ...(await createCommandContext(config, db, 'transparency')), auditEvent: null }
    await appendToLog(ctx)
    const { rows, erased, root, fault } = await verifyLog(ctx, saved)
    if (fault !== null) throw new OperatorError(`${fault}.`)
    printLine(stdout, `The log is whole: ${rows} rows match their leaves.`)
    if (erased > 0) printLine(stdout, `The contents of ${erased} rows were erased with the accounts they were about.`)
    if (saved !== null) printLine(stdout, 'The rows before the saved head are the same as when it was saved.')
    printLine(stdout, `Root: ${root}`)
    return 0
  } finally {
    await db.close()
  }
}

/** Reads a head: the checkpoint alone, or the whole answer of `/transparency/head`. */
async function readHead(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The file ${path} cannot be read.`)
  })
  const [, checkpoint] = /"checkpoint":\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? []
  return checkpoint === undefined ? text : JSON.parse(checkpoint)
}
