import type { Context } from '#context.ts'
import { ensure, invalid } from '#core/problem.ts'

/** The rule for a new password that no schema can say, because it is configured. */
export function checkNewPassword(ctx: Context, password: string): void {
  const least = ctx.config.passwordMinLength
  ensure(
    [...password].length >= least,
    invalid({ password: [`The password must be at least ${least} characters.`] }),
  )
}
