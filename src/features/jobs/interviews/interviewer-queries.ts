import { sql } from 'kysely'
import { castInteger, integerList, jsonObject } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** The people who hold an interview. */
export const interviewers = {
  clear: prepare((q, p: { interview_id: number }) =>
    q.deleteFrom('interviewers').where('interview_id', '=', p.interview_id),
  ),

  add: prepare((q, p: { interview_id: number; application_id: number; user_ids: readonly number[] }) =>
    q
      .insertInto('interviewers')
      .columns(['interview_id', 'application_id', 'user_id'])
      .expression(
        sql`select ${castInteger(p.interview_id)}, ${castInteger(p.application_id)}, users.id from users
          where users.id in ${integerList(p.user_ids)}`,
      ),
  ),

  /** Members of the company of a post. */
  companyMembers: prepare((q, p: { job_post_id: number; user_ids: readonly number[] }) =>
    q
      .selectFrom('job_posts')
      .innerJoin('company_members', 'company_members.company_id', 'job_posts.company_id')
      .select(sql<number>`company_members.user_id`.as('id'))
      .where('job_posts.id', '=', p.job_post_id)
      .where('company_members.user_id', 'in', integerList(p.user_ids))
      .where('company_members.accepted_at', 'is not', null),
  ),

  /** Other interviews that the users hold, which begin between two times. */
  others: prepare((q, p: { interview_id: number; user_ids: readonly number[]; from: string; to: string }) =>
    q
      .selectFrom('interviewers')
      .innerJoin('interviews', 'interviews.id', 'interviewers.interview_id')
      .innerJoin('users', 'users.id', 'interviewers.user_id')
      .select(['interviews.id as interview_id', 'interviews.starts_at', 'interviews.duration_minutes'])
      .select((eb) =>
        jsonObject<{ id: number; name: string }>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as(
          'interviewer',
        ),
      )
      .where('interviewers.user_id', 'in', integerList(p.user_ids))
      .where('interviews.id', '!=', p.interview_id)
      .where('interviews.starts_at', '>', p.from)
      .where('interviews.starts_at', '<', p.to)
      .orderBy('interviews.starts_at')
      .orderBy('interviews.id')
      .orderBy('users.id'),
  ),
}
