import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { collectErrors, refuseInvalid } from '#core/problem.ts'
import { removeSameSkills, toSkillKeys } from '#core/skills.ts'
import { sortKey } from '#core/text-normalization.ts'
import { prepareRoomCheck } from '#database/list/room.ts'
import { chooseCertificates } from '#features/certificates/index.ts'
import { resolvePrices } from '#features/payments/index.ts'
import { scheduleRosterNotices } from '#features/rosters/index.ts'
import type { CheckContext } from '#http/routes.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { getManagedCourse, getVisibleCourse, presentCourse } from './access.ts'
import { checkCohorts, listCohorts, saveCohorts } from './cohorts.ts'
import { enrollments } from './enrollments/queries.ts'
import { checkLessonIds, renderLessons, saveLessons } from './lessons/authoring.ts'
import { lessons } from './lessons/queries.ts'
import { checkQuizzes } from './lessons/quizzes.ts'
import { courseSkills } from './list.ts'
import { savePrerequisites } from './prerequisites.ts'
import { type CourseText, courses } from './queries.ts'
import { courseRecord } from './record.ts'
import type { CourseChange, CourseWithOutline, NewCourse } from './schemas.ts'
import { scheduleUpdateNotice } from './update-notices.ts'

/** What an author has. */
export const courseLimit = defineListLimit('title', 10_000)

export async function getCourseWithOutline(ctx: AnyContext, id: number): Promise<CourseWithOutline> {
  const [course, cohorts, outline] = await Promise.all([
    getVisibleCourse(ctx, id),
    listCohorts(ctx, id),
    lessons.outline.all(ctx, { course_id: id }),
  ])
  return { ...presentCourse(course), cohorts, lessons: outline }
}

export async function createCourse(ctx: Context, input: NewCourse): Promise<CourseWithOutline> {
  const rendered = await renderLessons(ctx, input.lessons ?? [])
  const checkRoom = await prepareRoomCheck(ctx, courseLimit, courses.size, { user_id: ctx.actor.id })
  return runInTransaction(ctx, async (tx) => {
    const certificate_enabled = await chooseCertificates(tx, input.certificate_enabled)
    const before = { ...courseRecord.defaults, ...input, ...freePrice, certificate_enabled }
    const text = applyChange(tx, before, input)
    await checkQuizzes(tx, { ownerId: tx.actor.id }, rendered, toLessonField)
    await checkRoom(tx)
    const { id } = await courses.add.one(tx, { ...toRow(tx, text), user_id: tx.actor.id })
    if (input.prerequisites) await savePrerequisites(tx, id, input.prerequisites)
    if (input.cohorts) await saveCohorts(tx, id, input.cohorts)
    if (rendered.length > 0) await saveLessons(tx, id, rendered)
    // Sent to the database together, because neither needs the result of the other.
    const [course] = await Promise.all([getCourseWithOutline(tx, id), addSkills(tx, id, text.skills)])
    return course
  })
}

export async function updateCourse(ctx: Context, id: number, change: CourseChange): Promise<CourseWithOutline> {
  await getManagedCourse(ctx, id)
  const rendered = await renderLessons(ctx, change.lessons ?? [])
  return runInTransaction(ctx, async (tx) => {
    const before = await getManagedCourse(tx, id)
    const certificate_enabled = await chooseCertificates(tx, change.certificate_enabled, before.certificate_enabled)
    const text = applyChange(tx, { ...before, certificate_enabled }, change)
    if (text.status !== 'draft' && before.status === 'draft') await ensureNotHidden(tx, 'course', id)
    await courses.update.run(tx, { ...toRow(tx, text), id })
    describeAuditEvent(tx, { userId: before.instructor.id, before, after: text })
    if (change.skills) await moveSkills(tx, id, before.skills, text.skills)
    if (change.prerequisites) await savePrerequisites(tx, id, change.prerequisites)
    if (change.cohorts) await saveCohorts(tx, id, change.cohorts)
    await checkQuizzes(tx, { id, ownerId: before.instructor.id }, rendered, toLessonField)
    const isTaughtOtherwise = rendered.length > 0 ? await saveLessons(tx, id, rendered) : false
    await scheduleNotices(tx, { before, after: text, isTaughtOtherwise })
    return getCourseWithOutline(tx, id)
  })
}

