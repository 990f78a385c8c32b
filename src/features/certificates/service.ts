import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { normalizeCode } from './codes.ts'
import { getBadgeUrl, getDocumentUrl, getPageUrl } from './links.ts'
import { certificates } from './queries.ts'
import type { CertificateRow } from './record.ts'
import { revoke } from './revocation.ts'
import { certificateRights } from './rights.ts'
import type { Awarder, Certificate, CertificateDetail, CertificateQuery, Revocation } from './schemas.ts'

/** The name is erased with the account. */
export const getHolderName = ({ name }: Pick<CertificateRow, 'name'>) => name ?? 'Deleted user'

/** Who awarded the certificate; the name is erased with their account. */
export const getAwarder = ({ author_id, author_name, author_verified }: CertificateRow): Awarder => ({
  id: author_id,
  name: author_name ?? 'Deleted user',
  verified: author_verified,
})

/** Returns the code as it is shown: as its system wrote it. */
export const getCode = ({ original_code, verification_code }: CertificateRow): string =>
  original_code ?? verification_code

export const getKind = ({ exam_id }: Pick<CertificateRow, 'exam_id'>) => (exam_id === null ? 'course' : 'exam')

const presentCommon = (ctx: AnyContext, row: CertificateRow) => ({
  id: row.id,
  title: row.title,
  issuer: row.issuer,
  awarded_by: getAwarder(row),
  issued_date: toDate(row.issued_at),
  certificate_url: getPageUrl(ctx, row.verification_code),
  verification_code: getCode(row),
  verified: row.revoked_at === null,
  exam: row.exam_id === null ? null : { id: row.exam_id, title: row.title },
  course: row.course_id === null ? null : { id: row.course_id, title: row.title },
})

const presentCertificate = (ctx: Context, row: CertificateRow): Certificate => ({
  ...presentCommon(ctx, row),
  badge: getBadgeUrl(ctx, row.verification_code),
})

const presentDetail = (ctx: AnyContext, row: CertificateRow): CertificateDetail => ({
  ...presentCommon(ctx, row),
  score: row.score,
  pdf_download_url: getDocumentUrl(ctx, row.id),
  name: getHolderName(row),
  revoked_at: row.revoked_at,
  revocation_reason: row.revocation_reason,
})

/** Lists the certificates of the actor; administrators may list those of any user or find one by its code. */
export async function listCertificates(ctx: Context, { user_id, verification_code }: CertificateQuery) {
  const { actor } = ctx
  permit(user_id === undefined || certificateRights.may.read(actor, { user_id }))
  const rows =
    verification_code === undefined
      ? await certificates.ofUser.all(ctx, { user_id: user_id ?? actor.id })
      : await certificates.byCode.all(ctx, { verification_code: normalizeCode(verification_code) })
  return rows
    .filter((row) => certificateRights.may.read(actor, row) && (user_id === undefined || row.user_id === user_id))
    .map((row) => presentCertificate(ctx, row))
}

/** Lists all certificates of a user, newest first, revoked ones too. */
export const listCertificatesOf = (ctx: AnyContext, userId: number): Promise<CertificateRow[]> =>
  certificates.ofUser.all(ctx, { user_id: userId })

export const showCertificate = async (ctx: Context, id: number): Promise<CertificateDetail> =>
  presentDetail(ctx, await getReadable(ctx, id))

export function revokeCertificate(ctx: Context, id: number, { reason = '' }: Revocation) {
  return runInTransaction(ctx, async (tx) => {
    const before = await certificates.byId.one(tx, { id })
    await revoke(tx, before, reason)
    await tx.emitEvidenceChanged(tx, { userIds: [before.user_id] })
    const after = await certificates.byId.one(tx, { id })
    describeAuditEvent(tx, { userId: before.user_id, before: describeState(before), after: describeState(after) })
    return presentDetail(tx, after)
  })
}

const describeState = ({ revoked_at, revocation_reason }: CertificateRow) => ({ revoked_at, revocation_reason })

/** Answers 404 to other users, like for an unknown certificate. */
export async function getReadable(ctx: AnyContext, id: number): Promise<CertificateRow> {
  const row = await certificates.byId.one(ctx, { id })
  ensure(certificateRights.may.read(ctx.actor, row), notFound)
  return row
}
