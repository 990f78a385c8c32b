import type { Actor } from '#context.ts'
import type { CourseStatus } from './courses/record.ts'

interface Course {
  instructor_id: number
  status: CourseStatus
  /** Whether the actor is enrolled. */
  enrolled: boolean
}

const owns = (actor: Actor, { instructor_id }: Pick<Course, 'instructor_id'>) =>
  actor.id === instructor_id || actor.role === 'admin'

export const may = {
  /** Managing the course and its lessons: its instructor and administrators. */
  manage: owns,
  /** Reading. A draft is visible to its managers and to users who enrolled before it became a draft again. */
  read: (actor: Actor, course: Course) => course.status !== 'draft' || course.enrolled || owns(actor, course),
}
