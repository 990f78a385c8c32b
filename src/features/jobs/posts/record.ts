import { Type } from 'typebox'
import { DateTime, Id, Label, Line, NonEmptyLine, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  hideableColumns,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'
import { Highlights } from '#features/search-index/lists/schemas.ts'
import { Match } from '../matching/schemas.ts'
import { Requirement } from '../requirements/schemas.ts'

export const EmploymentType = oneOf('full_time', 'part_time', 'contract', 'internship', 'fellowship')
export const ExperienceLevel = withDescription(
  oneOf('entry', 'mid', 'senior', 'lead'),
  'How much experience the job asks for.',
)
export const JobPostStatus = withDescription(
  oneOf('draft', 'open', 'closed'),
  'A draft is seen by its owner alone; an open post accepts applications until its deadline.',
)

const Salary = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000,
  description: 'Per year, in whole units of the currency; 0 where it is not stated.',
})

const Currency = Type.String({
  pattern: '^$|^[A-Za-z]{3}$',
  maxLength: 3,
  sentence: 'The currency must be a code of three letters, like USD.',
})

const ItemId = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Kept where given, else the next number.',
})

const Questions = Type.Array(
  Type.Object({
    id: Type.Optional(ItemId),
    question: withDescription(Text(1_000), 'The text of the question.'),
    required: Type.Optional(Type.Boolean({ description: 'False unless given.' })),
  }),
  { maxItems: 50, description: 'What applicants are asked. Replaces all questions.' },
)

const StoredQuestions = Type.Array(
  Type.Object({
    id: Type.Integer({ description: 'What `question_id` of an answer refers to; unique within the post.' }),
    question: Type.String({ description: 'The text of the question.' }),
    required: Type.Boolean({ description: 'Whether it must be answered.' }),
  }),
  { description: 'What applicants are asked.' },
)

const Criteria = Type.Array(
  Type.Object({ id: Type.Optional(ItemId), name: withDescription(NonEmptyLine('name', 200), 'The name.') }),
  {
    maxItems: 20,
    description: 'What scorecards rate. Replaces all criteria; one with an `id` is changed instead of created.',
  },
)

const StoredCriteria = Type.Optional(
  Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'What `criterion_id` of a rating refers to; unique within the post.' }),
      name: Type.String({ description: 'The name.' }),
    }),
    { description: 'What scorecards rate; to the owner, reviewers and administrators.' },
  ),
)

const RejectionReasons = Type.Array(NonEmptyLine('reason', 200), {
  maxItems: 30,
  description: 'The reasons that a rejection can have. They are for the figures; applicants do not see them.',
})

const Recruiter = Type.Object({
  id: Id,
  name: Type.String({ description: 'The name.' }),
  profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
})

export const jobPostRecord = defineRecord('job_posts', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  description: required(withDescription(Text(20_000), 'The description.')),
  company: optional(
    withDescription(Line(200), 'The employer, as it is shown; the name of the company unless given.'),
    '',
  ),
  company_id: optional(
    nullable(
      withDescription(
        Id,
        'The company whose owners, admins and recruiters manage the post with me; null for a post of my own. A post stays with its company.',
      ),
    ),
    null,
    {
      answer: nullable(
        Type.Integer({
          description: 'The company whose members manage the post; null for one of its recruiter alone.',
        }),
      ),
    },
  ),
  company_logo: computed(
    nullable(Type.String({ description: 'The address of the logo of the company; null without one.' })),
  ),
  location: optional(withDescription(Line(200), 'City, region or country, in free words.'), ''),
  remote: optional(Type.Boolean({ description: 'Whether the work can be done from anywhere.' }), false),
  employment_type: optional(withDescription(EmploymentType, 'The kind of employment.'), 'full_time'),
  experience_level: optional(ExperienceLevel, 'mid'),
  skills: optional(Type.Array(Label(100), { maxItems: 50, description: 'Skills that the job asks for.' }), [], {
    answer: Type.Array(Type.String(), { description: 'Skills that the job asks for.' }),
  }),
  salary_min: optional(Salary, 0),
  salary_max: optional(Salary, 0),
  currency: optional(withDescription(Currency, 'The currency, an ISO 4217 code.'), 'USD', {
    answer: Type.String({ description: 'ISO 4217.' }),
  }),
  deadline: optional(withDescription(nullable(DateTime), 'The last moment to apply; null without one.'), null),
  status: optional(JobPostStatus, 'open'),
  questions: optional(Questions, [], { answer: StoredQuestions }),
  requirements: computed(Type.Array(Requirement, { description: 'What applicants must have proven.' })),
  blind: optional(
    Type.Boolean({
      description:
        'Candidates have no name, photo, contacts or resume until they are shortlisted, and applications reach the judges once a day. ' +
        'It, the skills and the requirements can change until the first application.',
    }),
    false,
    { answer: Type.Boolean({ description: 'Whether it is withheld who a candidate is until they are shortlisted.' }) },
  ),
  criteria: optional(Criteria, [], { answer: StoredCriteria }),
  rejection_reasons: optional(RejectionReasons, [], {
    answer: Type.Optional(Type.Array(Type.String(), { description: 'To the owner, reviewers and administrators.' })),
  }),
  recruiter: computed(withDescription(Recruiter, 'The author of the post.')),
  applicants_count: computed(
    Type.Optional(Type.Integer({ description: 'To the owner of the post and administrators.' })),
  ),
  applied: computed(Type.Boolean({ description: 'Whether the caller has applied.' })),
  match: computed(Type.Optional(Match)),
  highlights: computed(Highlights),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  user_id: internal(Id, { tracked: true }),
  candidates_numbered: defaulted(Type.Integer()),
  /** The title as lists are sorted by it. */
  title_key: internal(Type.String()),
  /** The higher salary, by which lists are sorted. */
  pays: internal(Type.Integer()),
  /** The deadline, or the end of time, by which lists are sorted. */
  closes_at: internal(DateTime),
  ...hideableColumns,
})

declare module '#database/tables/index.ts' {
  interface Tables {
    job_posts: TableOf<typeof jobPostRecord>
  }
}
