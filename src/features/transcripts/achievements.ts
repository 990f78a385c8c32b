/** Everything that a person has earned: certificates, and what was passed or completed without one. */

import type { AnyContext } from '#context.ts'
import { type AchievementSource, getCode, listCertificatesOf, toAchieved } from '#features/certificates/index.ts'
import { listCompletedCourses } from '#features/courses/index.ts'
import { listPassedExams } from '#features/exams/index.ts'

export interface DatedAchievement extends AchievementSource {
  /** The certificate, if there is one. */
  certificate: { id: number; code: string } | null
}

/** Returns what the user has earned, oldest first. What had a certificate that was revoked is left out. */
export async function listEarned(ctx: AnyContext, userId: number): Promise<DatedAchievement[]> {
  const certificates = await listCertificatesOf(ctx, userId)
  const certified = certificates
    .filter(({ revoked_at }) => revoked_at === null)
    .map((row): DatedAchievement => ({ ...toAchieved(row), certificate: { id: row.id, code: getCode(row) } }))
  const examIds = new Set(certificates.map(({ exam_id }) => exam_id))
  const courseIds = new Set(certificates.map(({ course_id }) => course_id))
  const passed = (await listPassedExams(ctx, userId)).filter(({ id }) => !examIds.has(id))
  const completed = (await listCompletedCourses(ctx, userId)).filter(({ id }) => !courseIds.has(id))
  const others = [
    ...passed.map((exam) => present(ctx, { kind: 'exam', minutes: null, ...exam })),
    ...completed.map((course) => present(ctx, { kind: 'course', score: null, ...course })),
  ]
  return [...certified, ...others].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

interface UncertifiedAchievement {
  kind: AchievementSource['kind']
  id: number
  title: string
  score: number | null
  minutes: number | null
  at: string
  author_id: number
  author_name: string
}

/** The identity of an author counts as verified only where a certificate says so. */
const present = (
  { config }: AnyContext,
  { id, author_id, author_name, ...rest }: UncertifiedAchievement,
): DatedAchievement => ({
  ...rest,
  object: String(id),
  issuer: config.organizationName,
  author: { id: author_id, name: author_name, verified: false },
  certificate: null,
})
