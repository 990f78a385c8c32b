import type { Config } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { verifyAuditLog } from '#platform/audit/verify.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/** Verifies the audit log and names the first broken row; then the exit code is 1. */
export async function runAudit(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { positionals } = parseOptions(invocation, { allowPositionals: true })
  if (positionals.length !== 1 || positionals[0] !== 'verify')
    throw new OperatorError(`Say what to do: audit verify.\n\n${usage}`)
  const db = await openDatabase(config)
  try {
    const ctx = await createCommandContext(config, db, 'audit')
    const { rows, hash, erased, signatures, formerKeys, broken } = await verifyAuditLog(ctx)
    if (broken !== null) throw new OperatorError(`The audit log is broken at row ${broken.id}: ${broken.reason}.`)
    printLine(stdout, `The audit log is whole: ${rows} rows, ${signatures} signatures match.`)
    if (formerKeys > 0)
      printLine(
        stdout,
        `${formerKeys} of them were made with a former APP_SECRET; compare them with the log of that time.`,
      )
    if (erased > 0) printLine(stdout, `The details of ${erased} rows were erased with the accounts they were about.`)
    if (rows > 0) printLine(stdout, `Last hash: ${hash}`)
    return 0
  } finally {
    await db.close()
  }
}
