import { sql } from 'kysely'
import { type Builder, prepare } from '#database/query/prepare.ts'

/** Interviews for the posts of a company. */
const selectInterviews = (q: Builder, p: { company_id: number }) =>
  q
    .selectFrom('job_posts')
    .innerJoin('interviews', 'interviews.job_post_id', 'job_posts.id')
    .where('job_posts.company_id', '=', p.company_id)

/** What a member of a company is assigned to, when the member leaves. */
export const formerMembers = {
  /** Puts the interviews of all posts on the lists of their recruiters. */
  addRecruiters: prepare((q, p: { company_id: number }) =>
    q
      .insertInto('interview_people')
      .columns(['interview_id', 'user_id', 'starts_at'])
      .expression(selectInterviews(q, p).select(['interviews.id', 'job_posts.user_id', 'interviews.starts_at']))
      .onConflict((conflict) => conflict.doNothing()),
  ),

  removeInterviewer: prepare((q, p: { company_id: number; user_id: number }) =>
    q
      .deleteFrom('interviewers')
      .where('user_id', '=', p.user_id)
      .where('interview_id', 'in', selectInterviews(q, p).select('interviews.id')),
  ),

  /** The own interviews of a former member who has applied stay. */
  removePerson: prepare((q, p: { company_id: number; user_id: number }) =>
    q
      .deleteFrom('interview_people')
      .where('user_id', '=', p.user_id)
      .where(
        'interview_id',
        'in',
        selectInterviews(q, p)
          .innerJoin('job_applications', 'job_applications.id', 'interviews.application_id')
          .select('interviews.id')
          .where('job_applications.user_id', '!=', p.user_id),
      ),
  ),

  removeReviewer: prepare((q, p: { company_id: number; user_id: number }) =>
    q
      .deleteFrom('job_reviewers')
      .where('user_id', '=', p.user_id)
      .where(
        'job_post_id',
        'in',
        q.selectFrom('job_posts').select('id').where('job_posts.company_id', '=', p.company_id),
      ),
  ),

  /** Makes the recruiter of a post the interviewer where there is none any more. */
  addMissingInterviewers: prepare((q, p: { company_id: number }) =>
    q
      .insertInto('interviewers')
      .columns(['interview_id', 'application_id', 'user_id'])
      .expression(
        selectInterviews(q, p)
          .select(['interviews.id', 'interviews.application_id', 'job_posts.user_id'])
          .where(sql<boolean>`not exists (select 1 from interviewers where interviewers.interview_id = interviews.id)`),
      ),
  ),
}