interface CourseEdit {
  before: Awaited<ReturnType<typeof getManagedCourse>>
  after: CourseText
  isTaughtOtherwise: boolean
}

/** Tells learners what has changed, and the people on the roster that the course is open to them. */
async function scheduleNotices(tx: Transaction, { before, after, isTaughtOtherwise }: CourseEdit): Promise<void> {
  if (isTaughtOtherwise || isNews(before, after)) await scheduleUpdateNotice(tx, before.id)
  if (isOpened(before, after)) await scheduleRosterNotices(tx, 'course', before.id)
}

async function addSkills(tx: Transaction, id: number, skills: readonly string[]): Promise<void> {
  if (skills.length > 0) await courseSkills.add.run(tx, { item_id: id, terms: toSkillKeys(skills) })
}

async function moveSkills(tx: Transaction, id: number, before: readonly string[], after: readonly string[]) {
  if (before.join('\n') === after.join('\n')) return
  await courseSkills.remove.run(tx, { item_id: id })
  await addSkills(tx, id, after)
  await tx.emitEvidenceChanged(tx, { courseId: id })
}

/** Throws 422 for lessons and cohorts that the course does not have. */
export async function checkLessons(
  ctx: Context,
  { lessons: input = [], cohorts }: CourseChange,
  { params }: CheckContext<{ id: number }>,
) {
  const course = await getManagedCourse(ctx, params.id)
  const present = await lessons.outline.all(ctx, { course_id: course.id })
  refuseInvalid(
    await collectErrors(
      () =>
        checkLessonIds(
          input,
          present.map(({ id }) => id),
        ),
      () => checkQuizzes(ctx, { id: course.id, ownerId: course.instructor.id }, input, toLessonField),
      () => checkCohorts(ctx, course.id, cohorts),
    ),
  )
}

const toLessonField = (index: number) => `lessons.${index}.`

/** Throws 422 for exams that the lessons of a new course may not name, and for its cohorts. */
export async function checkNewLessons(ctx: Context, { lessons: input = [], cohorts }: Partial<NewCourse>) {
  refuseInvalid(
    await collectErrors(
      () => checkQuizzes(ctx, { ownerId: ctx.actor.id }, input, toLessonField),
      () => checkCohorts(ctx, null, cohorts),
    ),
  )
}

/** Whether the people on the roster can take the course from now on. */
const isOpened = (before: CourseText, after: CourseText) =>
  after.access === 'invited' &&
  after.status === 'published' &&
  (before.access !== 'invited' || before.status !== 'published')

/** Changes that learners are notified of; not the price or the status. */
const isNews = (before: CourseText, after: CourseText) =>
  before.title !== after.title ||
  before.description !== after.description ||
  before.level !== after.level ||
  before.category !== after.category ||
  before.sequential !== after.sequential ||
  before.certificate_enabled !== after.certificate_enabled

/** Deletes a course without enrollments; another one is archived for its learners. */
export function deleteCourse(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const { status, title, instructor } = await getManagedCourse(tx, id)
    describeAuditEvent(tx, { userId: instructor.id, before: { title, status }, after: null })
    await enrollments.removeReservationsIfUnused.run(tx, { course_id: id })
    if ((await courses.remove.run(tx, { id })) === 0) await courses.archive.run(tx, { id, now: tx.clock.now() })
  })
}

const freePrice = { price: 0, currency: courseRecord.defaults.currency, other_prices: [] }

function applyChange(tx: Transaction, before: CourseText, change: CourseChange): CourseText {
  const text = courseRecord.values({ ...before, ...change })
  return { ...text, ...resolvePrices(tx, before, change), skills: removeSameSkills(text.skills) }
}

/** Throws 422 for prices that are wrong. */
export function checkNewPrices(ctx: Context, input: Partial<NewCourse>): void {
  resolvePrices(ctx, freePrice, input)
}

/** Throws 422 for prices that are wrong after the change. */
export async function checkPrices(
  ctx: Context,
  change: Partial<CourseChange>,
  { params }: CheckContext<{ id: number }>,
) {
  resolvePrices(ctx, await getManagedCourse(ctx, params.id), change)
}

const toRow = (tx: Transaction, text: CourseText) => ({
  ...text,
  title_key: sortKey(text.title),
  category_key: sortKey(text.category),
  now: tx.clock.now(),
})
