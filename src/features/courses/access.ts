import type { AnyContext } from '#context.ts'
import { presentPrices } from '#core/prices.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { type CourseRow, courses } from './courses/queries.ts'
import type { Course } from './courses/schemas.ts'
import { may } from './policy.ts'

export type { CourseRow }

export const toViewer = ({ actor }: AnyContext) => ({ actor_id: actor.id })

/** Presents the course with its prices as amounts. */
export const presentCourse = (course: CourseRow): Course => Object.assign(course, presentPrices(course))

const toOwnership = ({ instructor, status, enrolled }: CourseRow) => ({
  instructor_id: instructor.id,
  status,
  enrolled,
})

/** Returns the course as the user sees it, with its prices in minor units, or null. */
export const findCourse = (ctx: AnyContext, id: number, userId: number): Promise<CourseRow | null> =>
  courses.byId.maybe(ctx, { id, actor_id: userId })

export const mayManage = (ctx: AnyContext, course: CourseRow) => may.manage(ctx.actor, toOwnership(course))

/**
 * Returns the course as the actor sees it, with its prices in minor units. 404 if unknown, or hidden by an administrator
 * from all but its managers.
 */
export async function getCourse(ctx: AnyContext, id: number): Promise<CourseRow> {
  const { hidden_at, ...course } = await courses.byId.one(ctx, { ...toViewer(ctx), id })
  ensure(hidden_at === null || mayManage(ctx, course), notFound)
  return course
}

/**
 * Returns whether lessons are locked for the actor until the previous one is done; never for managers of the course.
 */
export const isLocking = (ctx: AnyContext, course: CourseRow) => course.sequential && !mayManage(ctx, course)

/** Returns the course. 404 if unknown or a draft of another user. */
export async function getVisibleCourse(ctx: AnyContext, id: number): Promise<CourseRow> {
  const course = await getCourse(ctx, id)
  ensure(may.read(ctx.actor, toOwnership(course)), notFound)
  return course
}

/** Returns the course. 404 if it is not visible, 403 if the actor may not manage it. */
export async function getManagedCourse(ctx: AnyContext, id: number): Promise<CourseRow> {
  const course = await getVisibleCourse(ctx, id)
  permit(mayManage(ctx, course))
  return course
}
