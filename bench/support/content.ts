/** Fills a database with job posts, courses, projects and exams by plain SQL. */

import { DatabaseSync } from 'node:sqlite'
import { getDatabasePath } from '#database/index.ts'
import { prepareData } from './data.ts'

/** The users who ask. The first ones own what there is: one half of them are recruiters, the other researchers. */
export const readers = 200
export const owners = 100

/** Spreads the values of a filter over the rows without a pattern that rows of neighbouring numbers share. */
const pick = (seed: number, values: readonly (string | number)[]) => {
  const cases = values.map((value, index) => `when ${index} then ${typeof value === 'string' ? `'${value}'` : value}`)
  return `case (n * ${seed} / 13) % ${values.length} ${cases.join(' ')} end`
}

const time = "'2026-01-01T00:00:00.000Z'"
const text = `'We are looking for people who like to measure plants and to write about them, number ' || n`
const numbers = 'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < :rows)'

const fields = ['botany', 'zoology', 'chemistry', 'physics', 'law', 'history', 'medicine', 'geology', 'music', 'art']

const statements = [
  `${numbers} insert into job_posts (user_id, title, description, company, location, remote, employment_type,
     experience_level, skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at,
     created_at, updated_at)
   select 1 + n % ${owners}, 'Post ' || n, ${text}, 'Kew', 'Vienna', ${pick(7919, [0, 1])},
     ${pick(104729, ['full_time', 'part_time', 'contract', 'internship', 'fellowship'])},
     ${pick(611953, ['entry', 'mid', 'senior', 'lead'])}, '["R","Statistics"]', 10, 20 + (n * 15485863 / 11) % 1000,
     'USD', 'open', '[]', 'post ' || n, 20 + (n * 15485863 / 11) % 1000, '9999-12-31T23:59:59.999Z', ${time}, ${time}
   from numbers`,
  `${numbers} insert into courses (user_id, title, description, category, level, price, currency, sequential,
     certificate_enabled, status, title_key, category_key, created_at, updated_at)
   select 1 + n % ${owners}, 'Course ' || n, ${text}, ${pick(7919, fields)},
     ${pick(104729, ['beginner', 'intermediate', 'advanced'])}, ${pick(611953, [0, 1900])}, 'USD', 0, 1, 'published',
     'course ' || n, ${pick(7919, fields)}, ${time}, ${time} from numbers`,
  `${numbers} insert into projects (owner_id, title, description, status, visibility, field, scope_document_type,
     title_key, field_key, due_on, created_at, updated_at)
   select 1 + n % ${owners}, 'Project ' || n, ${text}, ${pick(104729, ['planning', 'active', 'on_hold', 'completed'])},
     'public', ${pick(7919, fields)}, '', 'project ' || n, ${pick(7919, fields)}, '9999-12-31', ${time}, ${time}
   from numbers`,
  `${numbers} insert into exams (user_id, title, description, instructions, category, category_key, duration_minutes,
     passing_score, max_attempts, available_from, closes_at, shuffle, certificate_enabled, on_expiry,
     publication_status, created_at, updated_at)
   select 1 + n % ${owners}, 'Exam ' || n, ${text}, '', ${pick(7919, fields)}, ${pick(7919, fields)}, 60, 60, 3, ${time},
     '9999-12-31T23:59:59.999Z', 1, 1, 'grade', 'published', ${time}, ${time} from numbers`,
]

/** Creates a data folder with as many rows of each kind. */
export async function prepareContent(folder: string, rows: number): Promise<void> {
  await prepareData(folder, { users: readers, owners: readers, notifications: readers })
  const db = new DatabaseSync(getDatabasePath(folder))
  db.exec('pragma synchronous = off; pragma cache_size = -400000; begin')
  db.exec(`update users set role = iif(id <= ${owners / 2}, 'recruiter', 'researcher') where id <= ${owners}`)
  for (const statement of statements) db.prepare(statement).run({ rows })
  // Few people own all of it, and create more.
  db.exec('update plans set job_postings = -1')
  db.exec('delete from changed_objects')
  // No statistics: the service keeps none, and those of an empty table would have a full one scanned.
  db.exec('commit; pragma wal_checkpoint(truncate)')
  db.close()
}
