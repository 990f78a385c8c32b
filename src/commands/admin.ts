import type { Config } from '#config.ts'
import { type Context, runInTransaction } from '#context.ts'
import { isEmail, normalizeEmail } from '#core/email.ts'
import { OperatorError } from '#core/operator-error.ts'
import { Problem } from '#core/problem.ts'
import { UniqueViolation } from '#database/database.ts'
import { addAdmin, createSignInLink, removeSecondFactor } from '#features/accounts/index.ts'
import { findRole, findUserByEmail } from '#features/users/index.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/** Adds an administrator, or removes the second factor of an account. */
export async function runAdmin(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { env, stdout } = invocation
  const { values } = parseOptions(invocation, {
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      'remove-two-factor': { type: 'boolean', default: false },
      'sign-in-link': { type: 'boolean', default: false },
    },
  })
  const email = normalizeEmail(values.email ?? '')
  if (!isEmail(email)) throw new OperatorError(`An e-mail address is needed.\n\n${usage}`)
  const password = values.password ?? env.ADMIN_PASSWORD ?? ''
  const act = chooseAct(values)
  if (act === add && (password.length < config.passwordMinLength || password.length > 200))
    throw new OperatorError(`The password must have ${config.passwordMinLength} to 200 characters.`)

  const db = await openDatabase(config)
  try {
    const ctx = await createCommandContext(config, db, 'admin')
    printLine(stdout, await act(ctx, email, password))
    return 0
  } finally {
    await db.close()
  }
}

function chooseAct(values: { 'remove-two-factor': boolean; 'sign-in-link': boolean }) {
  if (values['sign-in-link']) return printSignInLink
  return values['remove-two-factor'] ? removeFactor : add
}

/** For an administrator where passwords are not used (`PASSWORD_SIGN_IN=false`) and no provider answers. */
async function printSignInLink(ctx: Context, email: string): Promise<string> {
  const user = await findUserByEmail(ctx, email)
  const role = user === null ? null : await findRole(ctx, user.id)
  if (role !== 'admin') throw new OperatorError(`No administrator has the address ${email}.`)
  const { publicUrl } = ctx.config
  return `For 15 minutes, ${email} can sign in with the password here:\n${publicUrl}/console?link=${createSignInLink(ctx, email)}`
}

async function add(ctx: Context, email: string, password: string): Promise<string> {
  try {
    await addAdmin(ctx, { email, password })
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw new OperatorError(`${email} has an account already; an administrator can change its role.`)
    throw error
  }
  return `${email} is an administrator.`
}

/** For an administrator who has lost the device and the recovery codes, and whom no other administrator can help. */
async function removeFactor(ctx: Context, email: string): Promise<string> {
  const user = await findUserByEmail(ctx, email)
  if (user === null) throw new OperatorError(`No account has the address ${email}.`)
  try {
    await runInTransaction(ctx, (tx) => removeSecondFactor(tx, user.id))
  } catch (error) {
    if (error instanceof Problem) throw new OperatorError(error.message)
    throw error
  }
  return `${email} can sign in without a second factor now, and is told so by mail.`
}
