import type { Readable } from 'node:stream'
import { createZip } from '#adapters/zip.ts'
import { type Context, createLocalizerFor, runInTransaction } from '#context.ts'
import { formatFileName } from '#core/file-name.ts'
import { linkLifetime, type SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { getCourse, getCourseOfLearner } from '../access.ts'
import { getOwnEnrollment } from '../enrollments/access.ts'
import { enrollments } from '../enrollments/queries.ts'
import type { Beginning } from '../lessons/unlocking.ts'
import type { CourseRow } from '../queries.ts'
import { createCourseFiles } from './archive.ts'
import type { DownloadLink } from './schemas.ts'

/** A permitted download. */
export interface Download {
  filename: string
  /** Counts the download and streams the archive. */
  begin(): Promise<Readable>
}

export async function downloadCourse(ctx: Context, courseId: number): Promise<Download> {
  const course = await getCourse(ctx, courseId)
  return createDownload(ctx, course, await getOwnEnrollment(ctx, courseId))
}

const downloadPath = (courseId: number, enrollmentId: number) => `/courses/${courseId}/downloads/${enrollmentId}`

/** Creates a link to the download that needs no token. */
export async function createDownloadLink(ctx: Context, courseId: number): Promise<DownloadLink> {
  await getCourse(ctx, courseId)
  const { id } = await getOwnEnrollment(ctx, courseId)
  const expires_at = addDuration(ctx.clock.now(), linkLifetime)
  return { download_url: createSignedUrl(ctx, downloadPath(courseId, id), expires_at), expires_at }
}

interface Linked {
  id: number
  enrollment_id: number
}

/** Opens the download of a signed link. */
export async function openDownload(ctx: Context, { id, enrollment_id }: Linked, query: SignedQuery) {
  await ensureValidLink(ctx, downloadPath(id, enrollment_id), query)
  const enrollment = await enrollments.byId.one(ctx, { id: enrollment_id, course_id: id })
  return createDownload(ctx, await getCourseOfLearner(ctx, id, enrollment.user_id), enrollment)
}

const createDownload = (
  ctx: Context,
  course: CourseRow,
  enrollment: Beginning & { id: number; user_id: number },
): Download => ({
  filename: formatFileName(course.title, 'zip'),
  async begin() {
    await runInTransaction(ctx, async (tx) => {
      await enrollments.countDownload.run(tx, { id: enrollment.id })
      await recordActivity(tx, 'course_downloaded', {
        userId: enrollment.user_id,
        description: fill('Downloaded {title}', { title: course.title }),
        metadata: { course_id: course.id },
      })
    })
    const learner = await findUser(ctx, enrollment.user_id)
    const beginning = course.instructor.id === enrollment.user_id ? null : enrollment
    return createZip(createCourseFiles(ctx, course, beginning, createLocalizerFor(ctx, learner?.locale ?? null)))
  },
})
