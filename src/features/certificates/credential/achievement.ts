/** Describes what a person has achieved as credentials do (Open Badges 3.0, AchievementSubject). */

import { createHash, createHmac } from 'node:crypto'
import type { AnyContext } from '#context.ts'
import type { CertificateRow } from '../record.ts'

/** The contexts of all credentials. */
export const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  // Defines the type of the schema.
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
]

/** An exam that was passed, or a course that was completed. */
export interface AchievementSource {
  kind: 'exam' | 'course'
  /** The exam or course; the code of the certificate once it is deleted. */
  object: string
  title: string
  issuer: string
  /** The author; the name is null once their account is deleted. */
  author: { id: number | null; name: string | null; verified: boolean }
  /** Percent; null for a course. */
  score: number | null
  minutes: number | null
  at: string
}

export const toAchieved = (row: CertificateRow): AchievementSource => ({
  kind: row.exam_id === null ? 'course' : 'exam',
  object: String(row.exam_id ?? row.course_id ?? `of-${row.verification_code}`),
  title: row.title,
  issuer: row.issuer,
  author: { id: row.author_id, name: row.author_name, verified: row.author_verified },
  score: row.score,
  minutes: row.duration_minutes,
  at: row.issued_at,
})

/** An IdentityObject: the hash of the address in lower case, followed by the salt. `use` decides the salt. */
export function hashAddress({ config }: AnyContext, use: string, email: string) {
  const salt = createHmac('sha256', config.appSecret).update(use).digest('hex').slice(0, 32)
  const hash = createHash('sha256').update(`${email.toLowerCase()}${salt}`).digest('hex')
  return {
    type: 'IdentityObject',
    identityHash: `sha256$${hash}`,
    identityType: 'emailAddress',
    hashed: true,
    salt,
  }
}

/** Returns the subject of a credential; `identity` is null for a holder without a verified address. */
export function describeSubject(ctx: AnyContext, achieved: AchievementSource, identity: object | null) {
  const achievement = describeAchievement(ctx, achieved)
  return {
    type: ['AchievementSubject'],
    ...(identity === null ? {} : { identifier: [identity] }),
    activityEndDate: achieved.at,
    achievement,
    ...(achieved.score === null
      ? {}
      : {
          result: [{ type: ['Result'], resultDescription: `${achievement.id}#score`, value: String(achieved.score) }],
        }),
  }
}

function describeAchievement({ config: { publicUrl } }: AnyContext, achieved: AchievementSource) {
  const { kind, object, title, issuer, author, score } = achieved
  const isExam = kind === 'exam'
  const id = `${publicUrl}/${isExam ? 'exams' : 'courses'}/${object}`
  return {
    id,
    type: ['Achievement'],
    achievementType: isExam ? 'Assessment' : 'Course',
    name: title,
    description: isExam ? `The exam “${title}” of ${issuer}.` : `The course “${title}” of ${issuer}.`,
    criteria: { narrative: describeCriteria(achieved) },
    ...(author.name === null
      ? {}
      : { creator: { id: `${publicUrl}/users/${author.id}`, type: ['Profile'], name: author.name } }),
    ...(score === null
      ? {}
      : {
          resultDescription: [
            { id: `${id}#score`, type: ['ResultDescription'], name: 'Score', resultType: 'Percent', valueMax: '100' },
          ],
        }),
  }
}

function describeCriteria({ kind, issuer, author, minutes }: AchievementSource): string {
  const completed = `Completed the course${minutes === null ? '' : ` of ${minutes} minutes`}.`
  const deed = kind === 'exam' ? 'Passed the timed exam.' : completed
  if (author.name === null) return deed
  const identity = author.verified
    ? `whose identity ${issuer} has verified`
    : `whose identity ${issuer} has not verified`
  return `${deed} Awarded by ${author.name}, ${identity}.`
}
