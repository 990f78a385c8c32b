import type { AnyContext } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { courses } from './courses/queries.ts'
import type { Course } from './courses/schemas.ts'
import { may } from './policy.ts'

export type { Course }

export const toViewer = ({ actor }: AnyContext) => ({ actor_id: actor.id })

/** As it travels: amounts are kept in minor units. */
export const presentCourse = (course: Course): Course => ({ ...course, price: fromMinorUnits(course.price) })

const toOwnership = ({ instructor, status, enrolled }: Course) => ({
  instructor_id: instructor.id,
  status,
  enrolled,
})

/** The course as a user sees it, or null. */
export const findCourse = (ctx: AnyContext, id: number, userId: number): Promise<Course | null> =>
  courses.byId.maybe(ctx, { id, actor_id: userId })

/** The course as the actor sees it, with its price in minor units. 404 if unknown. */
export const getCourse = (ctx: AnyContext, id: number): Promise<Course> =>
  courses.byId.one(ctx, { ...toViewer(ctx), id })

export const mayManage = (ctx: AnyContext, course: Course) => may.manage(ctx.actor, toOwnership(course))

/** Whether the actor gets lesson by lesson; those who manage the course have them all. */
export const isLocking = (ctx: AnyContext, course: Course) => course.sequential && !mayManage(ctx, course)

/** The course as it is kept; 404 when there is none, or when it is a draft of somebody else. */
export async function getVisibleCourse(ctx: AnyContext, id: number): Promise<Course> {
  const course = await getCourse(ctx, id)
  ensure(may.read(ctx.actor, toOwnership(course)), notFound)
  return course
}

/** The course for those who manage it: 404 when it cannot be seen, 403 when it is another's. */
export async function getManagedCourse(ctx: AnyContext, id: number): Promise<Course> {
  const course = await getVisibleCourse(ctx, id)
  permit(mayManage(ctx, course))
  return course
}
