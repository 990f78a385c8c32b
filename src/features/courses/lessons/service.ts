import { type Context, inTransaction, type Transaction } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { anyCourse, isLocking, managedCourse, mayManage } from '../access.ts'
import type { Course } from '../catalog/schemas.ts'
import { announceChange } from '../changes/service.ts'
import { enrollmentOf } from '../enrollments/access.ts'
import { removeLesson, reorderLessons, saveLessons } from './authoring.ts'
import { lessons } from './queries.ts'
import type { Lesson, LessonChange, LessonOrder, NewLesson, WholeLesson } from './schemas.ts'
import { withUnlocked } from './unlocking.ts'

/** The lessons as the actor may have them: to those who manage the course all are open. */
export async function listLessons(ctx: Context, courseId: number): Promise<Lesson[]> {
  return visibleLessons(ctx, await anyCourse(ctx, courseId))
}

async function visibleLessons(reach: Context | Transaction, course: Course): Promise<Lesson[]> {
  const enrollment_id =
    mayManage(reach, course) && !course.enrolled ? nobodys : (await enrollmentOf(reach, course.id)).id
  const followed = await lessons.followed.all(reach, { course_id: course.id, enrollment_id })
  return withUnlocked(followed, isLocking(reach, course)).map((lesson) =>
    lesson.unlocked ? lesson : { ...lesson, video_url: null, content_url: null },
  )
}

/** An id that no enrollment has. */
const nobodys = 0

export async function showLesson(
  reach: Context | Transaction,
  courseId: number,
  id: number,
): Promise<WholeLesson> {
  const visible = await visibleLessons(reach, await anyCourse(reach, courseId))
  const lesson = visible.find((one) => one.id === id)
  ensure(lesson !== undefined, notFound)
  const [text] = await lessons.texts.all(reach, { course_id: courseId, ids: [id] })
  return { ...lesson, content: lesson.unlocked ? (text?.content ?? '') : '' }
}

export function addLesson(ctx: Context, courseId: number, given: NewLesson): Promise<WholeLesson> {
  return inTransaction(ctx, async (tx) => {
    await managedCourse(tx, courseId)
    await saveLessons(tx, courseId, [given])
    await announceChange(tx, courseId)
    const all = await lessons.outline.all(tx, { course_id: courseId })
    return showLesson(tx, courseId, Math.max(...all.map(({ id }) => id)))
  })
}

export function changeLesson(ctx: Context, courseId: number, id: number, change: LessonChange) {
  return inTransaction(ctx, async (tx) => {
    await managedLesson(tx, courseId, id)
    if (await saveLessons(tx, courseId, [{ ...change, id }])) await announceChange(tx, courseId)
    return showLesson(tx, courseId, id)
  })
}

export function deleteLesson(ctx: Context, courseId: number, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await managedLesson(tx, courseId, id)
    await removeLesson(tx, courseId, id)
    await announceChange(tx, courseId)
  })
}

export function orderLessons(ctx: Context, courseId: number, { lesson_ids }: LessonOrder): Promise<Lesson[]> {
  return inTransaction(ctx, async (tx) => {
    const course = await managedCourse(tx, courseId)
    if (await reorderLessons(tx, courseId, lesson_ids)) await announceChange(tx, courseId)
    return visibleLessons(tx, course)
  })
}

/** Refuses whoever does not manage the course, and a lesson it does not have. */
async function managedLesson(tx: Transaction, courseId: number, id: number): Promise<void> {
  await managedCourse(tx, courseId)
  const all = await lessons.outline.all(tx, { course_id: courseId })
  ensure(
    all.some((one) => one.id === id),
    notFound,
  )
}
