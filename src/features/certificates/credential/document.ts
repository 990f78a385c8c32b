/** Describes a certificate as an Open Badges 3.0 credential (1EdTech), which is a W3C Verifiable Credential 2.0. */

import type { Credential } from '@research-platform/credentials'
import { listLength } from '#adapters/credentials.ts'
import type { AnyContext } from '#context.ts'
import { describeIssuer } from '#features/issuer/index.ts'
import { getPageUrl, getStatusListUrl } from '../links.ts'
import type { CertificateRow } from '../record.ts'
import { contexts, describeSubject, hashAddress, toAchieved } from './achievement.ts'

const schema = {
  id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
  type: '1EdTechJsonSchemaValidator2019',
}

/**
 * Returns the credential without a proof. It names its holder only by the hash of the verified e-mail address, with a
 * salt; null for a holder without one, or whose account is deleted.
 */
export function describeCredential(ctx: AnyContext, row: CertificateRow, email: string | null): Credential {
  const identity = email === null ? null : hashAddress(ctx, `holder of ${row.verification_code}`, email)
  return {
    '@context': contexts,
    id: `${getPageUrl(ctx, row.verification_code)}/credential`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.title,
    issuer: describeIssuer(ctx.config, row.issuer),
    validFrom: row.issued_at,
    credentialSubject: describeSubject(ctx, toAchieved(row), identity),
    credentialSchema: [schema],
    credentialStatus: describeStatus(ctx, row.id),
  }
}

/** The bit of the certificate in the status list that has it. */
export function describeStatus(ctx: AnyContext, id: number) {
  const list = Math.floor(id / listLength) + 1
  const index = id % listLength
  const url = getStatusListUrl(ctx, list)
  return {
    id: `${url}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: url,
  }
}
