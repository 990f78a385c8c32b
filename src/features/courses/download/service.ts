import type { Readable } from 'node:stream'
import { createZip } from '#adapters/zip.ts'
import { type Context, createLocalizerFor, runInTransaction } from '#context.ts'
import { formatFileName } from '#core/file-name.ts'
import { linkLifetime } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { getCourse, getCourseOfLearner } from '../access.ts'
import { getOwnEnrollment } from '../enrollments/access.ts'
import { enrollments } from '../enrollments/queries.ts'
import { noEnrollment } from '../lessons/queries.ts'
import type { CourseRow } from '../queries.ts'
import { createCourseFiles } from './archive.ts'
import type { DownloadLink, LinkedDownloadQuery } from './schemas.ts'
import { findVersion } from './versions.ts'

/** A permitted download. */
export interface Download {
  filename: string
  /** Counts the download and streams the archive. */
  begin(): Promise<Readable>
}

export async function downloadCourse(ctx: Context, courseId: number, since?: string): Promise<Download> {
  const course = await getCourse(ctx, courseId)
  return createDownload(ctx, course, await getOwnEnrollment(ctx, courseId), since)
}

const downloadPath = (courseId: number, enrollmentId: number) => `/courses/${courseId}/downloads/${enrollmentId}`

/** Creates a link to the download that needs no token. */
export async function createDownloadLink(ctx: Context, courseId: number, since?: string): Promise<DownloadLink> {
  await getCourse(ctx, courseId)
  const { id } = await getOwnEnrollment(ctx, courseId)
  const expires_at = addDuration(ctx.clock.now(), linkLifetime)
  const url = createSignedUrl(ctx, downloadPath(courseId, id), expires_at)
  return { download_url: since === undefined ? url : `${url}&since=${since}`, expires_at }
}

interface DownloadRow {
  id: number
  enrollment_id: number
}

/** Opens the download of a signed link. */
export async function openDownload(ctx: Context, { id, enrollment_id }: DownloadRow, query: LinkedDownloadQuery) {
  await ensureValidLink(ctx, downloadPath(id, enrollment_id), query)
  const enrollment = await enrollments.byId.one(ctx, { id: enrollment_id, course_id: id })
  return createDownload(ctx, await getCourseOfLearner(ctx, id, enrollment.user_id), enrollment, query.since)
}

const createDownload = (
  ctx: Context,
  course: CourseRow,
  enrollment: { id: number; user_id: number },
  version: string | undefined,
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
    const enrollment_id = course.instructor.id === enrollment.user_id ? noEnrollment : enrollment.id
    const wording = createLocalizerFor(ctx, learner?.locale ?? null)
    const since = version === undefined ? null : await findVersion(ctx, course.id, version)
    return createZip(createCourseFiles(ctx, course, { enrollment_id, wording, since }))
  },
})
