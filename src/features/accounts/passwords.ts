import { isCommonPassword } from '#adapters/common-passwords.ts'
import { normalizePassword } from '#adapters/passwords.ts'
import { type Context, getNetwork } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { createTooManyRequests, ensure, invalidFields, type Problem } from '#core/problem.ts'
import { foldText } from '#core/text-normalization.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { countUse, retryAfterSeconds } from '#platform/throttle.ts'

/** The owner of the password, whose name and address may not be in it. */
interface Owner {
  name?: string
  email?: string
}

const refuse = (sentence: Sentence) => invalidFields({ password: [sentence] })
const tooCommon = refuse('This password is one of the commonest. Please choose another.')
const tooPersonal = refuse('The password may not be your name or e-mail address.')

/** Refuses a new password that is shorter, more common or more personal than the operator allows. */
export async function checkNewPassword(ctx: Context, password: string, owner: Owner): Promise<void> {
  const { passwordMinLength: least, passwordRefuseCommon } = ctx.config
  ensure(
    [...normalizePassword(password)].length >= least,
    refuse(fill('The password must be at least {least} characters.', { least })),
  )
  if (!passwordRefuseCommon) return
  ensure(!(await isCommonPassword(normalizePassword(password))), tooCommon)
  ensure(!isPersonal(password, owner), tooPersonal)
}

/** Whether the password is the name, a word of it, the address or its first part, in any spelling. */
function isPersonal(password: string, { name = '', email = '' }: Owner): boolean {
  const spell = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
  const facts = [name, ...name.split(/\s+/), email, email.split('@')[0] ?? '']
  return facts.some((fact) => fact !== '' && spell(fact) === spell(password))
}

/** For routes with a new password. */
export async function checkPasswordField(
  ctx: Context,
  { password, ...owner }: Owner & { password?: string },
): Promise<void> {
  if (password !== undefined) await checkNewPassword(ctx, password, owner)
}

/** What a password is checked against, and the answers to wrong and to too many passwords. */
export interface PasswordCheck {
  scope: 'login' | 'current-password'
  /** Wrong passwords with the same key count together. */
  key: readonly string[]
  /** Also limits the wrong passwords of one account from all networks together, except from networks it was used from. */
  account?: { key: readonly string[]; isKnownNetwork(): Promise<boolean> }
  /** Null for an unknown account. */
  hash: string | null
  /** Verified in place of a missing hash, so that the check takes as long as with one. It accepts no password. */
  decoy?: string | null
  wrong: Problem
  tooMany: Sentence
}

/** The limit of wrong passwords of one account, from all networks together. */
export const getAccountLimit = ({ config }: Context) => ({
  limit: 10 * config.rateLimits.loginFailures,
  window: { hours: 1 },
})

/** Checks with one key run one after the other, so that parallel guesses can not exceed the limit. */
const checks = new KeyedMutex()

/** Throws `wrong` for a wrong password, and 429 after too many of them within 10 minutes. */
export function checkPassword(ctx: Context, password: string, check: PasswordCheck): Promise<void> {
  const { scope, key, account, wrong, tooMany } = check
  const { loginFailures } = ctx.config.rateLimits
  const limit = { limit: loginFailures, window: { minutes: 10 } }
  const accountLimit = getAccountLimit(ctx)
  return checks.runExclusive(JSON.stringify([scope, ...key]), async () => {
    const wait = await retryAfterSeconds(ctx, scope, key, limit)
    if (wait !== null) throw createTooManyRequests(tooMany, wait)
    if (account) {
      const accountWait = await retryAfterSeconds(ctx, `${scope}-account`, account.key, accountLimit)
      if (accountWait !== null && !(await account.isKnownNetwork())) throw createTooManyRequests(tooMany, accountWait)
    }
    if (await matches(ctx, password, check)) return
    await countUse(ctx, scope, key, limit)
    if (account) await countUse(ctx, `${scope}-account`, account.key, accountLimit)
    throw wrong
  })
}

async function matches(ctx: Context, password: string, { scope, hash, decoy = null }: PasswordCheck) {
  const priority = scope === 'login' ? 'urgent' : 'normal'
  const isRight = await ctx.passwords.verify(password, hash ?? decoy, priority, getNetwork(ctx))
  return isRight && hash !== null
}
