/** Job posts. */

import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { savePostSkills } from '#features/jobs/index.ts'
import { findRecruiters } from './company-queries.ts'
import { type ImportRow, type ImportTable, Line, never, optional, Strings } from './table.ts'

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

const Criteria = Type.Array(
  Type.Object(
    {
      id: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Unique within the post; ratings refer to it.' }),
      name: Type.String({ minLength: 1, maxLength: 200 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 20, description: 'What scorecards rate.' },
)

const completeQuestions = (questions: readonly { required?: boolean }[] = []) =>
  questions.map((one) => ({ required: false, ...one }))

const defaults = {
  description: '',
  company: '',
  company_id: null,
  location: '',
  remote: false,
  employment_type: 'full_time',
  experience_level: 'mid',
  skills: [],
  currency: 'USD',
  deadline: null,
  blind: false,
  criteria: [],
  rejection_reasons: [],
  status: 'open',
}

const hasIdTwice = (items: readonly { id: number }[]) => new Set(items.map(({ id }) => id)).size < items.length

export const jobPosts: ImportTable = {
  name: 'job_posts',
  description: 'One vacancy a line. Salaries are whole numbers of the currency.',
  columns: {
    id: Id,
    user_id: Id,
    title: Line(255),
    description: optional(Long),
    company: optional(Type.String({ maxLength: 255, line: true })),
    company_id: optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The company whose members manage the post; `user_id` recruits for it.',
        }),
      ),
    ),
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
    blind: optional(
      Type.Boolean({ description: 'Whether it is withheld who a candidate is until they are shortlisted.' }),
    ),
    criteria: optional(Criteria),
    rejection_reasons: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 30,
        description: 'The reasons that a rejection can have.',
      }),
    ),
    status: optional(oneOf('draft', 'open', 'closed')),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users', company_id: 'companies' },
  check: ({ questions = [], criteria = [] }) =>
    hasIdTwice(questions)
      ? 'The column "questions" has an id twice.'
      : hasIdTwice(criteria)
        ? 'The column "criteria" has an id twice.'
        : null,
  stored: {
    id: 'integer',
    user_id: 'integer',
    title: 'text',
    description: 'text',
    company: 'text',
    company_id: 'integer',
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
    blind: 'boolean',
    criteria: 'json',
    rejection_reasons: 'json',
    title_key: 'text',
    pays: 'integer',
    closes_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  async complete(databases, rows) {
    const recruits = await findRecruiters(databases, rows)
    const refused = rows.filter((row) => row.company_id && !recruits(row))
    return new Map<ImportRow, string>(
      refused.map((row) => [row, `The user ${row.user_id} does not recruit for the company ${row.company_id}.`]),
    )
  },
  convert(row, { now }) {
    const salary_min = row.salary_min ?? 0
    const salary_max = row.salary_max ?? salary_min
    return {
      ...defaults,
      ...row,
      salary_min,
      salary_max,
      questions: completeQuestions(row.questions),
      title_key: sortKey(row.title),
      pays: Math.max(salary_min, salary_max),
      closes_at: row.deadline ?? never,
      created_at: row.created_at ?? now,
      updated_at: row.updated_at ?? row.created_at ?? now,
    }
  },
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await savePostSkills(tx, id, skills)
  },
}
