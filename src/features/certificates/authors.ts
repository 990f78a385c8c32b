/** Who may award certificates, and whose identity is verified. */

import type { Actor, AnyContext } from '#context.ts'
import { ensure, invalidFields } from '#core/problem.ts'
import { isVerifiedResearcher } from '#features/researchers/index.ts'

const onlyVerifiedAuthors = invalidFields({
  certificate_enabled: ['Only verified researchers and administrators may award certificates.'],
})

/** Whether the organization has verified who the author is: researchers that an administrator verified, and administrators. */
export const isVerifiedAuthor = async (ctx: AnyContext, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<boolean> =>
  role === 'admin' || (await isVerifiedResearcher(ctx, id))

/**
 * Returns whether an exam or course awards certificates: as wanted, else as before, else if the actor may enable them
 * (`CERTIFICATE_AUTHORS`). Throws when they may not be enabled; what is enabled already may stay so.
 */
export async function chooseCertificates(
  ctx: AnyContext,
  wanted: boolean | undefined,
  before?: boolean,
): Promise<boolean> {
  const chosen = wanted ?? before
  if (chosen === false || before === true) return chosen ?? true
  const isAllowed = ctx.config.certificateAuthors === 'any' || (await isVerifiedAuthor(ctx, ctx.actor))
  ensure(isAllowed || chosen === undefined, onlyVerifiedAuthors)
  return isAllowed
}
