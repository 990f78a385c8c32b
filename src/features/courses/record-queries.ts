import { prepareList } from '#database/query/prepare.ts'
import type { UserRecords } from '#features/feature.ts'

export const enrollmentRecords: UserRecords = {
  kind: 'enrollment',
  list: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .select(['enrollments.id', 'courses.title', 'enrollments.status'])
      .select('enrollments.enrolled_at as created_at')
      .where('enrollments.user_id', '=', p.user_id)
      .orderBy('enrollments.id', 'desc'),
  ),
}
