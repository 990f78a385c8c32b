/** Who may see an object, as SQL over its row or the row of a part. */

import type { Engine } from '../database.ts'
import type { Expression } from './change-triggers.ts'

export const user =
  (column = 'user_id'): Expression =>
  (row) =>
    `'user:' || ${row}."${column}"`

/** All users of the rows of a table, as an audience that begins with a space. */
const usersOf = (table: string, where: string, engine: Engine) => {
  const list = engine === 'sqlite' ? 'group_concat' : 'string_agg'
  return `coalesce((select ' ' || ${list}('user:' || member.user_id, ' ') from ${table} as member where ${where}), '')`
}

export const isPublic = (condition: string) => `case when ${condition} then ' public' else '' end`

export const ofPost: Expression = (row) => `'user:' || ${row}.user_id || ${isPublic(`${row}.status <> 'draft'`)}`

export const ofApplication: Expression = (row) =>
  `'user:' || ${row}.user_id || (select ' user:' || post.user_id from job_posts as post where post.id = ${row}.job_post_id)`

export const ofInterview: Expression = (row) =>
  `(select 'user:' || application.user_id || ' user:' || post.user_id from job_applications as application
    join job_posts as post on post.id = application.job_post_id where application.id = ${row}.application_id)`

/** A reviewer who has applied judges nothing. */
export const hasNotApplied = (reviewer: string) =>
  `not exists (select 1 from job_applications as own
    where own.job_post_id = ${reviewer}.job_post_id and own.user_id = ${reviewer}.user_id)`

/** The recruiter of the post and its reviewers. */
const ofHiring = (post: string, engine: Engine) =>
  `(select ' user:' || post.user_id from job_posts as post where post.id = ${post})
    || ${usersOf('job_reviewers', `member.job_post_id = ${post} and ${hasNotApplied('member')}`, engine)}`

/** Those who judge an application; none while it is a reserved place. */
export const ofJudges: Expression = (row, engine) =>
  `(select case when application.pending then '' else ${ofHiring('application.job_post_id', engine)} end
    from job_applications as application where application.id = ${row}.application_id)`

/** The applicant, and those who judge the application unless it is a reserved place. */
export const ofSubmission: Expression = (row, engine) =>
  `'user:' || ${row}.user_id || case when ${row}.pending then '' else ${ofHiring(`${row}.job_post_id`, engine)} end`

/** The applicant and those who judge the application. */
export const ofMeeting: Expression = (row, engine) =>
  `(select 'user:' || application.user_id from job_applications as application where application.id = ${row}.application_id)
    || ${ofHiring(`${row}.job_post_id`, engine)}`

/** A draft that is not hidden stays visible to those who are enrolled. */
export const ofCourse: Expression = (row) =>
  `'user:' || ${row}.user_id || case when ${row}.status <> 'draft' then ' public'
    when ${row}.hidden_at is null then ' course:' || ${row}.id else '' end`

export const ofExam: Expression = (row) =>
  `case when ${row}.deleted_at is null then 'user:' || ${row}.user_id
    || ${isPublic(`${row}.publication_status = 'published'`)} else '' end`

export const ofProject: Expression = (row, engine) =>
  `'user:' || ${row}.owner_id || ${isPublic(`${row}.visibility = 'public'`)} || ${usersOf(
    'project_collaborators',
    `member.project_id = ${row}.id`,
    engine,
  )}`

export const ofResearcher: Expression = (row, engine) =>
  `'user:' || ${row}.user_id || ${isPublic(`${row}.visibility = 'public'`)} || ${usersOf(
    'researcher_team',
    `member.researcher_id = ${row}.id`,
    engine,
  )}`

/** The audience of the object that the row belongs to; null once that is deleted. */
export const within =
  (table: string, reference: string, audience: Expression): Expression =>
  (row, engine) =>
    `(select ${audience('owner', engine)} from ${table} as owner where owner.id = ${row}."${reference}")`

/** The audience of the object without the member of the row. */
export const withoutMember =
  (audience: Expression): Expression =>
  (row, engine) =>
    audience(row, engine).replace('where member.', `where member.user_id <> ${row}.user_id and member.`)

export const inProject = within('projects', 'project_id', ofProject)
export const inResearcher = within('researchers', 'researcher_id', ofResearcher)
export const inCourse = within('courses', 'course_id', ofCourse)
export const reference =
  (column: string): Expression =>
  (row) =>
    `${row}."${column}"`
