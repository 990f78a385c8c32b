import type { Credential } from '@research-platform/credentials'
import type { AnyContext } from '#context.ts'
import { contexts, describeStatus, describeSubject, hashAddress } from '#features/certificates/index.ts'
import { describeIssuer } from '#features/issuer/index.ts'
import type { DatedAchievement } from './achievements.ts'

interface Holder {
  id: number
  /** The verified address, or null. */
  email: string | null
}

/**
 * Returns the transcript as a Verifiable Credential (W3C VC 2.0), without a proof: one subject for each thing earned, as
 * in Open Badges 3.0. It is revoked as soon as one of its certificates is.
 */
export function describeTranscript(
  ctx: AnyContext,
  holder: Holder,
  earned: readonly DatedAchievement[],
  at: string,
): Credential {
  const identity = holder.email === null ? null : hashAddress(ctx, `transcript of ${holder.id}`, holder.email)
  const statuses = earned.flatMap(({ certificate }) =>
    certificate === null ? [] : describeStatus(ctx, certificate.id),
  )
  return {
    '@context': contexts,
    type: ['VerifiableCredential'],
    name: 'Transcript',
    issuer: describeIssuer(ctx.config, ctx.config.organizationName),
    validFrom: at,
    credentialSubject: earned.map((one) => describeSubject(ctx, one, identity)),
    ...(statuses.length === 0 ? {} : { credentialStatus: statuses }),
  }
}
