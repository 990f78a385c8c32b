/** What is stored about imported rows elsewhere: names, numbers and totals. */

import { sql } from 'kysely'
import { castInteger, integerList, jsonRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Marking } from '#database/tables/exams.ts'

/** A number of a row that is passed as JSON. */
const number = (name: string) => castInteger(sql`given.value->>${sql.lit(name)}`)

interface Ids {
  ids: readonly number[]
}

export const profileNames = {
  /** Copies the folded names of the users to their profiles. */
  copy: prepare((q, p: Ids) =>
    q
      .updateTable('researchers')
      .set({
        name_key: sql<string>`coalesce((select sort_name from users where users.id = researchers.user_id), name_key)`,
      })
      .where('id', 'in', integerList(p.ids)),
  ),
}

export const applicationNumbers = {
  /** The last number that each post has given. */
  last: prepare((q, p: Ids) =>
    q.selectFrom('job_posts').select(['id', 'candidates_numbered']).where('id', 'in', integerList(p.ids)),
  ),

  give: prepare((q, p: { rows: readonly { id: number; number: number }[] }) =>
    q
      .updateTable('job_applications')
      .from(jsonRows(p.rows).as('given'))
      .set({ candidate_number: number('number') })
      .where(sql<boolean>`job_applications.id = ${number('id')}`),
  ),

  setLast: prepare((q, p: { rows: readonly { id: number; number: number }[] }) =>
    q
      .updateTable('job_posts')
      .from(jsonRows(p.rows).as('given'))
      .set({ candidates_numbered: number('number') })
      .where(sql<boolean>`job_posts.id = ${number('id')}`),
  ),

  count: prepare((q, p: { rows: readonly { job_post_id: number; status: string; total: number }[] }) =>
    q
      .insertInto('job_application_counts')
      .columns(['job_post_id', 'status', 'total'])
      .expression(
        sql`select ${number('job_post_id')}, given.value->>'status', ${number('total')}
          from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict
          .columns(['job_post_id', 'status'])
          .doUpdateSet({ total: sql<number>`job_application_counts.total + excluded.total` }),
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

  countEnrollments: prepare((q, p: { rows: readonly { id: number; total: number }[] }) =>
    q
      .updateTable('courses')
      .from(jsonRows(p.rows).as('given'))
      .set({ enrolled_count: sql<number>`courses.enrolled_count + ${number('total')}` })
      .where(sql<boolean>`courses.id = ${number('id')}`),
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

export const inboxTotals = {
  /** Up to which notification each user has read all. */
  marks: prepare((q, p: Ids) =>
    q.selectFrom('inboxes').select(['user_id', 'read_up_to']).where('user_id', 'in', integerList(p.ids)),
  ),

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
  copyRules: prepare((q, p: Ids) =>
    q
      .updateTable('exam_attempts')
      .set({
        marking: sql<Marking>`coalesce((select marking from exams where exams.id = exam_attempts.exam_id), marking)`,
        passing_score: sql<number>`coalesce((select passing_score from exams where exams.id = exam_attempts.exam_id), passing_score)`,
      })
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

/** Names the account of each address that an account has verified. */
const prepareRosterAccounts = (table: 'exam_roster_entries' | 'course_roster_entries') =>
  prepare((q, p: { ids: readonly number[] }) =>
    q
      .updateTable(table)
      .set({
        user_id: sql<number | null>`(select users.id from users where users.email = ${sql.ref(`${table}.email`)}
          and users.email_verified_at is not null and users.deleted_at is null)`,
      })
      .where('id', 'in', integerList(p.ids))
      .where('email', 'is not', null),
  )

export const rosterAccounts = {
  exam_roster_entries: prepareRosterAccounts('exam_roster_entries'),
  course_roster_entries: prepareRosterAccounts('course_roster_entries'),
}
