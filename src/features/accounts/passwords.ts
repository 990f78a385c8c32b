import type { Context } from '#context.ts'
import { ensure, invalidFields } from '#core/problem.ts'

/** The rule for a new password that no schema can say, because it is configured. */
export function checkNewPassword(ctx: Context, password: string): void {
  const least = ctx.config.passwordMinLength
  ensure(
    [...password].length >= least,
    invalidFields({ password: [`The password must be at least ${least} characters.`] }),
  )
}
