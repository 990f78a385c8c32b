/** Job posts and applications. */

import { Type } from 'typebox'
import { CalendarDate, DateTime, Email, Id, nullable, oneOf } from '#core/schema.ts'
import { foldLine, sortKey } from '#core/text-normalization.ts'
import { indexJobPost } from '#features/jobs/index.ts'
import { applicationNumbers } from './derived-queries.ts'
import { type ImportTable, Line, never, optional, Strings } from './table.ts'

const Short = Type.String({ maxLength: 255 })
const Long = Type.String({ maxLength: 50_000 })
const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })

const Questions = Type.Array(
  Type.Object(
    {
      id: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Unique within the post; answers refer to it.' }),
      question: Type.String({ minLength: 1, maxLength: 1_000 }),
      required: optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  { maxItems: 50, description: 'What applicants are asked.' },
)

const completeQuestions = (questions: readonly { required?: boolean }[] = []) =>
  questions.map((one) => ({ required: false, ...one }))

const Answers = Type.Array(
  Type.Object(
    {
      question_id: optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
      question: Type.String({ maxLength: 1_000, description: 'As it was when it was answered.' }),
      answer: Type.String({ maxLength: 20_000 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 100, description: 'Answers to the questions of the post.' },
)

const completeAnswers = (answers: readonly object[] = []) => answers.map((one) => ({ question_id: null, ...one }))

export const jobPosts: ImportTable = {
  name: 'job_posts',
  description: 'One vacancy a line. Salaries are whole numbers of the currency.',
  columns: {
    id: Id,
    user_id: Id,
    title: Line(255),
    description: optional(Long),
    company: optional(Type.String({ maxLength: 255, line: true })),
    location: optional(Short),
    remote: optional(Type.Boolean()),
    employment_type: optional(oneOf('full_time', 'part_time', 'contract', 'internship', 'fellowship')),
    experience_level: optional(oneOf('entry', 'mid', 'senior', 'lead')),
    skills: optional(Strings('Skills that the post asks for.')),
    salary_min: optional(Amount),
    salary_max: optional(Amount),
    currency: optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    deadline: optional(nullable(DateTime)),
    questions: optional(Questions),
    status: optional(oneOf('draft', 'open', 'closed')),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  check: ({ questions = [] }) =>
    new Set(questions.map(({ id }: { id: number }) => id)).size < questions.length
      ? 'The column "questions" has an id twice.'
      : null,
  stored: {
    id: 'integer',
    user_id: 'integer',
    title: 'text',
    description: 'text',
    company: 'text',
    location: 'text',
    remote: 'boolean',
    employment_type: 'text',
    experience_level: 'text',
    skills: 'json',
    salary_min: 'integer',
    salary_max: 'integer',
    currency: 'text',
    deadline: 'timestamp',
    status: 'text',
    questions: 'json',
    title_key: 'text',
    pays: 'integer',
    closes_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert(row, { now }) {
    const salary_min = row.salary_min ?? 0
    const salary_max = row.salary_max ?? salary_min
    return {
      ...row,
      description: row.description ?? '',
      company: row.company ?? '',
      location: row.location ?? '',
      remote: row.remote ?? false,
      employment_type: row.employment_type ?? 'full_time',
      experience_level: row.experience_level ?? 'mid',
      skills: row.skills ?? [],
      salary_min,
      salary_max,
      currency: row.currency ?? 'USD',
      deadline: row.deadline ?? null,
      status: row.status ?? 'open',
      questions: completeQuestions(row.questions),
      title_key: sortKey(row.title),
      pays: Math.max(salary_min, salary_max),
      closes_at: row.deadline ?? never,
      created_at: row.created_at ?? now,
      updated_at: row.updated_at ?? row.created_at ?? now,
    }
  },
  async derive(tx, rows) {
    for (const { id, title, description = '', company = '', location = '', skills = [] } of rows)
      await indexJobPost(tx, { id, title, description, company, location, skills })
  },
}

export const jobApplications: ImportTable = {
  name: 'job_applications',
  description: 'One application a line; at most one of an applicant for a post.',
  columns: {
    id: Id,
    job_post_id: Id,
    user_id: Id,
    first_name: Line(100),
    last_name: Line(100),
    email: Email,
    phone: optional(Type.String({ maxLength: 50 })),
    resume: optional(
      nullable(Type.String({ maxLength: 1_000, description: 'The old path of the resume in files.ndjson.' })),
    ),
    cover_letter: optional(Long),
    experience_level: optional(Type.String({ maxLength: 50 })),
    available_date: optional(nullable(CalendarDate)),
    notice_period: optional(Type.String({ maxLength: 100 })),
    salary_expectation: optional(nullable(Amount)),
    remote_interested: optional(Type.Boolean()),
    additional_answers: optional(Answers),
    consent_data: optional(Type.Boolean()),
    consent_marketing: optional(Type.Boolean()),
    status: optional(oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired')),
    applied_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { job_post_id: 'job_posts', user_id: 'users' },
  paths: ['resume'],
  unique: 'the same job_post_id and user_id, or the same resume,',
  stored: {
    id: 'integer',
    job_post_id: 'integer',
    user_id: 'integer',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    phone: 'text',
    resume_id: 'integer',
    cover_letter: 'text',
    experience_level: 'text',
    available_date: 'calendarDate',
    notice_period: 'text',
    salary_expectation: 'integer',
    remote_interested: 'boolean',
    additional_answers: 'json',
    consent_data: 'boolean',
    consent_marketing: 'boolean',
    status: 'text',
    shortlisted_at: 'timestamp',
    search_key: 'text',
    applied_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now, files }) => ({
    ...row,
    phone: row.phone ?? '',
    resume_id: files.get(row.resume)?.file_id ?? null,
    cover_letter: row.cover_letter ?? '',
    experience_level: row.experience_level ?? '',
    available_date: row.available_date ?? null,
    notice_period: row.notice_period ?? '',
    salary_expectation: row.salary_expectation ?? null,
    remote_interested: row.remote_interested ?? false,
    additional_answers: completeAnswers(row.additional_answers),
    consent_data: row.consent_data ?? true,
    consent_marketing: row.consent_marketing ?? false,
    status: row.status ?? 'applied',
    shortlisted_at: ['shortlisted', 'hired'].includes(row.status) ? (row.updated_at ?? row.applied_at ?? now) : null,
    search_key: foldLine(`${row.first_name} ${row.last_name} ${row.email}`),
    applied_at: row.applied_at ?? now,
    updated_at: row.updated_at ?? row.applied_at ?? now,
  }),
  async derive(tx, rows) {
    const byPost = Map.groupBy(rows, ({ job_post_id }) => job_post_id)
    const posts = await applicationNumbers.last.all(tx, { ids: [...byPost.keys()] })
    const numbers = posts.flatMap(({ id, candidates_numbered }) =>
      (byPost.get(id) ?? []).map((row, index) => ({ id: row.id, number: candidates_numbered + index + 1 })),
    )
    const last = posts.map(({ id, candidates_numbered }) => ({
      id,
      number: candidates_numbered + (byPost.get(id)?.length ?? 0),
    }))
    await applicationNumbers.give.run(tx, { rows: numbers })
    await applicationNumbers.setLast.run(tx, { rows: last })
    const byStatus = Map.groupBy(rows, ({ job_post_id, status = 'applied' }) => JSON.stringify([job_post_id, status]))
    const counts = [...byStatus].map(([key, { length: total }]) => {
      const [job_post_id, status] = JSON.parse(key)
      return { job_post_id, status, total }
    })
    await applicationNumbers.count.run(tx, { rows: counts })
  },
}
