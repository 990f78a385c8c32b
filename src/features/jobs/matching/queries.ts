import { sql } from 'kysely'
import { arrayRows, castInteger } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** The skills of posts, and the points that each of them can give. */
export const postSkills = {
  clear: prepare((q, p: { job_post_id: number }) =>
    q.deleteFrom('job_post_skills').where('job_post_id', '=', p.job_post_id),
  ),

  /** Rows of the key and the share. */
  add: prepare((q, p: { job_post_id: number; rows: [string, number][] }) =>
    q
      .insertInto('job_post_skills')
      .columns(['job_post_id', 'skill_key', 'share'])
      .expression(
        sql`select cast(${p.job_post_id} as bigint), value ->> 0, ${castInteger(sql`value ->> 1`)}
          from ${arrayRows(p.rows)}`,
      ),
  ),
}

/**
 * The score of the user of an application row for the post, from what is proven at this moment. The same as
 * `calculateMatch`: whole points for each skill. The list of skills is built once and not for each row.
 */
export const calculateScore = ({ job_post_id }: { job_post_id: number }) =>
  sql<number>`coalesce((select sum((select share from job_post_skills as asked
      where asked.job_post_id = ${job_post_id} and asked.skill_key = skill_strengths.skill_key) * strength / 100)
    from skill_strengths where skill_strengths.user_id = job_applications.user_id and skill_strengths.skill_key in (
      select skill_key from job_post_skills where job_post_skills.job_post_id = ${job_post_id})), 0)`
