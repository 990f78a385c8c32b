import { sql } from 'kysely'
import { asBoolean, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { isFinished } from './completion-queries.ts'
import { courseRights } from './rights.ts'

export const prerequisites = {
  /** Returns the courses that may be prerequisites for the actor: all but drafts of other users. */
  nameable: prepare((q, p: { ids: number[]; actor_id: number; is_admin: boolean }) =>
    q.selectFrom('courses').select('id').where('id', 'in', integerList(p.ids)).where(courseRights.allows('name', p)),
  ),

  /** Returns whether a course is among its own direct or indirect prerequisites. */
  leadTo: prepare((q, p: { course_id: number; ids: number[] }) =>
    q.selectNoFrom(
      asBoolean(sql`exists (with recursive reached(id) as (
        select id from courses where id in ${integerList(p.ids)}
        union select course_prerequisites.prerequisite_id from course_prerequisites
          inner join reached on reached.id = course_prerequisites.course_id)
        select 1 from reached where id = ${p.course_id})`).as('circular'),
    ),
  ),

  /** Returns the prerequisites of a course that are not hidden, with the titles of those that the user may read. */
  ofCourse: prepare((q, p: { course_id: number; actor_id: number }) =>
    q
      .selectFrom('course_prerequisites')
      .innerJoin('courses', 'courses.id', 'course_prerequisites.prerequisite_id')
      .select([
        'courses.id',
        sql<string>`case when ${courseRights.allows('read', { actor_id: p.actor_id })} then courses.title else '' end`.as(
          'title',
        ),
      ])
      .where('course_prerequisites.course_id', '=', p.course_id)
      .where('courses.hidden_at', 'is', null)
      .orderBy('courses.id'),
  ),

  clear: prepare((q, p: { course_id: number }) =>
    q.deleteFrom('course_prerequisites').where('course_id', '=', p.course_id),
  ),

  add: prepare((q, p: { course_id: number; ids: number[] }) =>
    q
      .insertInto('course_prerequisites')
      .columns(['course_id', 'prerequisite_id'])
      .expression(sql`select cast(${p.course_id} as bigint), id from courses where id in ${integerList(p.ids)}`),
  ),

  /**
   * Returns the titles of courses that the user has still to complete, which are empty for courses to which the user is not
   * invited. Those that are hidden are not asked for.
   */
  missing: prepare((q, p: { course_id: number; user_id: number }) =>
    q
      .selectFrom('course_prerequisites')
      .innerJoin('courses', 'courses.id', 'course_prerequisites.prerequisite_id')
      .select(
        sql<string>`case when courses.access = 'everyone' or ${courseRights.allows('read', { actor_id: p.user_id })}
          then courses.title else '' end`.as('title'),
      )
      .where('course_prerequisites.course_id', '=', p.course_id)
      .where('courses.hidden_at', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('enrollments')
              .select('enrollments.id')
              .whereRef('enrollments.course_id', '=', 'course_prerequisites.prerequisite_id')
              .where('enrollments.user_id', '=', p.user_id)
              .where(isFinished),
          ),
        ),
      )
      .orderBy('courses.id'),
  ),
}
