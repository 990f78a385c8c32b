/** Who saw which objects before the change feed knew it, as SQL over the rows of the objects. */

import type { Engine } from '../../database.ts'

/** An SQL expression about a row. */
type Expression = (row: string, engine: Engine) => string

/** The objects of a table. */
export interface AudienceOfObjects {
  table: string
  kind: string
  /** The column of the object within which it is found. */
  parent?: string
  /** Who may see the object: `public`, `user:ID` and `course:ID`, separated by spaces; empty if only administrators may. */
  audience: Expression
}

/** All users of the rows of a table, as an audience that begins with a space. */
const usersOf = (table: string, where: string, engine: Engine) => {
  const list = engine === 'sqlite' ? 'group_concat' : 'string_agg'
  return `coalesce((select ' ' || ${list}('user:' || member.user_id, ' ') from ${table} as member where ${where}), '')`
}

const isPublic = (condition: string) => `case when ${condition} then ' public' else '' end`

const ofPost: Expression = (row) => `'user:' || ${row}.user_id || ${isPublic(`${row}.status <> 'draft'`)}`

/** A reviewer who has applied judges nothing. */
const hasNotApplied = (reviewer: string) =>
  `not exists (select 1 from job_applications as own
    where own.job_post_id = ${reviewer}.job_post_id and own.user_id = ${reviewer}.user_id)`

/** The recruiter of the post and its reviewers. */
const ofHiring = (post: string, engine: Engine) =>
  `(select ' user:' || post.user_id from job_posts as post where post.id = ${post})
    || ${usersOf('job_reviewers', `member.job_post_id = ${post} and ${hasNotApplied('member')}`, engine)}`

/** The applicant, and those who judge the application unless it is a reserved place. */
const ofSubmission: Expression = (row, engine) =>
  `'user:' || ${row}.user_id || case when ${row}.pending then '' else ${ofHiring(`${row}.job_post_id`, engine)} end`

/** The applicant and those who judge the application. */
const ofMeeting: Expression = (row, engine) =>
  `(select 'user:' || application.user_id from job_applications as application where application.id = ${row}.application_id)
    || ${ofHiring(`${row}.job_post_id`, engine)}`

/** A draft that is not hidden stays visible to those who are enrolled. */
const ofCourse: Expression = (row) =>
  `'user:' || ${row}.user_id || case when ${row}.status <> 'draft' then ' public'
    when ${row}.hidden_at is null then ' course:' || ${row}.id else '' end`

const ofExam: Expression = (row) =>
  `case when ${row}.deleted_at is null then 'user:' || ${row}.user_id
    || ${isPublic(`${row}.publication_status = 'published'`)} else '' end`

const ofProject: Expression = (row, engine) =>
  `'user:' || ${row}.owner_id || ${isPublic(`${row}.visibility = 'public'`)} || ${usersOf(
    'project_collaborators',
    `member.project_id = ${row}.id`,
    engine,
  )}`

const ofResearcher: Expression = (row, engine) =>
  `'user:' || ${row}.user_id || ${isPublic(`${row}.visibility = 'public'`)} || ${usersOf(
    'researcher_team',
    `member.researcher_id = ${row}.id`,
    engine,
  )}`

const inProject: Expression = (row, engine) =>
  `(select ${ofProject('owner', engine)} from projects as owner where owner.id = ${row}."project_id")`

const user: Expression = (row) => `'user:' || ${row}."user_id"`

const personal = (table: string, kind: string): AudienceOfObjects => ({ table, kind, audience: user })

const administrative = (table: string, kind: string): AudienceOfObjects => ({ table, kind, audience: () => "'admin'" })

export const firstAudiences: readonly AudienceOfObjects[] = [
  {
    table: 'users',
    kind: 'user',
    audience: (row) =>
      `case when ${row}.deleted_at is null then 'user:' || ${row}.id || ${isPublic(`${row}.suspended_at is null`)} else '' end`,
  },
  { table: 'researchers', kind: 'researcher', audience: ofResearcher },
  personal('notifications', 'notification'),
  personal('files', 'file'),
  { table: 'job_posts', kind: 'job_post', audience: ofPost },
  { table: 'projects', kind: 'project', audience: ofProject },
  { table: 'project_versions', kind: 'project_version', parent: 'object."project_id"', audience: inProject },
  { table: 'milestones', kind: 'milestone', parent: 'object."project_id"', audience: inProject },
  { table: 'courses', kind: 'course', audience: ofCourse },
  {
    table: 'enrollments',
    kind: 'enrollment',
    parent: 'object."course_id"',
    audience: (row) => `case when ${row}.awaiting_payment then '' else 'user:' || ${row}.user_id end`,
  },
  { table: 'exams', kind: 'exam', audience: ofExam },
  {
    table: 'exam_attempts',
    kind: 'exam_attempt',
    audience: (row) =>
      `'user:' || ${row}.user_id || (select ' user:' || exam.user_id from exams as exam where exam.id = ${row}.exam_id)`,
  },
  personal('exam_bookings', 'exam_booking'),
  personal('certificates', 'certificate'),
  { table: 'plans', kind: 'plan', audience: () => "'public'" },
  personal('subscriptions', 'subscription'),
  personal('payment_methods', 'payment_method'),
  personal('invoices', 'invoice'),
  administrative('charges', 'payment'),
  administrative('reports', 'report'),
  administrative('coupons', 'coupon'),
  { table: 'job_applications', kind: 'job_application', audience: ofSubmission },
  { table: 'interviews', kind: 'interview', parent: 'object."application_id"', audience: ofMeeting },
]
