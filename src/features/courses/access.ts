import type { AnyContext } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { courses } from './courses/queries.ts'
import type { Course } from './courses/schemas.ts'
import { courseRights } from './rights.ts'

export type { Course }

export const toViewer = ({ actor }: AnyContext) => ({ actor_id: actor.id })

/** Presents the course with its price as an amount. */
export const presentCourse = (course: Course): Course => Object.assign(course, { price: fromMinorUnits(course.price) })

const { may } = courseRights

const toFacts = ({ instructor, ...course }: Pick<Course, 'instructor' | 'status' | 'enrolled'>) => ({
  user_id: instructor.id,
  ...course,
})

/** Returns the course as the user sees it, with its price in minor units, or null. */
export const findCourse = (ctx: AnyContext, id: number, userId: number): Promise<Course | null> =>
  courses.byId.maybe(ctx, { id, actor_id: userId })

export const mayManage = (ctx: AnyContext, course: Course) => may.manage(ctx.actor, toFacts(course))

/** Returns the course, if the actor has the permission, with its price in minor units; 404 otherwise. */
async function getCourseFor(ctx: AnyContext, id: number, permission: 'find' | 'read'): Promise<Course> {
  const { hidden_at, ...course } = await courses.byId.one(ctx, { ...toViewer(ctx), id })
  ensure(may[permission](ctx.actor, { ...toFacts(course), hidden_at }), notFound)
  return course
}

/**
 * Returns the course as the actor sees it, with its price in minor units. 404 if unknown, or hidden by an administrator
 * from all but its managers.
 */
export const getCourse = (ctx: AnyContext, id: number) => getCourseFor(ctx, id, 'find')

/**
 * Returns whether lessons are locked for the actor until the previous one is done; never for managers of the course.
 */
export const isLocking = (ctx: AnyContext, course: Course) => course.sequential && !mayManage(ctx, course)

/** Returns the course. 404 if unknown, hidden, or a draft of another user. */
export const getVisibleCourse = (ctx: AnyContext, id: number) => getCourseFor(ctx, id, 'read')

/** Returns the course. 404 if it is not visible, 403 if the actor may not manage it. */
export async function getManagedCourse(ctx: AnyContext, id: number): Promise<Course> {
  const course = await getVisibleCourse(ctx, id)
  permit(mayManage(ctx, course))
  return course
}
