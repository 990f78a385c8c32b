import { sql } from 'kysely'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { companyRights } from '#features/companies/index.ts'

interface Viewer {
  actor_id: number
  is_admin: boolean
}

const selectPeople = (q: Builder) =>
  q
    .selectFrom('users')
    .select('users.id')
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .orderBy('users.id')

/** Groups of people that are put on rosters. */
export const groups = {
  /** The company, if the actor sees its members. */
  company: prepare((q, p: Viewer & { id: number }) =>
    q
      .selectFrom('companies')
      .select('id')
      .where('id', '=', p.id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`${companyRights.allows('takePart', p)}`),
  ),

  members: prepare((q, p: { company_id: number }) =>
    selectPeople(q).where(
      'users.id',
      'in',
      q
        .selectFrom('company_members')
        .select('user_id')
        .where('company_id', '=', p.company_id)
        .where('accepted_at', 'is not', null),
    ),
  ),

  /** The cohort, if the actor is the instructor of its course. */
  cohort: prepare((q, p: Viewer & { id: number }) =>
    q
      .selectFrom('course_cohorts')
      .innerJoin('courses', 'courses.id', 'course_cohorts.course_id')
      .select('course_cohorts.id')
      .where('course_cohorts.id', '=', p.id)
      .where((eb) => eb.or([eb('courses.user_id', '=', p.actor_id), sql<boolean>`${p.is_admin}`])),
  ),

  learners: prepare((q, p: { cohort_id: number }) =>
    selectPeople(q).where(
      'users.id',
      'in',
      q
        .selectFrom('enrollments')
        .select('user_id')
        .where('cohort_id', '=', p.cohort_id)
        .where('awaiting_payment', '=', sql.lit(false)),
    ),
  ),
}
