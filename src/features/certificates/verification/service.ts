import type { Context } from '#context.ts'
import { toDate } from '#core/periods.ts'
import { notFound } from '#core/problem.ts'
import { typedCode } from '../codes.ts'
import { certificates } from '../queries.ts'
import type { Verification } from '../schemas.ts'
import { holderOf, kindOf } from '../service.ts'

/** What anybody may know of a certificate, and a little more for the page. */
export interface Verified extends Verification {
  kind: 'exam' | 'course'
  revoked_at: string | null
  /** False once the account is deleted. */
  named: boolean
}

/** The certificate with the code that somebody typed or scanned; null when there is none. */
export async function findCertificate(ctx: Context, code: string): Promise<Verified | null> {
  const row = await certificates.byCode.maybe(ctx, { verification_code: typedCode(code) })
  if (row === null) return null
  const valid = row.revoked_at === null
  return {
    valid,
    status: valid ? 'valid' : 'revoked',
    name: holderOf(row),
    title: row.title,
    issuer: row.issuer,
    issued_date: toDate(row.issued_at),
    verification_code: row.verification_code,
    kind: kindOf(row),
    revoked_at: row.revoked_at,
    named: row.name !== null,
  }
}

/** The same; 404 when there is none. */
export async function verifyCertificate(ctx: Context, code: string): Promise<Verified> {
  const found = await findCertificate(ctx, code)
  if (found === null) throw notFound
  return found
}
