/** Lists and creations of content by hand, for `bare-server.ts`: the same rows and texts, without everything else. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** A row as `node:sqlite` returns it. */
// biome-ignore lint/suspicious/noExplicitAny: the statement says which columns a row has.
type Row = any

interface Kind {
  columns: string
  /** The table with its author as `author`. */
  from: string
  /** What the user sees, who is the first parameter. */
  visible: string
  json: readonly string[]
  booleans: readonly string[]
  /** Newest first otherwise. */
  order?: string
  /** Conditions by the names of filters, for those that differ from the others'. */
  filters?: Filters
}

/** Makes a condition of the place of the value, such as `?2`. */
type Filters = Record<string, (value: string) => string>

const author = `json_object('id', author.id, 'name', author.name, 'profile_photo', author.profile_photo) as author`

const kinds: Record<string, Kind> = {
  '/job-posts': {
    columns: `item.id, title, description, company, item.location, remote, employment_type, experience_level,
      item.skills, salary_min, salary_max, currency, deadline, item.status, questions, blind, item.created_at,
      item.updated_at, ${author},
      (select json_group_array(json_object('exam_id', exam_id, 'course_id', course_id, 'skill', skill))
        from job_requirements where job_post_id = item.id) as requirements,
      exists (select 1 from job_applications where job_post_id = item.id and user_id = ?1) as applied,
      case when item.user_id = ?1 then (select coalesce(sum(total), 0) from job_application_counts
        where job_post_id = item.id) end as applicants_count`,
    from: 'job_posts as item join users as author on author.id = item.user_id',
    visible: "(item.status = 'open' or item.user_id = ?1)",
    json: ['skills', 'questions', 'author', 'requirements'],
    booleans: ['remote', 'blind', 'applied'],
  },
  '/courses': {
    columns: `item.id, title, description, thumbnail, category, level, price, currency, sequential, certificate_enabled,
      item.status, item.skills, lessons_count, duration_minutes, enrolled_count, item.created_at, item.updated_at, ${author},
      (select json_group_array(prerequisite_id) from course_prerequisites where course_id = item.id) as prerequisites,
      exists (select 1 from enrollments where course_id = item.id and user_id = ?1) as enrolled`,
    from: 'courses as item join users as author on author.id = item.user_id',
    visible: "(item.status = 'published' or item.user_id = ?1)",
    json: ['skills', 'author', 'prerequisites'],
    booleans: ['sequential', 'certificate_enabled', 'enrolled'],
  },
  '/projects': {
    columns: `item.id, title, description, item.status, visibility, field, start_date, end_date, owner_id, item.created_at,
      item.updated_at, ${author}, (select count(*) from milestones where project_id = item.id) as milestones_count,
      (select count(*) from milestones where project_id = item.id and status = 'completed') as milestones_completed,
      (select count(*) from project_collaborators where project_id = item.id) as collaborators_count`,
    from: 'projects as item join users as author on author.id = item.owner_id',
    visible: "(item.visibility = 'public' or item.owner_id = ?1)",
    json: ['author'],
    booleans: [],
  },
  '/exams': {
    columns: `item.id, title, description, instructions, category, duration_minutes, passing_score, max_attempts,
      available_from, available_until, shuffle, certificate_enabled, question_count, on_expiry, publication_status,
      item.skills, pool_size, item.created_at, item.updated_at, ${author}, attempts_used, passed`,
    from: `exams as item join users as author on author.id = item.user_id
      left join exam_standings on exam_standings.exam_id = item.id and exam_standings.user_id = ?1`,
    visible: "item.deleted_at is null and (item.publication_status = 'published' or item.user_id = ?1)",
    json: ['skills', 'author'],
    booleans: ['shuffle', 'certificate_enabled', 'passed'],
  },
  '/researchers': {
    columns: `item.id, item.headline, item.bio, institution, department, item.location, country, fields, item.skills,
      languages, years_experience, h_index, orcid, availability, verified, visibility, public_page, publications_count,
      item.created_at, item.updated_at, ${author}, exists (select 1 from identities where user_id = item.user_id
        and provider = 'orcid' and subject = item.orcid) as orcid_verified`,
    from: 'researchers as item join users as author on author.id = item.user_id',
    visible: "(visibility = 'public' or item.user_id = ?1)",
    json: ['fields', 'skills', 'languages', 'author'],
    booleans: ['verified', 'public_page', 'orcid_verified'],
    order: 'quality desc, item.id desc',
    filters: {
      verified: (value) => `verified = (${value} = 'true')`,
      country: (value) => `lower(country) = ${value}`,
      field: (value) => `exists (select 1 from json_each(fields) where lower(value) = ${value})`,
    },
  },
}

