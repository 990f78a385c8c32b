/** Changes of courses, exams, money, and what only administrators see. */

import { inCourse, ofCourse, ofExam, reference, user, within } from './change-audiences.ts'
import type { TrackedRows } from './change-triggers.ts'
import { part, personal } from './tracked-rows.ts'

export const learning: TrackedRows[] = [
  {
    table: 'courses',
    kind: 'course',
    audience: ofCourse,
    columns: [
      ...['user_id', 'title', 'description', 'thumbnail', 'category', 'level', 'price', 'currency', 'sequential'],
      ...['certificate_enabled', 'status', 'hidden_at'],
    ],
  },
  part('lessons', 'course', inCourse, [
    ...['title', 'description', 'duration_minutes', 'video_url', 'content_url', 'content', 'position', 'removed_at'],
  ]),
  part('course_prerequisites', 'course', inCourse, []),
  {
    table: 'enrollments',
    kind: 'enrollment',
    parent: reference('course_id'),
    audience: (row) => `case when ${row}.awaiting_payment then '' else 'user:' || ${row}.user_id end`,
    columns: ['status', 'completed_at', 'awaiting_payment'],
  },
  {
    table: 'lesson_progress',
    kind: 'enrollment',
    id: reference('enrollment_id'),
    parent: (row) => `(select course_id from enrollments where id = ${row}.enrollment_id)`,
    audience: within('enrollments', 'enrollment_id', user()),
    audienceWithout: within('enrollments', 'enrollment_id', user()),
    columns: ['completed_at', 'reopened_at', 'time_spent_seconds'],
  },
  {
    table: 'exams',
    kind: 'exam',
    audience: ofExam,
    columns: [
      ...['user_id', 'title', 'description', 'instructions', 'category', 'duration_minutes', 'passing_score'],
      ...['max_attempts', 'available_from', 'available_until', 'shuffle', 'certificate_enabled', 'question_count'],
      ...['on_expiry', 'publication_status', 'deleted_at'],
    ],
  },
  part('exam_questions', 'exam', within('exams', 'exam_id', ofExam), ['position', 'version']),
  part('study_materials', 'exam', within('exams', 'exam_id', ofExam), ['title', 'type', 'file_id']),
  {
    table: 'exam_attempts',
    kind: 'exam_attempt',
    audience: (row) =>
      `'user:' || ${row}.user_id || (select ' user:' || exam.user_id from exams as exam where exam.id = ${row}.exam_id)`,
    columns: ['status', 'expires_at', 'score', 'passed'],
  },
  personal('exam_bookings', 'exam_booking', ['status', 'starts_at', 'location']),
  personal('certificates', 'certificate', ['name', 'revoked_at', 'title']),
]

export const billing: TrackedRows[] = [
  {
    table: 'plans',
    kind: 'plan',
    audience: () => "'public'",
    columns: [
      ...['name', 'description', 'price', 'currency', 'interval', 'popular', 'features', 'job_postings'],
      ...['candidate_searches', 'team_members', 'position'],
    ],
  },
  personal('subscriptions', 'subscription', ['plan_id', 'state', 'period_end', 'payment_method_id', 'canceled_at']),
  personal('payment_methods', 'payment_method', ['nickname', 'is_default', 'expiry_month', 'expiry_year']),
  personal('invoices', 'invoice', ['status', 'refunded_amount']),
]

/** Seen by administrators only. */
export const administrative: TrackedRows[] = [
  { table: 'charges', kind: 'payment', audience: () => "'admin'", columns: ['status', 'refunded_amount'] },
  { table: 'reports', kind: 'report', audience: () => "'admin'", columns: ['decision'] },
  { table: 'coupons', kind: 'coupon', audience: () => "'admin'", columns: [] },
]
