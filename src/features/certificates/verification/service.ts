import type { Context } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { notFound } from '#core/problem.ts'
import { normalizeCode } from '../codes.ts'
import { certificates } from '../queries.ts'
import type { Verification } from '../schemas.ts'
import { getAwarder, getCode, getHolderName, getKind } from '../service.ts'

/** The public data of a certificate. */
export interface VerifiedCertificate extends Verification {
  kind: 'exam' | 'course'
  revoked_at: string | null
  /** False once the account is deleted. */
  named: boolean
}

/** Returns the certificate of a typed or scanned code; null when there is none. */
export async function findCertificate(ctx: Context, code: string): Promise<VerifiedCertificate | null> {
  const row = await certificates.byCode.maybe(ctx, { verification_code: normalizeCode(code) })
  if (row === null) return null
  const valid = row.revoked_at === null
  return {
    valid,
    status: valid ? 'valid' : 'revoked',
    name: getHolderName(row),
    title: row.title,
    issuer: row.issuer,
    awarded_by: getAwarder(row),
    issued_date: toDate(row.issued_at),
    verification_code: getCode(row),
    kind: getKind(row),
    revoked_at: row.revoked_at,
    named: row.name !== null,
  }
}

/** Returns the certificate of a code. 404 if unknown. */
export async function verifyCertificate(ctx: Context, code: string): Promise<VerifiedCertificate> {
  const found = await findCertificate(ctx, code)
  if (found === null) throw notFound
  return found
}
