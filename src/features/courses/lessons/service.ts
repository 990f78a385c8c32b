import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { renderHtml } from '#core/html.ts'
import { ensure, notFound } from '#core/problem.ts'
import type { CheckContext } from '#http/routes.ts'
import { type CourseRow, getCourse, getManagedCourse, mayManage, toLearner } from '../access.ts'
import { getOwnEnrollment } from '../enrollments/access.ts'
import { scheduleUpdateNotice } from '../update-notices.ts'
import { removeLesson, renderLessons, saveLessons, updateLessonOrder } from './authoring.ts'
import { lessons, noEnrollment } from './queries.ts'
import { checkQuizzes } from './quizzes.ts'
import { renderContent } from './rendered-content.ts'
import type { Lesson, LessonChange, LessonOrder, NewLesson, WholeLesson } from './schemas.ts'
import { withUnlocked } from './unlocking.ts'

/** Returns the lessons for the actor; for managers of the course all are unlocked. */
export async function listLessons(ctx: Context, courseId: number): Promise<Lesson[]> {
  return getVisibleLessons(ctx, await getCourse(ctx, courseId))
}

async function getVisibleLessons(ctx: AnyContext, course: CourseRow): Promise<Lesson[]> {
  const enrollment = mayManage(ctx, course) && !course.enrolled ? null : await getOwnEnrollment(ctx, course.id)
  const followed = await lessons.followed.all(ctx, {
    course_id: course.id,
    enrollment_id: enrollment?.id ?? noEnrollment,
  })
  return withUnlocked(followed, toLearner(ctx, course)).map((lesson) =>
    lesson.unlocked ? lesson : { ...lesson, video_url: null, content_url: null, exam_id: null },
  )
}

const toTaught = ({ id, instructor }: CourseRow) => ({ id, ownerId: instructor.id })

/** The fields of a single lesson have no prefix. */
const atTop = () => ''

export async function showLesson(ctx: AnyContext, courseId: number, id: number): Promise<WholeLesson> {
  const visible = await getVisibleLessons(ctx, await getCourse(ctx, courseId))
  const lesson = visible.find((one) => one.id === id)
  ensure(lesson !== undefined, notFound)
  const [text] = await lessons.texts.all(ctx, { course_id: courseId, ids: [id] })
  if (!lesson.unlocked || text === undefined) return { ...lesson, content: '', content_html: '' }
  return { ...lesson, content: text.content, content_html: renderHtml(renderContent(ctx, text)) }
}

export async function addLesson(ctx: Context, courseId: number, input: NewLesson): Promise<WholeLesson> {
  await getManagedCourse(ctx, courseId)
  const rendered = await renderLessons(ctx, [input], atTop)
  return runInTransaction(ctx, async (tx) => {
    const course = await getManagedCourse(tx, courseId)
    await checkQuizzes(tx, toTaught(course), rendered, atTop)
    await saveLessons(tx, courseId, rendered)
    await scheduleUpdateNotice(tx, courseId)
    const all = await lessons.outline.all(tx, { course_id: courseId })
    return showLesson(tx, courseId, Math.max(...all.map(({ id }) => id)))
  })
}

export async function updateLesson(ctx: Context, courseId: number, id: number, change: LessonChange) {
  await ensureManagedLesson(ctx, courseId, id)
  const rendered = await renderLessons(ctx, [{ ...change, id }], atTop)
  return runInTransaction(ctx, async (tx) => {
    const course = await ensureManagedLesson(tx, courseId, id)
    await checkQuizzes(tx, toTaught(course), rendered, atTop)
    if (await saveLessons(tx, courseId, rendered)) await scheduleUpdateNotice(tx, courseId)
    return showLesson(tx, courseId, id)
  })
}

export function deleteLesson(ctx: Context, courseId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await ensureManagedLesson(tx, courseId, id)
    await removeLesson(tx, courseId, id)
    await scheduleUpdateNotice(tx, courseId)
  })
}

export function sortLessons(ctx: Context, courseId: number, { lesson_ids }: LessonOrder): Promise<Lesson[]> {
  return runInTransaction(ctx, async (tx) => {
    const course = await getManagedCourse(tx, courseId)
    if (await updateLessonOrder(tx, courseId, lesson_ids)) await scheduleUpdateNotice(tx, courseId)
    return getVisibleLessons(tx, course)
  })
}

/** 403 unless the actor manages the course, 404 for a lesson of another course. */
async function ensureManagedLesson(ctx: AnyContext, courseId: number, id: number): Promise<CourseRow> {
  const course = await getManagedCourse(ctx, courseId)
  const all = await lessons.outline.all(ctx, { course_id: courseId })
  ensure(
    all.some((one) => one.id === id),
    notFound,
  )
  return course
}

/** Throws 422 for an exam that the new lesson may not name. */
export async function checkNewLesson(ctx: Context, input: LessonChange, { params }: CheckContext<{ id: number }>) {
  await checkQuizzes(ctx, toTaught(await getManagedCourse(ctx, params.id)), [input], atTop)
}

/** Throws 422 for an exam that the lesson may not name. */
export async function checkLessonChange(
  ctx: Context,
  change: LessonChange,
  { params: { id, lesson_id } }: CheckContext<{ id: number; lesson_id: number }>,
) {
  const course = await ensureManagedLesson(ctx, id, lesson_id)
  await checkQuizzes(ctx, toTaught(course), [{ ...change, id: lesson_id }], atTop)
}
