import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { issueCertificate } from '#features/certificates/index.ts'
import { fill } from '#language/sentence.ts'
import { getCourse, isLocking } from '../access.ts'
import { calculatePercentage, getOwnEnrollment, isAllDone } from '../enrollments/access.ts'
import { enrollments } from '../enrollments/queries.ts'
import { lessons } from '../lessons/queries.ts'
import { withUnlocked } from '../lessons/unlocking.ts'
import type { CourseRow } from '../queries.ts'
import { mergeEntries } from './merge.ts'
import { lessonProgress, lessonSyncs } from './queries.ts'
import type {
  Completion,
  CourseProgress,
  LessonReport,
  ProgressSync,
  ReportedProgress,
  SyncedProgress,
} from './schemas.ts'

const unknownLesson = invalidFields({ lesson_id: ['The selected lesson id is invalid.'] })
const lockedLesson = createFieldProblem('lesson_id', 'This lesson is locked; complete the lessons before it first.')

export async function showProgress(ctx: Context, courseId: number): Promise<CourseProgress> {
  const course = await getCourse(ctx, courseId)
  const enrollment = await getOwnEnrollment(ctx, courseId)
  return {
    enrollment_id: enrollment.id,
    course_id: courseId,
    progress_percentage: calculatePercentage(enrollment),
    lessons_completed: enrollment.done,
    total_lessons: enrollment.total,
    time_spent_minutes: Math.floor(enrollment.seconds / 60),
    last_accessed_at: enrollment.last_accessed_at,
    completed_at: enrollment.completed_at,
    certificate_eligible: awardsCertificate(ctx, course) && isAllDone(enrollment),
  }
}

/** The instructor of a course earns no certificate from it. */
const awardsCertificate = (ctx: AnyContext, { certificate_enabled, instructor }: CourseRow) =>
  certificate_enabled && instructor.id !== ctx.actor.id

/** Marks a lesson as done or not done and adds the time spent. */
export function reportProgress(ctx: Context, courseId: number, report: LessonReport): Promise<ReportedProgress> {
  return runInTransaction(ctx, async (tx) => {
    const { lesson_id, completed, time_spent_seconds: seconds = 0 } = report
    const course = await getCourse(tx, courseId)
    const { id } = await getOwnEnrollment(tx, courseId)
    const followed = await lessons.followed.all(tx, { course_id: courseId, enrollment_id: id })
    const lesson = withUnlocked(followed, isLocking(tx, course)).find((one) => one.id === lesson_id)
    ensure(lesson !== undefined, unknownLesson)
    ensure(lesson.unlocked, lockedLesson)

    const row = { enrollment_id: id, lesson_id, seconds, now: tx.clock.now() }
    await (completed ? lessonProgress.complete : lessonProgress.reopen).run(tx, row)
    await enrollments.touch.run(tx, { id, now: row.now })
    if (completed && !lesson.completed)
      await recordActivity(tx, 'lesson_completed', {
        description: fill('Completed the lesson {title}', { title: lesson.title }),
        metadata: { course_id: courseId, lesson_id },
      })
    const after = await getOwnEnrollment(tx, courseId)
    await announceCompletion(tx, after)
    return { progress_percentage: calculatePercentage(after), lessons_completed: after.done }
  })
}

/** Stores the progress of a device that was offline. */
export function syncProgress(
  ctx: Context,
  courseId: number,
  { lessons_completed: entries }: ProgressSync,
): Promise<SyncedProgress> {
  return runInTransaction(ctx, async (tx) => {
    await getCourse(tx, courseId)
    const { id } = await getOwnEnrollment(tx, courseId)
    const now = tx.clock.now()
    const outline = await lessons.outline.all(tx, { course_id: courseId })
    const lessonIds = new Set(outline.map((lesson) => lesson.id))
    const reported = new Set(entries.map(({ lesson_id }) => lesson_id))
    const about = { enrollment_id: id, lesson_ids: [...reported.intersection(lessonIds)] }
    const { verdicts, states, synced, completed } = mergeEntries(entries, {
      lessonIds,
      states: await lessonProgress.of.all(tx, about),
      synced: await lessonSyncs.of.all(tx, about),
      now,
    })
    if (synced.length > 0) await lessonSyncs.save.run(tx, { enrollment_id: id, rows: synced })
    if (states.length > 0) {
      await lessonProgress.save.run(tx, { enrollment_id: id, rows: states })
      await enrollments.touch.run(tx, { id, now })
    }
    if (completed.length > 0) await recordSynced(tx, courseId, completed)
    const after = await getOwnEnrollment(tx, courseId)
    await announceCompletion(tx, after)
    return {
      synced_count: verdicts.filter(({ result }) => result === 'applied').length,
      updated_progress: calculatePercentage(after),
      results: verdicts,
    }
  })
}

/** Lessons of a completed enrollment can be done, and reopened, later. */
async function announceCompletion(tx: Transaction, { status }: { status: string }): Promise<void> {
  if (status === 'completed') await tx.emitEvidenceChanged(tx, { userIds: [tx.actor.id] })
}

/** One activity entry for each sync. */
const recordSynced = (tx: Transaction, courseId: number, lessonIds: number[]) =>
  recordActivity(tx, 'lesson_completed', {
    description:
      lessonIds.length === 1 ? 'Completed a lesson' : fill('Completed {count} lessons', { count: lessonIds.length }),
    metadata: { course_id: courseId, lesson_ids: lessonIds },
  })

/**
 * Completes the enrollment, with any number of lessons done. The certificate requires all of them and is issued once.
 */
export function completeCourse(ctx: Context, courseId: number): Promise<Completion> {
  return runInTransaction(ctx, async (tx) => {
    const course = await getCourse(tx, courseId)
    const { id } = await getOwnEnrollment(tx, courseId)
    const isNew = (await enrollments.complete.run(tx, { id, now: tx.clock.now() })) === 1
    if (isNew)
      await recordActivity(tx, 'course_completed', {
        description: fill('Completed {title}', { title: course.title }),
        metadata: { course_id: courseId, enrollment_id: id },
      })
    const enrollment = await getOwnEnrollment(tx, courseId)
    if (!awardsCertificate(tx, course) || !isAllDone(enrollment)) {
      await announceCompletion(tx, enrollment)
      return { certificate_eligible: false, certificate_url: null }
    }
    const { certificate_url } = await issueCertificate(tx, {
      userId: tx.actor.id,
      for: { courseId },
      title: course.title,
      score: null,
      authorId: course.instructor.id,
      durationMinutes: course.duration_minutes,
    })
    await announceCompletion(tx, enrollment)
    return { certificate_eligible: true, certificate_url }
  })
}
