import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'
import { courseRights } from './rights.ts'

/**
 * The lessons by which the progress of an enrollment is measured: those of the course. A completed enrollment keeps the
 * lessons of that time: later ones count only when they are done, and done ones count even when they are removed.
 */
const counted = sql<SqlBool>`((lessons.removed_at is null
  and (enrollments.lessons_up_to is null or lessons.id <= enrollments.lessons_up_to))
  or (enrollments.lessons_up_to is not null and lesson_progress.completed_at is not null
    and (lessons.removed_at is null or lessons.removed_at >= enrollments.completed_at)))`

const measure = (of: ReturnType<typeof sql>) => sql<number>`(select ${of} from lessons
  left join lesson_progress on lesson_progress.lesson_id = lessons.id
    and lesson_progress.enrollment_id = enrollments.id
  where lessons.course_id = enrollments.course_id and ${counted})`

/** The number of these lessons, and how many of them are done. */
export const total = measure(sql`count(*)`)
export const done = measure(sql`count(lesson_progress.completed_at)`)

/** Completed with all lessons done. A course without lessons is never finished. */
export const isFinished = (eb: ExpressionBuilder<Tables, 'enrollments'>) =>
  eb.and([eb('enrollments.status', '=', 'completed'), eb(total, '>', 0), eb(total, '=', done)])

export const finishedCourses = {
  countByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where(isFinished),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .innerJoin('users', 'users.id', 'courses.user_id')
      .select(['courses.id', 'courses.title', 'users.id as author_id', 'users.name as author_name'])
      .select(['courses.duration_minutes as minutes'])
      .select((e) => e.fn.coalesce('enrollments.completed_at', 'enrollments.enrolled_at').as('at'))
      .where('enrollments.user_id', '=', p.user_id)
      .where('courses.user_id', '!=', p.user_id)
      .where(isFinished),
  ),

  /** Courses of others that the users completed with all lessons done, unless hidden or with a revoked certificate. */
  proven: prepare((q, p: { user_ids: readonly number[] }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .innerJoin('users', 'users.id', 'courses.user_id')
      .leftJoin('certificates', (join) =>
        join
          .onRef('certificates.user_id', '=', 'enrollments.user_id')
          .onRef('certificates.course_id', '=', 'enrollments.course_id'),
      )
      .select(['enrollments.user_id', 'courses.id', 'courses.title', 'courses.skills'])
      .select(['users.id as author_id', 'users.name as author_name'])
      .select(['certificates.verification_code as code', 'certificates.author_verified as certified'])
      .select((e) => e.fn.coalesce('enrollments.completed_at', 'enrollments.enrolled_at').as('at'))
      .where('enrollments.user_id', 'in', integerList(p.user_ids))
      .whereRef('courses.user_id', '!=', 'enrollments.user_id')
      .where('courses.hidden_at', 'is', null)
      .where('certificates.revoked_at', 'is', null)
      .where(isFinished)
      .orderBy('courses.id'),
  ),

  /** Users who completed the course, by id. */
  completers: prepare((q, p: { course_id: number; after: number; most: number }) =>
    q
      .selectFrom('enrollments')
      .select('user_id')
      .where('course_id', '=', p.course_id)
      .where('user_id', '>', p.after)
      .where('status', '=', 'completed')
      .orderBy('user_id')
      .limit(p.most),
  ),

  /** Which of the users have completed which of the courses of others, unless the certificate is revoked. */
  completions: prepare((q, p: { course_ids: readonly number[]; user_ids: readonly number[] }) =>
    q
      .selectFrom('enrollments')
      .innerJoin('courses', 'courses.id', 'enrollments.course_id')
      .leftJoin('certificates', (join) =>
        join
          .onRef('certificates.user_id', '=', 'enrollments.user_id')
          .onRef('certificates.course_id', '=', 'enrollments.course_id'),
      )
      .select(['enrollments.user_id', 'enrollments.course_id'])
      .where('enrollments.user_id', 'in', integerList(p.user_ids))
      .where('enrollments.course_id', 'in', integerList(p.course_ids))
      .whereRef('courses.user_id', '!=', 'enrollments.user_id')
      .where('certificates.revoked_at', 'is', null)
      .where(isFinished),
  ),

  /** Published courses of verified authors that prove the skill, the most popular first. */
  suggested: prepare((q, p: { skill_key: string; user_id: number; most: number }) =>
    q
      .selectFrom('course_skills')
      .innerJoin('courses', 'courses.id', 'course_skills.item_id')
      .innerJoin('users', 'users.id', 'courses.user_id')
      .leftJoin('researchers', 'researchers.user_id', 'users.id')
      .select(['courses.id', 'courses.title'])
      .where('course_skills.term', '=', p.skill_key)
      .where('courses.status', '=', 'published')
      .where(courseRights.allows('read', { actor_id: p.user_id }))
      .where('courses.user_id', '!=', p.user_id)
      .where((eb) => eb.or([eb('users.role', '=', 'admin'), eb('researchers.verified', '=', true)]))
      .orderBy('courses.enrolled_count', 'desc')
      .orderBy('courses.id')
      .limit(p.most),
  ),
}
