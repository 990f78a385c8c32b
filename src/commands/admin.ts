import type { Config } from '#config.ts'
import { isEmail } from '#core/email.ts'
import { Refusal } from '#core/refusal.ts'
import { UniqueViolation } from '#database/database.ts'
import { openDatabase } from '#database/index.ts'
import { addAdmin } from '#features/accounts/index.ts'
import { commandContext } from './context.ts'
import { optionsOf, usage } from './usage.ts'

export async function admin(config: Config) {
  const { values } = optionsOf({ options: { email: { type: 'string' }, password: { type: 'string' } } })
  const email = values.email?.trim().toLowerCase() ?? ''
  const password = values.password ?? process.env.ADMIN_PASSWORD ?? ''
  if (!isEmail(email)) throw new Refusal(`An e-mail address is needed.\n\n${usage}`)
  if (password.length < config.passwordMinLength || password.length > 200)
    throw new Refusal(`The password must have ${config.passwordMinLength} to 200 characters.`)

  const db = await openDatabase(config)
  try {
    await addAdmin(commandContext(config, db), { email, password })
    console.log(`${email} is an administrator.`)
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw new Refusal(`${email} has an account already; an administrator can change its role.`)
    throw error
  } finally {
    await db.close()
  }
}
