/** Values of the parameters of paths: rows of an embedded database. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FindParameters } from './compare-reads.ts'

/** The table whose ids a path has after its beginning. */
const tables: Record<string, string> = {
  '/users/{id}': 'users',
  '/people/{id}': 'users',
  '/admin/users/{id}': 'users',
  '/admin/content/{kind}/{id}': 'job_posts',
  '/admin/subscriptions/{id}': 'subscriptions',
  '/admin/payments/{id}': 'charges',
  '/payments/{id}': 'charges',
  '/researchers/{id}': 'researchers',
  '/researchers/details/{id}': 'researchers',
  '/companies/{id}': 'companies',
  '/message-templates/{id}': 'message_templates',
  '/job-posts/{id}': 'job_posts',
  '/jobs/{id}': 'job_posts',
  '/job-applications/{id}': 'job_applications',
  '/interviews/{id}': 'interviews',
  '/exams/{id}': 'exams',
  '/exam-attempts/{id}': 'exam_attempts',
  '/question-banks/{id}': 'question_banks',
  '/courses/{id}': 'courses',
  '/certificates/{id}': 'certificates',
  '/projects/{id}': 'projects',
}

/** Statements for paths whose parameters are not one id. */
const statements: Record<string, string> = {
  '/courses/{id}/lessons/{lesson_id}': 'select course_id as id, id as lesson_id from lessons where removed_at is null',
  '/projects/{id}/milestones/{milestone_id}': 'select project_id as id, id as milestone_id from milestones',
  '/courses/{id}/downloads/{enrollment_id}': 'select course_id as id, id as enrollment_id from enrollments',
  '/exam-attempts/{id}/grades/{question_id}': 'select attempt_id as id, question_id from exam_grades',
  '/billing/invoices/{number}': 'select number from invoices',
  '/billing/credit-notes/{number}': 'select number from credit_notes',
  '/certificates/verify/{code}': 'select verification_code as code from certificates',
  '/certificates/status/{list}': 'select 1 as list',
  '/institutions/{ror}': "select '02y9xvd02' as ror",
}

/** Rows of a table that are read, from its beginning to its end. */
const rowsOfTable = 4

/** Returns a function that finds rows for a path; none where the import has no place for what the path shows. */
export function createFindParameters(dataDir: string): FindParameters {
  const db = new DatabaseSync(join(dataDir, 'platform.db'), { readOnly: true })
  return (path) => {
    const own = Object.keys(statements).find((name) => path === name || path.startsWith(`${name}/`))
    const beginning = Object.keys(tables).find((name) => path === name || path.startsWith(`${name}/`))
    const statement =
      own !== undefined ? statements[own] : beginning !== undefined ? `select id from ${tables[beginning]}` : undefined
    if (statement === undefined) return []
    const rows = db.prepare(`${statement} order by 1`).all() as Record<string, string | number>[]
    const step = Math.max(1, (rows.length - 1) / (rowsOfTable - 1))
    const places = new Set(Array.from({ length: rowsOfTable }, (_, index) => Math.round(index * step)))
    return rows.filter((_, index) => places.has(index))
  }
}
