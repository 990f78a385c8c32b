import type { Context, Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { courses } from './catalog/queries.ts'
import type { Course } from './catalog/schemas.ts'
import { may } from './policy.ts'

export const viewer = ({ actor }: Context | Transaction) => ({ actor_id: actor.id })

/** As it travels: amounts are kept in minor units. */
export const shown = (course: Course): Course => ({ ...course, price: fromMinorUnits(course.price) })

const ownership = ({ instructor, status, enrolled }: Course) => ({
  instructor_id: instructor.id,
  status,
  enrolled,
})

/** The course as it is kept; 404 when there is none. */
export const anyCourse = (reach: Context | Transaction, id: number): Promise<Course> =>
  courses.byId.one(reach, { ...viewer(reach), id })

export const mayManage = (reach: Context | Transaction, course: Course) =>
  may.manage(reach.actor, ownership(course))

/** Whether the actor gets lesson by lesson; those who manage the course have them all. */
export const isLocking = (reach: Context | Transaction, course: Course) =>
  course.sequential && !mayManage(reach, course)

/** The course as it is kept; 404 when there is none, or when it is a draft of somebody else. */
export async function visibleCourse(reach: Context | Transaction, id: number): Promise<Course> {
  const course = await anyCourse(reach, id)
  ensure(may.read(reach.actor, ownership(course)), notFound)
  return course
}

/** The course for those who manage it: 404 when it cannot be seen, 403 when it is another's. */
export async function managedCourse(reach: Context | Transaction, id: number): Promise<Course> {
  const course = await visibleCourse(reach, id)
  permit(mayManage(reach, course))
  return course
}
