import type { AnyContext } from '#context.ts'
import { presentPrices } from '#core/prices.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { type CourseRow, courses } from './queries.ts'
import { courseRights } from './rights.ts'
import type { Course } from './schemas.ts'

export type { CourseRow }

export const toViewer = ({ actor }: AnyContext) => ({ actor_id: actor.id })

/** Presents the course with its prices as amounts. */
export const presentCourse = (course: CourseRow): Course => Object.assign(course, presentPrices(course))

const { may } = courseRights

type Facts = Pick<CourseRow, 'instructor' | 'status' | 'enrolled' | 'access' | 'rostered'>

const toFacts = ({ instructor, ...course }: Facts) => ({
  user_id: instructor.id,
  ...course,
})

/** Returns the course as the user sees it, with its prices in minor units, or null. */
export const findCourse = (ctx: AnyContext, id: number, userId: number): Promise<CourseRow | null> =>
  courses.byId.maybe(ctx, { id, actor_id: userId })

export const mayManage = (ctx: AnyContext, course: CourseRow) => may.manage(ctx.actor, toFacts(course))

interface CourseReader {
  id: number
  role: string
}

/** Returns the course, if the reader has the permission, with its prices in minor units; 404 otherwise. */
async function getCourseFor(
  ctx: AnyContext,
  id: number,
  permission: 'find' | 'read',
  reader: CourseReader = ctx.actor,
): Promise<CourseRow> {
  const { hidden_at, ...course } = await courses.byId.one(ctx, { actor_id: reader.id, id })
  ensure(may[permission](reader, { ...toFacts(course), hidden_at }), notFound)
  return course
}

/** Returns the course as one of its learners sees it, like `getCourse`, for a request without a token. */
export const getCourseOfLearner = (ctx: AnyContext, id: number, userId: number) =>
  getCourseFor(ctx, id, 'find', { id: userId, role: 'learner' })

/**
 * Returns the course as the actor sees it, with its prices in minor units. 404 if unknown, or hidden by an administrator
 * from all but its managers.
 */
export const getCourse = (ctx: AnyContext, id: number) => getCourseFor(ctx, id, 'find')

/**
 * Returns whether lessons are locked for the actor until the previous one is done; never for managers of the course.
 */
const isLocking = (ctx: AnyContext, course: CourseRow) => course.sequential && !mayManage(ctx, course)

/** Returns what `withUnlocked` needs of the actor. */
export const toLearner = (ctx: AnyContext, course: CourseRow) => ({
  sequential: isLocking(ctx, course),
  isTimed: !mayManage(ctx, course),
  now: ctx.clock.now(),
})

/** Returns the course. 404 if unknown, hidden, or a draft of another user. */
export const getVisibleCourse = (ctx: AnyContext, id: number) => getCourseFor(ctx, id, 'read')

/** Returns the course. 404 if it is not visible, 403 if the actor may not manage it. */
export async function getManagedCourse(ctx: AnyContext, id: number): Promise<CourseRow> {
  const course = await getVisibleCourse(ctx, id)
  permit(mayManage(ctx, course))
  return course
}
