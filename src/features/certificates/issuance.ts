import type { Context, Transaction } from '#context.ts'
import { recordActivity } from '#features/activity/index.ts'
import { notify } from '#features/notifications/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { isVerifiedAuthor } from './authors.ts'
import { createCode } from './codes.ts'
import { getPageUrl } from './links.ts'
import { certificates } from './queries.ts'

/** The passed exam or the completed course. */
export type Achievement = { examId: number } | { courseId: number }

export interface NewCertificate {
  userId: number
  for: Achievement
  /** The title of the exam or course. */
  title: string
  /** Percent; null for a course. */
  score: number | null
  /** The author of the exam or course. */
  authorId: number
  /** The duration of the course; null for an exam. */
  durationMinutes: number | null
}

export interface IssuedCertificate {
  id: number
  /** The public verification page. */
  certificate_url: string
}

/** Issues a certificate, at most one for a user and an exam or course; a repeated call returns the first. */
export async function issueCertificate(tx: Transaction, input: NewCertificate): Promise<IssuedCertificate> {
  // Null when an attempt expired after its user had deleted the account.
  const holder = await findUser(tx, input.userId)
  const author = await findUser(tx, input.authorId)
  const issued = await certificates.add.maybe(tx, {
    user_id: input.userId,
    exam_id: 'examId' in input.for ? input.for.examId : null,
    course_id: 'courseId' in input.for ? input.for.courseId : null,
    name: holder?.name ?? null,
    title: input.title,
    issuer: tx.config.organizationName,
    score: input.score,
    author_id: author?.id ?? null,
    author_name: author?.name ?? null,
    author_verified: author !== null && (await isVerifiedAuthor(tx, author)),
    duration_minutes: input.durationMinutes,
    verification_code: createCode(),
    now: tx.clock.now(),
  })
  const { id, verification_code } = issued ?? (await findCertificate(tx, input))
  if (issued !== null && holder !== null) await tell(tx, id, input)
  return { id, certificate_url: getPageUrl(tx, verification_code) }
}

const findCertificate = (tx: Transaction, input: NewCertificate) =>
  'examId' in input.for
    ? certificates.ofExam.one(tx, { user_id: input.userId, exam_id: input.for.examId })
    : certificates.ofCourse.one(tx, { user_id: input.userId, course_id: input.for.courseId })

async function tell(tx: Transaction, id: number, { userId, title, for: achievement }: NewCertificate) {
  const subject = 'examId' in achievement ? { exam_id: achievement.examId } : { course_id: achievement.courseId }
  await recordActivity(tx, 'certificate_issued', {
    userId,
    metadata: { certificate_id: id, title, ...subject },
  })
  await notify(tx, userId, 'certificate_issued', {
    title: 'Your certificate is ready',
    message: fill('Congratulations! You have earned the certificate for “{title}”.', { title }),
    data: { url: `/certificates/${id}`, action: 'view_certificate' },
    event: `certificate:${id}`,
  })
}

/** Counts the certificates of a user without revoked ones. */
export async function countCertificates(ctx: Context, userId: number): Promise<number> {
  return (await certificates.countByUser.one(ctx, { user_id: userId })).total
}
