import { prepare } from '#database/query/prepare.ts'
import { isArchived } from './queries.ts'
import { courseRecord } from './record.ts'

interface Mine {
  user_id: number
}

export const courseData = {
  courses: prepare((q, p: Mine) =>
    q
      .selectFrom('courses')
      .select([...courseRecord.columns, 'other_prices'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  lessons: prepare((q, p: Mine) =>
    q
      .selectFrom('courses')
      .innerJoin('lessons', 'lessons.course_id', 'courses.id')
      .select(['lessons.id', 'lessons.course_id', 'lessons.title', 'lessons.description'])
      .select([
        'lessons.duration_minutes',
        'lessons.video_url',
        'lessons.content_url',
        'lessons.content',
        'lessons.exam_id',
      ])
      .select('lessons.position as order')
      .where('courses.user_id', '=', p.user_id)
      .where('lessons.removed_at', 'is', null)
      .orderBy('courses.id')
      .orderBy('lessons.position')
      .orderBy('lessons.id'),
  ),

  enrollments: prepare((q, p: Mine) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .select(['enrollments.id', 'enrollments.course_id', 'courses.title', 'enrollments.status'])
      .select(['enrollments.enrolled_at', 'enrollments.last_accessed_at', 'enrollments.completed_at'])
      .select(['enrollments.downloads', 'enrollments.awaiting_payment', 'enrollments.cohort_id'])
      .where('enrollments.user_id', '=', p.user_id)
      .orderBy('enrollments.id'),
  ),

  syncs: prepare((q, p: Mine) =>
    q
      .selectFrom('enrollments')
      .innerJoin('lesson_syncs', 'lesson_syncs.enrollment_id', 'enrollments.id')
      .select(['lesson_syncs.enrollment_id', 'lesson_syncs.lesson_id', 'lesson_syncs.completed_at'])
      .select('lesson_syncs.time_spent_seconds')
      .where('enrollments.user_id', '=', p.user_id)
      .orderBy('enrollments.id')
      .orderBy('lesson_syncs.lesson_id')
      .orderBy('lesson_syncs.completed_at')
      .orderBy('lesson_syncs.time_spent_seconds'),
  ),

  uncountEnrollments: prepare((q, p: Mine) =>
    q
      .updateTable('courses')
      .set((eb) => ({ enrolled_count: eb('enrolled_count', '-', 1) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('enrollments')
          .select('course_id')
          .where('user_id', '=', p.user_id)
          .where('awaiting_payment', '=', false),
      ),
  ),

  removeEnrollments: prepare((q, p: Mine) => q.deleteFrom('enrollments').where('user_id', '=', p.user_id)),

  /** Removes reservations of courses that will be deleted. */
  removeReservations: prepare((q, p: Mine) =>
    q
      .deleteFrom('enrollments')
      .where('course_id', 'in', q.selectFrom('courses').select('id').where('user_id', '=', p.user_id))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('enrollments as others')
              .select('others.id')
              .whereRef('others.course_id', '=', 'enrollments.course_id')
              .where('others.awaiting_payment', '=', false),
          ),
        ),
      ),
  ),

  removeUnused: prepare((q, p: Mine) =>
    q
      .deleteFrom('courses')
      .where('user_id', '=', p.user_id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('enrollments').select('enrollments.id').whereRef('enrollments.course_id', '=', 'courses.id'),
          ),
        ),
      ),
  ),

  archiveAll: prepare((q, p: Mine & { now: string }) =>
    q.updateTable('courses').set(isArchived(p)).where('user_id', '=', p.user_id).where('status', '!=', 'archived'),
  ),
}
