/** Describes a certificate as an Open Badges 3.0 credential (1EdTech), which is a W3C Verifiable Credential 2.0. */

import { createHash, createHmac } from 'node:crypto'
import type { Credential } from '#adapters/credentials/sign.ts'
import { listLength } from '#adapters/credentials/status-list.ts'
import type { AnyContext } from '#context.ts'
import { describeIssuer } from '#features/issuer/index.ts'
import { pageUrl, statusListUrl } from '../certificates/links.ts'
import { type CertificateRow, getKind } from '../certificates/service.ts'

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  // Defines the type of the schema.
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
]

const schema = {
  id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
  type: '1EdTechJsonSchemaValidator2019',
}

const credentialUrl = (ctx: AnyContext, code: string) => `${pageUrl(ctx, code)}/credential`

/**
 * Returns the credential without a proof. It names its holder only by the hash of the verified e-mail address, with a
 * salt; null for a holder without one, or whose account is deleted.
 */
export function describeCredential(ctx: AnyContext, row: CertificateRow, email: string | null): Credential {
  return {
    '@context': contexts,
    id: credentialUrl(ctx, row.verification_code),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.title,
    issuer: describeIssuer(ctx.config, row.issuer),
    validFrom: row.issued_at,
    credentialSubject: describeSubject(ctx, row, email),
    credentialSchema: [schema],
    credentialStatus: describeStatus(ctx, row.id),
  }
}

function describeSubject(ctx: AnyContext, row: CertificateRow, email: string | null) {
  const achievement = describeAchievement(ctx, row)
  return {
    type: ['AchievementSubject'],
    ...(email === null ? {} : { identifier: [hashAddress(ctx, row.verification_code, email)] }),
    achievement,
    ...(row.score === null
      ? {}
      : { result: [{ type: ['Result'], resultDescription: `${achievement.id}#score`, value: String(row.score) }] }),
  }
}

/** An IdentityObject: the hash is that of the address in lower case, followed by the salt. */
function hashAddress({ config }: AnyContext, code: string, email: string) {
  const salt = createHmac('sha256', config.appSecret).update(`holder of ${code}`).digest('hex').slice(0, 32)
  const hash = createHash('sha256').update(`${email.toLowerCase()}${salt}`).digest('hex')
  return {
    type: 'IdentityObject',
    identityHash: `sha256$${hash}`,
    identityType: 'emailAddress',
    hashed: true,
    salt,
  }
}

function describeAchievement({ config: { publicUrl } }: AnyContext, row: CertificateRow) {
  const isExam = getKind(row) === 'exam'
  const id = `${publicUrl}/${isExam ? 'exams' : 'courses'}/${(isExam ? row.exam_id : row.course_id) ?? `of-${row.verification_code}`}`
  return {
    id,
    type: ['Achievement'],
    achievementType: isExam ? 'Assessment' : 'Course',
    name: row.title,
    description: isExam ? `The exam “${row.title}” of ${row.issuer}.` : `The course “${row.title}” of ${row.issuer}.`,
    criteria: { narrative: describeCriteria(row, isExam) },
    ...(row.author_name === null
      ? {}
      : {
          creator: { id: `${publicUrl}/users/${row.author_id}`, type: ['Profile'], name: row.author_name },
        }),
    ...(row.score === null
      ? {}
      : {
          resultDescription: [
            { id: `${id}#score`, type: ['ResultDescription'], name: 'Score', resultType: 'Percent', valueMax: '100' },
          ],
        }),
  }
}

function describeCriteria({ issuer, author_name, author_verified, duration_minutes }: CertificateRow, isExam: boolean) {
  const deed = isExam
    ? 'Passed the timed exam.'
    : `Completed the course${duration_minutes === null ? '' : ` of ${duration_minutes} minutes`}.`
  if (author_name === null) return deed
  const identity = author_verified
    ? `whose identity ${issuer} has verified`
    : `whose identity ${issuer} has not verified`
  return `${deed} Awarded by ${author_name}, ${identity}.`
}

/** The bit of the certificate in the status list that has it. */
function describeStatus(ctx: AnyContext, id: number) {
  const list = Math.floor(id / listLength) + 1
  const index = id % listLength
  const url = statusListUrl(ctx, list)
  return {
    id: `${url}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: url,
  }
}
