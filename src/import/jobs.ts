/** Job posts. */

import { Type } from 'typebox'
import { sortKey } from '#core/text-normalization.ts'
import { savePostSkills } from '#features/jobs/index.ts'
import { jobPostRecord } from '#features/jobs/posts/record.ts'
import { findRecruiters } from './company-queries.ts'
import { collectRefusals } from './facts.ts'
import { importOf } from './import-of.ts'
import { never, optional } from './table.ts'

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

const completeQuestions = (questions: readonly { required?: boolean }[]) =>
  questions.map((one) => ({ required: false, ...one }))

const hasIdTwice = (items: readonly { id: number }[]) => new Set(items.map(({ id }) => id)).size < items.length

export const jobPosts = importOf(jobPostRecord, {
  description: 'One vacancy a line. Salaries are whole numbers of the currency.',
  extra: {
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    questions: Questions,
    criteria: Criteria,
  },
  bounds: { title: 255, description: 50_000, company: 255, location: 255, skills: 200 },
  descriptions: {
    company_id: 'The company whose members manage the post; `user_id` recruits for it.',
    rejection_reasons: 'The reasons that a rejection can have.',
  },
  defaults: { description: '', salary_max: ({ salary_min = 0 }) => salary_min },
  computed: ['title_key', 'pays', 'closes_at'],
  references: { user_id: 'users', company_id: 'companies' },
  check: ({ questions = [], criteria = [] }) =>
    hasIdTwice(questions)
      ? 'The column "questions" has an id twice.'
      : hasIdTwice(criteria)
        ? 'The column "criteria" has an id twice.'
        : null,
  async complete(databases, rows) {
    const recruits = await findRecruiters(databases, rows)
    return collectRefusals(rows, (row) =>
      row.company_id && !recruits(row)
        ? `The user ${row.user_id} does not recruit for the company ${row.company_id}.`
        : null,
    )
  },
  convert: (row) => ({
    questions: completeQuestions(row.questions),
    title_key: sortKey(row.title),
    pays: Math.max(row.salary_min, row.salary_max),
    closes_at: row.deadline ?? never,
  }),
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await savePostSkills(tx, id, skills)
  },
})
