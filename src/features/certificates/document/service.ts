import { type Context, createLocalizerFor, getCaller } from '#context.ts'
import { formatFileName } from '#core/file-name.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { getCredential } from '../credential/service.ts'
import { getPageUrl } from '../links.ts'
import { getAwarder, getCode, getHolderName, getKind, getReadable } from '../service.ts'
import { printCertificate } from './print.ts'

/** Returns the PDF, which carries the credential, and its file name. */
export async function downloadCertificate(ctx: Context, id: number) {
  const row = await getReadable(ctx, id)
  const { title, issuer, score, duration_minutes, issued_at, revoked_at, verification_code } = row
  const { logo, signature, signatory } = ctx.config.documents
  const holder = await findUser(ctx, row.user_id)
  const credential = await getCredential(ctx, id, 'proof')
  const content = await printCertificate(
    {
      kind: getKind(row),
      name: getHolderName(row),
      title,
      issuer,
      score,
      awardedBy: getAwarder(row),
      minutes: duration_minutes,
      logo,
      signature,
      signatory,
      issued_at,
      revoked_at,
      verification_code: getCode(row),
      url: getPageUrl(ctx, verification_code),
      credential: credential.content,
      wording: createLocalizerFor(ctx, holder?.locale ?? null),
    },
    getCaller(ctx),
  )
  const name = translate(fill('Certificate {code}', { code: getCode(row) }), ctx.wording)
  return { filename: formatFileName(name, 'pdf'), content }
}
