import type { Context } from '../../context.ts'
import { type FieldErrors, invalid } from '../../core/problem.ts'

interface NewPassword {
  password: string
  password_confirmation?: string
}

/** The rules for a new password that a schema cannot say; answers 422 with all that are broken. */
export function checkNewPassword(ctx: Context, { password, password_confirmation }: NewPassword): void {
  const errors: Record<string, string[]> = {}
  const least = ctx.config.passwordMinLength
  if ([...password].length < least) errors.password = [`The password must be at least ${least} characters.`]
  if (password_confirmation !== undefined && password_confirmation !== password)
    errors.password_confirmation = ['The password confirmation does not match.']
  if (Object.keys(errors).length > 0) throw invalid(errors satisfies FieldErrors)
}
