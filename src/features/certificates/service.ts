import { randomBytes } from 'node:crypto'
import type { Context, Transaction } from '../../context.ts'
import { certificates } from './queries.ts'

/** What was passed or completed. */
export type Achievement = { examId: number } | { courseId: number }

export interface NewCertificate {
  userId: number
  for: Achievement
  /** The title of the exam or course. */
  title: string
  /** Percent; null for a course. */
  score: number | null
}

export interface IssuedCertificate {
  id: number
  /** The public page anybody can check it on. */
  certificate_url: string
}

/** Gives a certificate, once for a user and exam or course: later calls answer the first one. */
export async function issueCertificate(tx: Transaction, given: NewCertificate): Promise<IssuedCertificate> {
  const issued = await certificates.add.maybe(tx, {
    user_id: given.userId,
    exam_id: 'examId' in given.for ? given.for.examId : null,
    course_id: 'courseId' in given.for ? given.for.courseId : null,
    title: given.title,
    issuer: tx.config.organizationName,
    score: given.score,
    verification_code: randomBytes(10).toString('hex'),
    now: tx.clock.now(),
  })
  const { id, verification_code } = issued ?? (await certificateFor(tx, given))
  return { id, certificate_url: `${tx.config.publicUrl}/certificates/verify/${verification_code}` }
}

const certificateFor = (tx: Transaction, given: NewCertificate) =>
  'examId' in given.for
    ? certificates.ofExam.one(tx, { user_id: given.userId, exam_id: given.for.examId })
    : certificates.ofCourse.one(tx, { user_id: given.userId, course_id: given.for.courseId })

/** How many certificates somebody has. */
export async function countCertificates(ctx: Context, userId: number): Promise<number> {
  return (await certificates.countOf.one(ctx, { user_id: userId })).total
}
