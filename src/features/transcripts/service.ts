import { type Context, createLocalizerFor, getCaller } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { createRuleViolation, ensure, notFound } from '#core/problem.ts'
import { encodeAsJwt, prove } from '#features/issuer/index.ts'
import { findUser, permitSelfOrAdmin } from '#features/users/index.ts'
import { listEarned } from './achievements.ts'
import { describeTranscript } from './document.ts'
import { printTranscript } from './print.ts'

export type TranscriptForm = 'pdf' | 'proof' | 'jwt'

const nothingEarned = createRuleViolation('There is nothing to show yet: no passed exam and no completed course.')

/** Returns the transcript of a user. 422 when there is nothing in it. */
export async function createTranscript(
  ctx: Context,
  userId: number,
  form: TranscriptForm,
): Promise<string | Uint8Array> {
  const user = await findUser(ctx, userId)
  ensure(user !== null, notFound)
  permitSelfOrAdmin(ctx, userId)
  const earned = await listEarned(ctx, userId)
  if (earned.length === 0) throw nothingEarned
  // The start of the day, so that the same content has the same bytes during the day.
  const date = toDate(ctx.clock.now())
  const at = `${date}T00:00:00.000Z`
  const holder = { id: userId, email: user.email_verified ? user.email : null }
  const credential = describeTranscript(ctx, holder, earned, at)
  if (form === 'jwt') return encodeAsJwt(ctx, credential)
  const proven = await prove(ctx, credential, at)
  if (form === 'proof') return proven
  return printTranscript(
    {
      name: user.name,
      earned,
      date,
      issuer: ctx.config.organizationName,
      logo: ctx.config.documents.logo,
      url: `${ctx.config.publicUrl}/certificates/verify`,
      credential: proven,
      wording: createLocalizerFor(ctx, user.locale),
    },
    getCaller(ctx),
  )
}