const usualFilters: Filters = {
  employment_type: (value) => `employment_type = ${value}`,
  level: (value) => `level = ${value}`,
  status: (value) => `item.status = ${value}`,
  category: (value) => `category_key = ${value}`,
  field: (value) => `field_key = ${value}`,
}

function buildCondition(kind: Kind, query: URLSearchParams, user: number) {
  const conditions = [kind.visible]
  const values: (string | number)[] = [user]
  for (const [name, value] of query) {
    const filter = kind.filters?.[name] ?? usualFilters[name]
    if (filter === undefined) continue
    values.push(value)
    conditions.push(filter(`?${values.length}`))
  }
  return { where: conditions.join(' and '), values }
}

/** Returns the function that answers a request for content; null for other requests. */
export function createContent(db: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, known)
    return known
  }

  function list(path: string, query: URLSearchParams, user: number) {
    const kind = kinds[path]
    if (kind === undefined) return null
    const { where, values } = buildCondition(kind, query, user)
    const rows: Row[] = prepare(
      `select ${kind.columns} from ${kind.from} where ${where} order by ${kind.order ?? 'item.id desc'} limit 20`,
    ).all(...values)
    const counted: Row = prepare(`select count(*) as total from ${kind.from} where ${where}`).get(...values)
    for (const row of rows) {
      for (const name of kind.json) row[name] = JSON.parse(row[name])
      for (const name of kind.booleans) row[name] = row[name] === 1
    }
    return { data: rows, meta: { total: counted.total } }
  }

  function create(path: string, text: string, user: number) {
    const item = parseItem(path, text, user)
    if (item === null) return null
    prepare('BEGIN IMMEDIATE').run()
    const { lastInsertRowid } = prepare(item.insert).run(...item.values)
    prepare('COMMIT').run()
    return { code: 201, data: { ...item.data, id: Number(lastInsertRowid) } }
  }

  return { list, create }
}

/** Returns the statement that adds the item, for both kinds of database, and its values; null for an invalid one. */
export function parseItem(path: string, text: string, user: number) {
  const data: Row = JSON.parse(text)
  if (typeof data.title !== 'string' || data.title === '' || data.title.length > 200) return null
  if (typeof data.description !== 'string' || data.description.length > 20_000) return null
  const insert = inserts[path]
  if (insert === undefined) return null
  const now = new Date().toISOString()
  return {
    insert,
    values: [user, data.title, data.description, data.title.toLowerCase(), now],
    data: { ...data, created_at: now, updated_at: now },
  }
}

const inserts: Record<string, string> = {
  '/job-posts': `insert into job_posts (user_id, title, description, company, location, remote, employment_type,
    experience_level, skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at, created_at,
    updated_at) values (?1, ?2, ?3, '', '', false, 'full_time', 'mid', '[]', 0, 0, 'USD', 'open', '[]', ?4, 0,
    '9999-12-31T23:59:59.999Z', ?5, ?5)`,
  '/courses': `insert into courses (user_id, title, description, category, level, price, currency, sequential,
    certificate_enabled, status, title_key, created_at, updated_at) values (?1, ?2, ?3, 'botany', 'beginner', 0, 'USD', false,
    true, 'published', ?4, ?5, ?5)`,
  '/projects': `insert into projects (owner_id, title, description, status, visibility, field, scope_document_type,
    title_key, field_key, due_on, created_at, updated_at) values (?1, ?2, ?3, 'planning', 'public', 'botany', '', ?4,
    'botany', '9999-12-31', ?5, ?5)`,
}
