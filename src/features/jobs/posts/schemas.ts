import { type Static, type TSchema, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import {
  DateTime,
  Id,
  Line,
  NonEmpty,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Text,
  withCondition,
  withDescription,
} from '#core/schema.ts'
import { Match } from '../matching/schemas.ts'
import { findRequirementErrors, GivenRequirements, Requirement } from '../requirements/schemas.ts'

const EmploymentType = oneOf('full_time', 'part_time', 'contract', 'internship', 'fellowship')
const ExperienceLevel = withDescription(
  oneOf('entry', 'mid', 'senior', 'lead'),
  'How much experience the job asks for.',
)
const JobPostStatus = withDescription(
  oneOf('draft', 'open', 'closed'),
  'A draft is seen by its owner alone; an open post accepts applications until its deadline.',
)

const Salary = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000,
  description: 'Per year, in whole units of the currency; 0 where it is not stated.',
})

const Question = Type.Object({
  id: Type.Integer({ description: 'What `question_id` of an answer refers to; unique within the post.' }),
  question: Type.String(),
  required: Type.Boolean(),
})

const Criterion = Type.Object({
  id: Type.Integer({ description: 'What `criterion_id` of a rating refers to; unique within the post.' }),
  name: Type.String(),
})

const Recruiter = Type.Object({
  id: Id,
  name: Type.String(),
  profile_photo: nullable(Type.String()),
})

export const JobPost = Type.Object(
  {
    id: Id,
    title: Type.String(),
    description: Type.String(),
    company: Type.String(),
    location: Type.String(),
    remote: Type.Boolean(),
    employment_type: EmploymentType,
    experience_level: ExperienceLevel,
    skills: Type.Array(Type.String(), { description: 'Skills that the job asks for.' }),
    salary_min: Salary,
    salary_max: Salary,
    currency: Type.String({ description: 'ISO 4217.' }),
    deadline: nullable(DateTime),
    status: JobPostStatus,
    questions: Type.Array(Question, { description: 'What applicants are asked.' }),
    requirements: Type.Array(Requirement, { description: 'What applicants must have proven.' }),
    blind: Type.Boolean({
      description: 'Whether it is withheld who a candidate is until they are shortlisted.',
    }),
    criteria: Type.Optional(
      Type.Array(Criterion, { description: 'What scorecards rate; to the owner, reviewers and administrators.' }),
    ),
    rejection_reasons: Type.Optional(
      Type.Array(Type.String(), { description: 'To the owner, reviewers and administrators.' }),
    ),
    recruiter: Recruiter,
    applicants_count: Type.Optional(Type.Integer({ description: 'To the owner of the post and administrators.' })),
    applied: Type.Boolean({ description: 'Whether the caller has applied.' }),
    match: Type.Optional(Match),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'JobPost' },
)
export type JobPost = Static<typeof JobPost>

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)

const ItemId = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Kept where given, else the next number.',
})

const details = {
  company: optional(Line(200)),
  location: optional(Line(200)),
  remote: optional(Type.Boolean()),
  employment_type: optional(EmploymentType),
  experience_level: optional(ExperienceLevel),
  skills: optional(Type.Array(Text(100), { maxItems: 50, description: 'Skills that the job asks for.' })),
  salary_min: optional(Salary),
  salary_max: optional(Salary),
  currency: optional(
    Type.String({
      pattern: '^$|^[A-Za-z]{3}$',
      maxLength: 3,
      sentence: 'The currency must be a code of three letters, like USD.',
    }),
  ),
  deadline: optional(nullable(DateTime)),
  status: optional(JobPostStatus),
  questions: optional(
    Type.Array(
      Type.Object({
        id: optional(ItemId),
        question: Text(1_000),
        required: optional(Type.Boolean({ description: 'False unless given.' })),
      }),
      { maxItems: 50, description: 'What applicants are asked. Replaces all questions.' },
    ),
  ),
  requirements: optional(GivenRequirements),
  blind: optional(
    Type.Boolean({
      description:
        'Candidates have no name, photo, contacts or resume until they are shortlisted, and applications reach the judges once a day. ' +
        'It, the skills and the requirements can change until the first application.',
    }),
  ),
  criteria: optional(
    Type.Array(Type.Object({ id: optional(ItemId), name: NonEmptyLine('name', 200) }), {
      maxItems: 20,
      description: 'What scorecards rate. Replaces all criteria; one with an `id` is changed instead of created.',
    }),
  ),
  rejection_reasons: optional(
    Type.Array(NonEmptyLine('reason', 200), {
      maxItems: 30,
      description: 'The reasons that a rejection can have. They are for the figures; applicants do not see them.',
    }),
  ),
}

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

interface Numbered {
  questions?: readonly { id?: number }[]
  criteria?: readonly { id?: number }[]
}

const areDifferent = (rows: readonly { id?: number }[]) => {
  const ids = rows.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length
}

/** Every question and criterion of a post has an id of its own. */
const findNumberErrors = ({ questions = [], criteria = [] }: Numbered): FieldErrors => ({
  ...(areDifferent(questions) ? {} : { questions: ['Every question must have an id of its own.'] }),
  ...(areDifferent(criteria) ? {} : { criteria: ['Every criterion must have an id of its own.'] }),
})

const wording = { title: Line(200), description: Text(20_000) }

export const NewJobPost = withCondition(
  Type.Object(
    { ...wording, ...details },
    {
      title: 'NewJobPost',
      description: 'Without more it is open, full-time, for the experience level `mid`, on site, paid in USD.',
    },
  ),
  (given) => ({ ...findSalaryErrors(given), ...findNumberErrors(given), ...findRequirementErrors(given) }),
)
export type NewJobPost = Static<typeof NewJobPost>

export const JobPostChange = withCondition(
  Type.Object({
    title: optional(NonEmptyLine('title', 200)),
    description: optional(NonEmpty('description', 20_000)),
    ...details,
  }),
  (given) => ({ ...findNumberErrors(given), ...findRequirementErrors(given) }),
)
export type JobPostChange = Static<typeof JobPostChange>

export const JobPostSort = withDescription(
  oneOf('recent', 'deadline', 'salary', 'title'),
  'Newest first (`recent`, the default), soonest deadline, highest salary, or by title.',
)
export type JobPostSort = Static<typeof JobPostSort>

export const JobPostQuery = Type.Object({
  ...Paging,
  status: optional(JobPostStatus),
  search: optional(
    Text(200, {
      description:
        'Beginnings of up to five words of title, company, place, skills and description, all of which must be there. ' +
        'A single letter is a whole word.',
    }),
  ),
  location: optional(Text(200, { description: 'Beginnings of words of the place.' })),
  remote: optional(Type.Boolean()),
  employment_type: optional(EmploymentType),
  experience_level: optional(ExperienceLevel),
  skill: optional(Text(100, { description: 'A whole skill, without regard to case and accents.' })),
  recruiter_id: optional(Id),
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
