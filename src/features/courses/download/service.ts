import type { Readable } from 'node:stream'
import { createZip } from '#adapters/zip.ts'
import { type Context, inTransaction } from '#context.ts'
import { sanitizeFileName } from '#core/file-name.ts'
import { ensureSigned, linkLifetime, type SignedQuery, signPath } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { anyCourse } from '../access.ts'
import type { Course } from '../catalog/schemas.ts'
import { enrollmentOf } from '../enrollments/access.ts'
import { enrollments } from '../enrollments/queries.ts'
import { courseFiles } from './archive.ts'
import type { DownloadLink } from './schemas.ts'

/** A download that somebody may have. */
export interface Download {
  filename: string
  /** Counts the download, and makes the archive while it is read. */
  begin(): Promise<Readable>
}

export async function downloadCourse(ctx: Context, courseId: number): Promise<Download> {
  const course = await anyCourse(ctx, courseId)
  return downloadOf(ctx, course, await enrollmentOf(ctx, courseId))
}

const pathOf = (courseId: number, enrollmentId: number) => `/courses/${courseId}/downloads/${enrollmentId}`

/** A link to the download that needs no token. */
export async function linkDownload(ctx: Context, courseId: number): Promise<DownloadLink> {
  await anyCourse(ctx, courseId)
  const { id } = await enrollmentOf(ctx, courseId)
  const { clock, config } = ctx
  const expires_at = addDuration(clock.now(), linkLifetime)
  const path = signPath(config.appSecret, pathOf(courseId, id), expires_at)
  return { download_url: `${config.publicUrl}${path}`, expires_at }
}

interface Linked {
  id: number
  enrollment_id: number
}

/** The download behind a signed link. */
export async function openDownload(ctx: Context, { id, enrollment_id }: Linked, query: SignedQuery) {
  ensureSigned(ctx.config.appSecret, pathOf(id, enrollment_id), query, ctx.clock.now())
  const enrollment = await enrollments.byId.one(ctx, { id: enrollment_id, course_id: id })
  return downloadOf(ctx, await anyCourse(ctx, id), enrollment)
}

const downloadOf = (ctx: Context, course: Course, enrollment: { id: number; user_id: number }): Download => ({
  filename: sanitizeFileName(`${course.title}.zip`),
  async begin() {
    await inTransaction(ctx, async (tx) => {
      await enrollments.countDownload.run(tx, { id: enrollment.id })
      await recordActivity(tx, 'course_downloaded', {
        userId: enrollment.user_id,
        description: `Downloaded ${course.title}`,
        metadata: { course_id: course.id },
      })
    })
    return createZip(courseFiles(ctx, course))
  },
})
