import type { Config } from '#config.ts'
import type { Context } from '#context.ts'
import { normalizeEmail } from '#core/email.ts'
import { OperatorError } from '#core/operator-error.ts'
import { Problem } from '#core/problem.ts'
import { followChanges } from '#features/changes/index.ts'
import { findUser, findUserByEmail } from '#features/users/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions } from './usage.ts'

/** An administrator without an account: sees the changes of all. */
const operator = { id: 0, role: 'admin' } as const

/** Prints changes as they come, beside a running service, until it is interrupted. */
export async function runFollow(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { values } = parseOptions(invocation, {
    options: { as: { type: 'string' }, types: { type: 'string' }, since: { type: 'string' } },
  })
  const stop = invocation.listenForStop()
  const db = await openDatabase(config)
  try {
    const ctx = await createCommandContext(config, db, 'follow')
    const user = values.as === undefined ? operator : await getUserByEmail(ctx, values.as)
    printLine(stdout, `Following the changes that ${values.as ?? 'an administrator'} may see. Ctrl+C ends it.`)
    const following = { user, types: values.types, since: values.since }
    for await (const { id, type, object, occurred_at } of followChanges(ctx, following, stop))
      printLine(stdout, `${occurred_at}  ${String(id).padStart(6)}  ${type.padEnd(26)}  ${object.url}`)
    return 0
  } catch (error) {
    throw error instanceof Problem ? new OperatorError(error.message) : error
  } finally {
    await db.close()
  }
}

async function getUserByEmail(ctx: Context, email: string) {
  const account = await findUserByEmail(ctx, normalizeEmail(email))
  const user = account === null ? null : await findUser(ctx, account.id)
  if (user === null) throw new OperatorError(`No account has the address ${email}.`)
  return user
}
