import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { Id, oneOf, Paging, Text, withCondition, withDescription } from '#core/schema.ts'
import { describeSearch, relevanceOrder } from '#features/search-index/index.ts'
import { findRequirementErrors, GivenRequirements } from '../requirements/schemas.ts'
import { EmploymentType, ExperienceLevel, JobPostStatus, jobPostRecord } from './record.ts'

const optional = Type.Optional

export const JobPost = Type.Object(jobPostRecord.answer, { title: 'JobPost' })
export type JobPost = Static<typeof JobPost>

/** A new post is checked with its defaults, a change also with what is stored (see `service.ts`). */
export const findSalaryErrors = ({
  salary_min = 0,
  salary_max = 0,
}: {
  salary_min?: number
  salary_max?: number
}): FieldErrors =>
  salary_max === 0 || salary_max >= salary_min
    ? {}
    : { salary_max: ['The salary max must be at least the salary min.'] }

interface NumberedLists {
  questions?: readonly { id?: number }[]
  criteria?: readonly { id?: number }[]
}

const areDifferent = (rows: readonly { id?: number }[]) => {
  const ids = rows.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length
}

/** Every question and criterion of a post has an id of its own. */
const findNumberErrors = ({ questions = [], criteria = [] }: NumberedLists): FieldErrors => ({
  ...(areDifferent(questions) ? {} : { questions: ['Every question must have an id of its own.'] }),
  ...(areDifferent(criteria) ? {} : { criteria: ['Every criterion must have an id of its own.'] }),
})

export const NewJobPost = withCondition(
  Type.Object(
    { ...jobPostRecord.creation, requirements: optional(GivenRequirements) },
    {
      title: 'NewJobPost',
      description: 'Without more it is open, full-time, for the experience level `mid`, on site, paid in USD.',
    },
  ),
  (input) => ({ ...findSalaryErrors(input), ...findNumberErrors(input), ...findRequirementErrors(input) }),
)
export type NewJobPost = Static<typeof NewJobPost>

export const JobPostChange = withCondition(
  Type.Object({ ...jobPostRecord.change, requirements: optional(GivenRequirements) }),
  (input) => ({ ...findNumberErrors(input), ...findRequirementErrors(input) }),
)
export type JobPostChange = Static<typeof JobPostChange>

const JobPostSort = withDescription(
  oneOf('relevance', 'recent', 'deadline', 'salary', 'title'),
  `${relevanceOrder}, newest first (the default otherwise), soonest deadline, highest salary, or by title.`,
)

export const JobPostQuery = Type.Object({
  ...Paging,
  status: optional(JobPostStatus),
  search: optional(Text(200, { description: describeSearch('title, company, place, skills and description') })),
  location: optional(Text(200, { description: 'Beginnings of words of the place.' })),
  remote: withDescription(optional(Type.Boolean()), 'Whether the work can be done from anywhere.'),
  employment_type: withDescription(optional(EmploymentType), 'The kind of employment.'),
  experience_level: optional(ExperienceLevel),
  skill: optional(Text(100, { description: 'A whole skill, without regard to case and accents.' })),
  recruiter_id: optional(Id),
  company_id: optional(withDescription(Id, 'Only those of this company; in any status if I recruit for it.')),
  mine: optional(Type.Boolean({ description: 'Only my own, in any status.' })),
  min_salary: optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description: 'Posts that pay up to this or more.',
    }),
  ),
  sort: optional(JobPostSort),
  fit: optional(
    Type.Boolean({
      description:
        'Open posts of others, those first that fit what I have proven, each with its `match`. `sort` does not count then.',
    }),
  ),
})
export type JobPostQuery = Static<typeof JobPostQuery>
