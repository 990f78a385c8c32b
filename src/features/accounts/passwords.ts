import type { Context } from '#context.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { ensure, invalidFields, type Problem, tooManyRequests } from '#core/problem.ts'
import { consume, retryAfterSeconds } from '#platform/throttle.ts'

/** Refuses a new password that is shorter than the operator allows. */
export function checkNewPassword(ctx: Context, password: string): void {
  const minLength = ctx.config.passwordMinLength
  ensure(
    [...password].length >= minLength,
    invalidFields({ password: [`The password must be at least ${minLength} characters.`] }),
  )
}

/** For routes with a new password. */
export function checkPasswordField(ctx: Context, { password }: { password?: string }): void {
  if (password !== undefined) checkNewPassword(ctx, password)
}

/** What a password is checked against, and the answers to wrong and to too many passwords. */
export interface PasswordCheck {
  scope: 'login' | 'current-password'
  /** Wrong passwords with the same key count together. */
  key: readonly string[]
  /** Also limits the wrong passwords of one account from all networks together, except from networks it was used from. */
  account?: { key: readonly string[]; isKnownNetwork(): Promise<boolean> }
  /** Null for an unknown account; the check takes as long as with a hash. */
  hash: string | null
  wrong: Problem
  tooMany: string
}

/** Checks with one key run one after the other, so that parallel guesses can not exceed the limit. */
const checks = new KeyedMutex()

/** Throws `wrong` for a wrong password, and 429 after too many of them within 10 minutes. */
export function checkPassword(ctx: Context, password: string, check: PasswordCheck): Promise<void> {
  const { scope, key, account, hash, wrong, tooMany } = check
  const { loginFailures } = ctx.config.rateLimits
  const limit = { limit: loginFailures, window: { minutes: 10 } }
  const accountLimit = { limit: 10 * loginFailures, window: { hours: 1 } }
  return checks.runExclusive(JSON.stringify([scope, ...key]), async () => {
    const wait = await retryAfterSeconds(ctx, scope, key, limit)
    if (wait !== null) throw tooManyRequests(tooMany, wait)
    if (account) {
      const accountWait = await retryAfterSeconds(ctx, `${scope}-account`, account.key, accountLimit)
      if (accountWait !== null && !(await account.isKnownNetwork())) throw tooManyRequests(tooMany, accountWait)
    }
    if (await ctx.passwords.verify(password, hash, scope === 'login' ? 'urgent' : 'normal')) return
    await consume(ctx, scope, key, limit)
    if (account) await consume(ctx, `${scope}-account`, account.key, accountLimit)
    throw wrong
  })
}
