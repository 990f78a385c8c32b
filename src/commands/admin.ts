import type { Config } from '#config.ts'
import { isEmail } from '#core/email.ts'
import { OperatorError } from '#core/operator-error.ts'
import { UniqueViolation } from '#database/database.ts'
import { openDatabase } from '#database/index.ts'
import { addAdmin } from '#features/accounts/index.ts'
import { createCommandContext } from './context.ts'
import { parseOptions, usage } from './usage.ts'

export async function runAdmin(config: Config) {
  const { values } = parseOptions({ options: { email: { type: 'string' }, password: { type: 'string' } } })
  const email = values.email?.trim().toLowerCase() ?? ''
  const password = values.password ?? process.env.ADMIN_PASSWORD ?? ''
  if (!isEmail(email)) throw new OperatorError(`An e-mail address is needed.\n\n${usage}`)
  if (password.length < config.passwordMinLength || password.length > 200)
    throw new OperatorError(`The password must have ${config.passwordMinLength} to 200 characters.`)

  const db = await openDatabase(config)
  try {
    await addAdmin(createCommandContext(config, db), { email, password })
    console.log(`${email} is an administrator.`)
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw new OperatorError(`${email} has an account already; an administrator can change its role.`)
    throw error
  } finally {
    await db.close()
  }
}
