import { sql } from 'kysely'
import { asJson, integerList, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { courseRights } from '#features/courses/rights.ts'
import { examRights } from '#features/exams/rights.ts'
import type { Requirement } from './schemas.ts'

/** Whether an exam or a course is for people whom another author chooses. */
const isForOthers = (table: 'exams' | 'courses') =>
  sql`(${sql.ref(`${table}.access`)} = 'invited' and ${sql.ref(`${table}.user_id`)} <> job_posts.user_id)`

/** Exams and courses that are hidden, or for people whom others invite, have no title here. */
const title = sql`case when exams.hidden_at is not null or courses.hidden_at is not null
  or ${isForOthers('exams')} or ${isForOthers('courses')} then ''
  else coalesce(exams.title, courses.title, one.skill) end`
const from = sql`(select * from job_requirements where job_post_id = job_posts.id order by position, id) as one
  left join exams on exams.id = one.exam_id left join courses on courses.id = one.course_id`

/** The requirements of the post of a row, in their order. */
export const requirementsOfPost = asJson<Requirement[]>(
  perEngine({
    sqlite: sql`(select json_group_array(json_object('exam_id', one.exam_id, 'course_id', one.course_id,
      'skill', one.skill, 'title', ${title}, 'required', json(iif(one.required, 'true', 'false')))) from ${from})`,
    postgres: sql`(select coalesce(jsonb_agg(jsonb_build_object('exam_id', one.exam_id, 'course_id', one.course_id,
      'skill', one.skill, 'title', ${title}, 'required', one.required) order by one.position, one.id), '[]'::jsonb)
      from ${from})`,
  }),
)

export const requirements = {
  clear: prepare((q, p: { job_post_id: number }) =>
    q.deleteFrom('job_requirements').where('job_post_id', '=', p.job_post_id),
  ),

  add: prepare(
    (
      q,
      p: {
        job_post_id: number
        position: number
        exam_id: number | null
        course_id: number | null
        skill: string | null
        skill_key: string | null
        required: boolean
      },
    ) =>
      q.insertInto('job_requirements').values({
        job_post_id: p.job_post_id,
        position: p.position,
        exam_id: p.exam_id,
        course_id: p.course_id,
        skill: p.skill,
        skill_key: p.skill_key,
        required: p.required,
      }),
  ),

  /** The exams that may be required: those for everybody, and those of the actor. */
  nameableExams: prepare((q, p: { ids: readonly number[]; actor_id: number }) =>
    q
      .selectFrom('exams')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where('deleted_at', 'is', null)
      .where('practice', '=', false)
      .where(examRights.allows('name', p)),
  ),

  nameableCourses: prepare((q, p: { ids: readonly number[]; actor_id: number }) =>
    q
      .selectFrom('courses')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where(courseRights.allows('name', { actor_id: p.actor_id })),
  ),

  /** How well the users have proven the skills. */
  proven: prepare((q, p: { user_ids: readonly number[]; job_post_id: number }) =>
    q
      .selectFrom('job_requirements')
      .innerJoin('skill_strengths', 'skill_strengths.skill_key', 'job_requirements.skill_key')
      .select(['skill_strengths.user_id', 'skill_strengths.skill_key'])
      .where('job_requirements.job_post_id', '=', p.job_post_id)
      .where('skill_strengths.user_id', 'in', integerList(p.user_ids)),
  ),
}
