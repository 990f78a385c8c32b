import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { issueCertificate } from '#features/certificates/index.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { getCourse, toLearner } from '../access.ts'
import { calculatePercentage, getOwnEnrollment, isAllDone } from '../enrollments/access.ts'
import { enrollments } from '../enrollments/queries.ts'
import { lessons } from '../lessons/queries.ts'
import { describeUnmarkable, getCompletion } from '../lessons/rules.ts'
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
  SyncEntry,
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
    cohort_id: enrollment.cohort_id,
  }
}

/** The instructor of a course earns no certificate from it. */
const awardsCertificate = (ctx: AnyContext, { certificate_enabled, instructor }: CourseRow) =>
  certificate_enabled && instructor.id !== ctx.actor.id

/** Marks a lesson as done or not done and adds the time spent. */
export function reportProgress(ctx: Context, courseId: number, report: LessonReport): Promise<ReportedProgress> {
  return runInTransaction(ctx, async (tx) => {
    const { lesson_id, time_spent_seconds: seconds = 0, watched_percent: watched = 0 } = report
    const course = await getCourse(tx, courseId)
    const enrollment = await getOwnEnrollment(tx, courseId)
    const { id } = enrollment
    const now = tx.clock.now()
    const followed = await lessons.followed.all(tx, { course_id: courseId, enrollment_id: id })
    const lesson = withUnlocked(followed, toLearner(tx, course)).find((one) => one.id === lesson_id)
    ensure(lesson !== undefined, unknownLesson)
    ensure(lesson.unlocked, isTooEarly(lesson, now) ? createOpensLater(lesson.available_at ?? now) : lockedLesson)

    const act = chooseAct(lesson, report)
    await lessonProgress[act].run(tx, { enrollment_id: id, lesson_id, seconds, watched, now })
    await enrollments.touch.run(tx, { id, now })
    if (act === 'complete' && !lesson.completed)
      await recordActivity(tx, 'lesson_completed', {
        description: fill('Completed the lesson {title}', { title: lesson.title }),
        metadata: { course_id: courseId, lesson_id },
      })
    const after = await getOwnEnrollment(tx, courseId)
    await announceCompletion(tx, after)
    return { progress_percentage: calculatePercentage(after), lessons_completed: after.done }
  })
}

const isTooEarly = ({ available_at }: { available_at: string | null }, now: string) =>
  available_at !== null && available_at > now

const createOpensLater = (moment: string) =>
  createFieldProblem('lesson_id', fill('This lesson opens on {when}.', { when: { moment, timezone: 'UTC' } }))

type FollowedLesson = Awaited<ReturnType<typeof lessons.followed.all>>[number]

/** Chooses what a report does. Throws 422 where the learner marks a lesson that something else completes. */
function chooseAct(lesson: FollowedLesson, { completed, opened, watched_percent = 0 }: LessonReport) {
  const { rule, watched_percent: needed } = getCompletion(lesson)
  if (rule === 'marked') return completed === undefined ? 'extend' : completed ? 'complete' : 'reopen'
  const refused = describeUnmarkable(lesson)
  if (completed === true && refused !== null) throw createFieldProblem('completed', refused)
  if (rule === 'opened' && opened === true) return 'complete'
  const watched = Math.max(watched_percent, lesson.watched_percent)
  return rule === 'watched' && watched >= needed ? 'complete' : 'extend'
}

/** The completions that devices have sent: of one lesson there are several when they differ in their time. */
export const syncLimit = defineListLimit('lessons_completed', 10_000)

/** Stores the progress of a device that was offline. */
export function syncProgress(
  ctx: Context,
  courseId: number,
  { lessons_completed: entries }: ProgressSync,
): Promise<SyncedProgress> {
  return runInTransaction(ctx, async (tx) => {
    const course = await getCourse(tx, courseId)
    const enrollment = await getOwnEnrollment(tx, courseId)
    const { id } = enrollment
    const now = tx.clock.now()
    const followed = await lessons.followed.all(tx, { course_id: courseId, enrollment_id: id })
    const lessonIds = new Set(followed.map((lesson) => lesson.id))
    const { isTimed } = toLearner(tx, course)
    const rules = new Map(followed.map((lesson) => [lesson.id, isTimed ? lesson : { ...lesson, available_at: null }]))
    const reported = new Set(entries.map(({ lesson_id }) => lesson_id))
    const about = { enrollment_id: id, lesson_ids: [...reported.intersection(lessonIds)] }
    const { verdicts, states, synced, completed } = mergeEntries(entries, {
      lessonIds,
      states: await lessonProgress.of.all(tx, about),
      synced: await lessonSyncs.of.all(tx, about),
      findRefusal: (entry) => describeSkip(tx, rules.get(entry.lesson_id), entry),
      now,
    })
    if (synced.length > 0) {
      await lessonSyncs.save.run(tx, { enrollment_id: id, rows: synced })
      ensureWithin(syncLimit, await lessonSyncs.size.one(tx, { enrollment_id: id }))
    }
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

/** Returns why an entry does not count: its lesson was not open, or something else completes it; null when it counts. */
function describeSkip(
  { wording }: AnyContext,
  lesson: (FollowedLesson & { available_at: string | null }) | undefined,
  { completed_at, watched_percent }: SyncEntry,
): string | null {
  if (lesson === undefined) return null
  const { rule, watched_percent: needed } = getCompletion(lesson)
  if (lesson.available_at !== null && completed_at < lesson.available_at)
    return translate('The lesson was not open at that time.', wording)
  const isDone = rule !== 'passed' && (rule !== 'watched' || (watched_percent ?? 0) >= needed)
  const refused = isDone ? null : describeUnmarkable(lesson)
  return refused === null ? null : translate(refused, wording)
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
