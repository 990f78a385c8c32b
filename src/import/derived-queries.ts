/** What is stored about imported rows elsewhere: names, numbers and totals. */

import { sql } from 'kysely'
import { castInteger, integerList, jsonRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface Ids {
  ids: readonly number[]
}

export const profileNames = {
  /** Copies the folded names of the users to their profiles. */
  copy: prepare((q, p: Ids) =>
    q
      .updateTable('researchers')
      .set({ name_key: sql<string>`(select sort_name from users where users.id = researchers.user_id)` })
      .where('id', 'in', integerList(p.ids)),
  ),
}

interface Applications {
  ids: readonly number[]
  posts: readonly number[]
}

export const applicationNumbers = {
  /** Numbers new applications in the order of their ids. */
  give: prepare((q, p: Applications) =>
    q
      .updateTable('job_applications')
      .set({
        candidate_number: sql<number>`(select candidates_numbered from job_posts where job_posts.id = job_applications.job_post_id)
          + (select count(*) from job_applications as earlier where earlier.job_post_id = job_applications.job_post_id
            and earlier.id <= job_applications.id and earlier.id in ${integerList(p.ids)})`,
      })
      .where('id', 'in', integerList(p.ids)),
  ),

  raiseLast: prepare((q, p: Applications) =>
    q
      .updateTable('job_posts')
      .set({
        candidates_numbered: sql<number>`(select max(candidate_number) from job_applications where job_post_id = job_posts.id)`,
      })
      .where('id', 'in', integerList(p.posts)),
  ),

  clearCounts: prepare((q, p: Applications) =>
    q.deleteFrom('job_application_counts').where('job_post_id', 'in', integerList(p.posts)),
  ),

  count: prepare((q, p: Applications) =>
    q
      .insertInto('job_application_counts')
      .columns(['job_post_id', 'status', 'total'])
      .expression(
        q
          .selectFrom('job_applications')
          .select(['job_post_id', 'status', sql<number>`count(*)`.as('total')])
          .where('job_post_id', 'in', integerList(p.posts))
          .where('pending', '=', sql.lit(false))
          .groupBy(['job_post_id', 'status']),
      ),
  ),
}

export const courseTotals = {
  countLessons: prepare((q, p: Ids) =>
    q
      .updateTable('courses')
      .set({
        lessons_count: sql<number>`(select count(*) from lessons where course_id = courses.id and removed_at is null)`,
        duration_minutes: sql<number>`(select coalesce(sum(lessons.duration_minutes), 0) from lessons
          where course_id = courses.id and removed_at is null)`,
      })
      .where('id', 'in', integerList(p.ids)),
  ),

  countEnrollments: prepare((q, p: Ids) =>
    q
      .updateTable('courses')
      .set({
        enrolled_count: sql<number>`(select count(*) from enrollments where course_id = courses.id and not awaiting_payment)`,
      })
      .where('id', 'in', integerList(p.ids)),
  ),

  /** Lessons that come later do not lower the progress of a completed course. */
  markCompleted: prepare((q, p: Ids) =>
    q
      .updateTable('enrollments')
      .set({ lessons_up_to: sql<number>`(select max(id) from lessons where course_id = enrollments.course_id)` })
      .where('id', 'in', integerList(p.ids))
      .where('completed_at', 'is not', null),
  ),
}

export const projectTotals = {
  clear: prepare((q, p: Ids) => q.deleteFrom('owned_project_counts').where('owner_id', 'in', integerList(p.ids))),

  count: prepare((q, p: Ids) =>
    q
      .insertInto('owned_project_counts')
      .columns(['owner_id', 'visibility', 'total'])
      .expression(
        q
          .selectFrom('projects')
          .select(['owner_id', 'visibility', sql<number>`count(*)`.as('total')])
          .where('owner_id', 'in', integerList(p.ids))
          .groupBy(['owner_id', 'visibility']),
      ),
  ),
}

const number = (name: string) => castInteger(sql`given.value->>${sql.lit(name)}`)

export const inboxTotals = {
  advance: prepare((q, p: { rows: readonly { user_id: number; id: number }[] }) =>
    q
      .insertInto('inboxes')
      .columns(['user_id', 'last_id'])
      .expression(sql`select ${number('user_id')}, ${number('id')} from ${jsonRows(p.rows)} as given where true`)
      .onConflict((conflict) =>
        conflict.columns(['user_id']).doUpdateSet({
          last_id: sql<number>`case when excluded.last_id > inboxes.last_id then excluded.last_id else inboxes.last_id end`,
        }),
      ),
  ),

  add: prepare((q, p: { rows: readonly { user_id: number; type: string; total: number; unread: number }[] }) =>
    q
      .insertInto('inbox_counts')
      .columns(['user_id', 'type', 'total', 'unread'])
      .expression(
        sql`select ${number('user_id')}, given.value->>'type', ${number('total')}, ${number('unread')}
          from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'type']).doUpdateSet({
          total: sql<number>`inbox_counts.total + excluded.total`,
          unread: sql<number>`inbox_counts.unread + excluded.unread`,
        }),
      ),
  ),
}

export const questionTotals = {
  count: prepare((q, p: Ids) =>
    q
      .updateTable('exams')
      .set({ pool_size: sql<number>`(select count(*) from exam_questions where exam_id = exams.id)` })
      .where('id', 'in', integerList(p.ids)),
  ),
}

export const attemptTotals = {
  copyPassingScore: prepare((q, p: Ids) =>
    q
      .updateTable('exam_attempts')
      .set({ passing_score: sql<number>`(select passing_score from exams where exams.id = exam_attempts.exam_id)` })
      .where('id', 'in', integerList(p.ids)),
  ),

  /** Counts the attempts of the users at the exams, and whether they have passed. */
  count: prepare((q, p: { exams: readonly number[]; users: readonly number[] }) =>
    q
      .insertInto('exam_standings')
      .columns(['user_id', 'exam_id', 'attempts_made', 'attempts_used', 'passed'])
      .expression(
        q
          .selectFrom('exam_attempts')
          .select([
            'user_id',
            'exam_id',
            sql<number>`count(*)`.as('made'),
            sql<number>`sum(case when status = 'in_progress' then 0 else 1 end)`.as('used'),
            sql<boolean | null>`case when sum(case when passed then 1 else 0 end) > 0 then true
              when count(passed) > 0 then false end`.as('passed'),
          ])
          .where('exam_id', 'in', integerList(p.exams))
          .where('user_id', 'in', integerList(p.users))
          .groupBy(['user_id', 'exam_id']),
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'exam_id']).doUpdateSet((eb) => ({
          attempts_made: eb.ref('excluded.attempts_made'),
          attempts_used: eb.ref('excluded.attempts_used'),
          passed: eb.ref('excluded.passed'),
        })),
      ),
  ),
}

/** The author of the exam or course of a certificate. */
const author = sql`select coalesce((select user_id from exams where exams.id = certificates.exam_id),
  (select user_id from courses where courses.id = certificates.course_id))`

export const certificateFacts = {
  /** Copies names and the duration of the course, which stay as they are when these change. */
  copy: prepare((q, p: Ids) =>
    q
      .updateTable('certificates')
      .set({
        name: sql<string>`coalesce(name, (select name from users where users.id = certificates.user_id))`,
        author_id: sql<number>`(${author})`,
        author_name: sql<string>`(select name from users where users.id = (${author}))`,
        duration_minutes: sql<number>`(select duration_minutes from courses where courses.id = certificates.course_id)`,
      })
      .where('id', 'in', integerList(p.ids)),
  ),
}
