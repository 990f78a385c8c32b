import { type AnyContext, type Context, getApiKeyId, runInTransaction } from '#context.ts'
import { ensureExpiresLater } from '#core/expiry.ts'
import { toDate } from '#core/periods.ts'
import { createRuleViolation, ensure, notFound, permit } from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { certificates } from '../queries.ts'
import type { CertificateRow } from '../record.ts'
import { getAwarder, getReadable } from '../service.ts'
import { shares } from './queries.ts'
import type { NewShare, Share, SharedCertificate } from './schemas.ts'

type ShareRow = Awaited<ReturnType<typeof shares.byToken.one>>

const maxShares = 50
export const tooManyShares = createRuleViolation('A certificate can have at most 50 links; withdraw one first.')

/** Creates a link to the certificate of the actor. One that an API key creates ends with it. */
export function createShare(ctx: Context, id: number, input: NewShare): Promise<Share> {
  return runInTransaction(ctx, async (tx) => {
    const certificate = await getOwnCertificate(tx, id)
    const { shows = ['name'], purpose = '', expires_at = null } = input
    const now = tx.clock.now()
    ensureExpiresLater(expires_at, now)
    const known = await shares.ofCertificate.all(tx, { certificate_id: id, now })
    ensure(known.length < maxShares, tooManyShares)
    const token = createRandomText(16)
    await shares.add.run(tx, {
      certificate_id: id,
      token,
      shows,
      purpose,
      now,
      expires_at,
      key_id: getApiKeyId(tx.actor),
    })
    return presentShare(tx, certificate, await shares.byToken.one(tx, { token, now }))
  })
}

/** Lists the links to the certificate of the actor, newest first. */
export async function listShares(ctx: Context, id: number): Promise<Share[]> {
  const certificate = await getOwnCertificate(ctx, id)
  const rows = await shares.ofCertificate.all(ctx, { certificate_id: id, now: ctx.clock.now() })
  return rows.map((row) => presentShare(ctx, certificate, row))
}

/** Withdraws a link. */
export function withdrawShare(ctx: Context, id: number, shareId: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getOwnCertificate(tx, id)
    await shares.remove.one(tx, { id: shareId, certificate_id: id })
  })
}

/** What others see of a certificate is for its holder alone to say. */
async function getOwnCertificate(ctx: AnyContext, id: number): Promise<CertificateRow> {
  const certificate = await getReadable(ctx, id)
  permit(certificate.user_id === ctx.actor.id)
  return certificate
}

const shareUrl = ({ config }: AnyContext, token: string) => `${config.publicUrl}/certificates/shared/${token}`

const presentShare = (
  ctx: AnyContext,
  certificate: CertificateRow,
  { token, certificate_id, ...row }: ShareRow,
): Share => ({
  ...row,
  url: shareUrl(ctx, token),
  linkedin_url: linkedinUrl(certificate, shareUrl(ctx, token)),
})

/** The form "Add to profile" of LinkedIn, with the fields that it documents. */
function linkedinUrl({ title, issuer, issued_at }: CertificateRow, url: string): string {
  const [year = '', month = ''] = toDate(issued_at).split('-')
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: issuer,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: url,
  })
  return `https://www.linkedin.com/profile/add?${fields}`
}

/** A shared certificate, and the address of its page. */
export interface SharedCertificatePage {
  certificate: SharedCertificate
  url: string
}

/** Returns what the link shows. Throws 404 once it is withdrawn or has expired. */
export async function findShared(ctx: Context, token: string): Promise<SharedCertificatePage> {
  const share = await shares.byToken.one(ctx, { token, now: ctx.clock.now() })
  ensure(share.expires_at === null || share.expires_at > ctx.clock.now(), notFound)
  const row = await certificates.byId.one(ctx, { id: share.certificate_id })
  const isValid = row.revoked_at === null
  const certificate: SharedCertificate = {
    valid: isValid,
    status: isValid ? 'valid' : 'revoked',
    title: row.title,
    issuer: row.issuer,
    issued_date: toDate(row.issued_at),
    purpose: share.purpose,
    name: share.shows.includes('name') ? row.name : null,
    result: share.shows.includes('result') ? row.score : null,
    awarded_by: share.shows.includes('awarded_by') ? getAwarder(row) : null,
  }
  return { certificate, url: shareUrl(ctx, token) }
}
