import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Values {
  title: string
  starts_at: string
  ends_at: string | null
  capacity: number | null
}

export const cohorts = {
  ofCourse: prepare((q, p: { course_id: number }) =>
    q
      .selectFrom('course_cohorts')
      .select(['id', 'title', 'starts_at', 'ends_at', 'capacity', 'enrolled_count'])
      .where('course_id', '=', p.course_id)
      .orderBy('starts_at')
      .orderBy('id'),
  ),

  add: prepare((q, p: Values & { course_id: number }) =>
    q.insertInto('course_cohorts').values({
      course_id: p.course_id,
      title: p.title,
      starts_at: p.starts_at,
      ends_at: p.ends_at,
      capacity: p.capacity,
    }),
  ),

  update: prepare((q, p: Values & { id: number }) =>
    q
      .updateTable('course_cohorts')
      .set({ title: p.title, starts_at: p.starts_at, ends_at: p.ends_at, capacity: p.capacity })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { ids: readonly number[] }) =>
    q.deleteFrom('course_cohorts').where('id', 'in', integerList(p.ids)),
  ),

  /**
   * Takes hold of a free seat, which the enrollment then fills; nothing when the cohort is full. The row is written, so that of
   * two transactions at once one waits or is repeated.
   */
  claim: prepare((q, p: { id: number }) =>
    q
      .updateTable('course_cohorts')
      .set({ enrolled_count: sql<number>`enrolled_count` })
      .where('id', '=', p.id)
      .where((eb) => eb.or([eb('capacity', 'is', null), eb('enrolled_count', '<', eb.ref('capacity'))]))
      .returning('id'),
  ),

  ofCourses: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('courses')
      .innerJoin('course_cohorts', 'course_cohorts.course_id', 'courses.id')
      .select(['course_cohorts.id', 'course_cohorts.course_id', 'course_cohorts.title'])
      .select(['course_cohorts.starts_at', 'course_cohorts.ends_at', 'course_cohorts.capacity'])
      .where('courses.user_id', '=', p.user_id)
      .orderBy('course_cohorts.id'),
  ),
}
